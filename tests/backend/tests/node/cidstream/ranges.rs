//! Ranges and conditions, and how much is read for a client.

use std::fs::File;
use std::io::{Seek as _, SeekFrom, Write as _};
use std::net::SocketAddr;

use reqwest::{Method, StatusCode};
use stagepass_backend::ServerSettings;
use stagepass_backend::node::NodeSettings;
use tokio::io::AsyncReadExt as _;

use crate::cidstream::worlds;
use crate::support::{GATED, PUBLIC, Reply, World, audio, half_read};

const LENGTH: usize = 700_001;
/// More than all buffers on the way hold.
const LONG: u64 = 32 << 20;

async fn get_range(world: &World, range: &str) -> Reply {
    Reply::read(world.ask(Method::GET, GATED, &world.good()).header("range", range).send().await.unwrap()).await
}

/// `media/src/audio/range.rs` has all forms of the header.
#[tokio::test]
async fn range_request_gets_its_bytes() {
    let (worlds, _s3) = worlds().await;
    for world in worlds {
        for (range, first, last) in [
            ("bytes=0-0", 0, 0),
            ("bytes=1000-600999", 1000, 600_999),
            ("bytes=700000-900000", 700_000, 700_000),
            ("bytes=-300000", 400_001, 700_000),
        ] {
            let reply = get_range(&world, range).await;
            assert_eq!(reply.status, 206, "{range}");
            assert_eq!(reply.header("content-range"), format!("bytes {first}-{last}/{LENGTH}"));
            assert_eq!(reply.header("content-length"), (last - first + 1).to_string());
            assert_eq!(reply.header("content-type"), "audio/mpeg");
            assert!(reply.body == audio()[first..=last], "{range}");
        }
        for range in ["bytes=9-1", "bytes=0-9,20-29"] {
            let reply = get_range(&world, range).await;
            let whole = (reply.status, reply.body.len(), reply.header("content-range"));
            assert_eq!(whole, (200, LENGTH, ""), "{range}");
        }
        let reply = get_range(&world, "bytes=700001-").await;
        assert_eq!((reply.status, reply.header("content-range")), (416, "bytes */700001"));
        assert_eq!((reply.body.len(), reply.header("cache-control"), reply.header("etag")), (0, "no-store", ""));
        for (if_range, status) in [("\"baeaaagated\"", 206), ("\"other\"", 200)] {
            let request = world.ask(Method::GET, GATED, &world.good()).header("range", "bytes=0-9");
            assert_eq!(request.header("if-range", if_range).send().await.unwrap().status(), status);
        }
    }
}

#[tokio::test]
async fn empty_file_has_no_range() {
    let world = World::new().await;
    std::fs::write(world.folder.path().join("track.mp3"), b"").unwrap();
    let reply = world.get(PUBLIC, "").await;
    assert_eq!((reply.status, reply.header("content-length"), reply.body.len()), (200, "0", 0));
    let reply = get_range(&world, "bytes=0-").await;
    assert_eq!((reply.status, reply.header("content-range")), (416, "bytes */0"));
}

#[tokio::test]
async fn if_match_of_another_content_is_412() {
    let world = World::new().await;
    let good = world.good();
    let send_if_match = async |method: Method, cid: &str, query: &str, tag: &str| {
        let request = world.ask(method, cid, query).header("if-match", tag).header("range", "bytes=0-9");
        Reply::read(request.send().await.unwrap()).await
    };
    assert_eq!(send_if_match(Method::GET, GATED, &good, "\"baeaaagated\"").await.status, 206);
    assert_eq!(send_if_match(Method::HEAD, GATED, &good, "*").await.status, 200);
    let reply = send_if_match(Method::GET, GATED, &good, "\"other\"").await;
    assert_eq!((reply.status, reply.detail().as_str()), (412, "If-Match does not name this content"));
    let reply = send_if_match(Method::HEAD, GATED, &good, "\"other\"").await;
    assert_eq!((reply.status, reply.body.len()), (412, 0));
    assert_eq!(send_if_match(Method::GET, GATED, "", "\"other\"").await.status, 401, "a 412 tells, too");
}

/// How many connections a node has.
async fn connections(metrics: SocketAddr) -> usize {
    let metrics = reqwest::get(format!("http://{metrics}/metrics")).await.unwrap().text().await.unwrap();
    let line = metrics.lines().find_map(|line| line.strip_prefix("stagepass_connections ")).unwrap();
    line.parse().unwrap()
}

/// Other listeners hear something to its end, so that whatever could be read for one who takes nothing would have been.
async fn others_hear(url: &str) {
    for _ in 0..64 {
        let reply = reqwest::get(url).await.unwrap();
        assert_eq!(reply.status(), StatusCode::OK);
        reply.bytes().await.unwrap();
    }
}

#[tokio::test]
async fn file_is_read_on_demand() {
    let at = Some("127.0.0.1:0".parse().unwrap());
    let world = World::with(|settings| NodeSettings {
        server: ServerSettings { metrics_listen: at, ..settings.server.clone() },
        ..settings
    })
    .await;
    let path = world.folder.path().join("track.mp3");
    let mut file = File::options().write(true).open(&path).unwrap();
    file.set_len(LONG).unwrap();
    let (mut taken, _) = half_read(&world.node.origin(), PUBLIC, 12).await;
    let other = world.folder.path().join("other.mp3");
    std::fs::write(&other, audio()).unwrap();
    world.catalog.edit(GATED, |content| content.audio = stagepass_backend::node::AudioPlace::File(other));
    others_hear(&world.url(GATED, &world.good())).await;
    // What has been written there since is what comes: it had not been read.
    file.seek(SeekFrom::Start(LONG - 4)).unwrap();
    file.write_all(b"last").unwrap();
    let mut rest = Vec::new();
    taken.read_to_end(&mut rest).await.unwrap();
    assert!(rest.len() as u64 > LONG && rest.ends_with(b"last"));

    let left = half_read(&world.node.origin(), PUBLIC, 12).await;
    let metrics = world.node.metrics_address().unwrap();
    assert!(connections(metrics).await > 0);
    drop(left);
    // A stream that went on would hold the node up for ten seconds.
    tokio::time::timeout(std::time::Duration::from_secs(9), world.node.shutdown()).await.unwrap();
}
