//! Several ranges at once, conditions, and how much is read for a client.

use std::fs::File;
use std::io::{Seek as _, SeekFrom, Write as _};
use std::net::SocketAddr;

use reqwest::{Method, StatusCode};
use stagepass_backend::ServerSettings;
use stagepass_backend::node::NodeSettings;
use stagepass_test_support::s3::S3;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};

use crate::support::alone::Alone;
use crate::support::{GATED, PUBLIC, Reply, World, audio};

const LENGTH: usize = 700_001;
/// More than all buffers on the way hold.
const LONG: u64 = 32 << 20;

async fn asked(world: &World, range: &str) -> Reply {
    Reply::read(world.ask(Method::GET, GATED, &world.good()).header("range", range).send().await.unwrap()).await
}

/// The parts of an answer: what each says of itself, and its bytes.
fn parts(reply: &Reply) -> Vec<(String, Vec<u8>)> {
    assert_eq!(reply.header("content-length"), reply.body.len().to_string());
    let boundary = reply.header("content-type").strip_prefix("multipart/byteranges; boundary=").unwrap();
    let mut rest = reply.body.as_slice();
    let mut parts = Vec::new();
    let mut delimiter = format!("--{boundary}\r\n");
    while let Some(part) = rest.strip_prefix(delimiter.as_bytes()) {
        delimiter = format!("\r\n--{boundary}\r\n");
        let end = part.windows(4).position(|bytes| bytes == b"\r\n\r\n").unwrap();
        let head = std::str::from_utf8(&part[..end]).unwrap();
        let (kind, range) = head.split_once("\r\n").unwrap();
        assert_eq!(kind, "content-type: audio/mpeg");
        let range = range.strip_prefix("content-range: bytes ").unwrap();
        let (first, last) = range.split_once('/').unwrap().0.split_once('-').unwrap();
        let (first, last): (usize, usize) = (first.parse().unwrap(), last.parse().unwrap());
        let bytes = &part[end + 4..];
        parts.push((range.to_owned(), bytes[..=last - first].to_vec()));
        rest = &bytes[last - first + 1..];
    }
    assert_eq!(rest, format!("\r\n--{boundary}--\r\n").as_bytes());
    parts
}

#[tokio::test]
async fn several_parts_of_it() {
    let (in_bucket, _s3) = World::in_bucket().await;
    for world in [World::new().await, in_bucket] {
        for (range, expected) in [
            ("bytes=0-1,5-6", &[(0, 1), (5, 6)][..]),
            ("bytes=300000-600000, 0-99, -1", &[(300_000, 600_000), (0, 99), (700_000, 700_000)]),
            ("bytes=0-1,900000-,5-6", &[(0, 1), (5, 6)]),
            ("bytes=0-1,500000-500001,400000-500000", &[(0, 1), (400_000, 500_001)]),
        ] {
            let reply = asked(&world, range).await;
            assert_eq!((reply.status, reply.header("content-range")), (206, ""), "{range}");
            assert_eq!((reply.header("etag"), reply.header("accept-ranges")), ("\"baeaaagated\"", "bytes"));
            let expected: Vec<_> = expected
                .iter()
                .map(|&(first, last)| (format!("{first}-{last}/{LENGTH}"), audio()[first..=last].to_vec()))
                .collect();
            assert!(parts(&reply) == expected, "{range}");
        }
    }
}

#[tokio::test]
async fn touching_ranges_merge_and_too_many_return_whole() {
    let world = World::new().await;
    let reply = asked(&world, "bytes=0-9,10-19,5-12").await;
    assert_eq!((reply.status, reply.header("content-range"), reply.body.len()), (206, "bytes 0-19/700001", 20));
    assert_eq!(reply.header("content-type"), "audio/mpeg");
    let apart: Vec<_> = (0..17).map(|number| format!("{0}-{0}", number * 9)).collect();
    for range in [format!("bytes={}", apart.join(",")), "bytes=0-,-700001".to_owned()] {
        let reply = asked(&world, &range).await;
        assert_eq!((reply.status, reply.body.len()), (200, LENGTH), "{range}");
    }
    assert_eq!(parts(&asked(&world, &format!("bytes={}", apart[..16].join(","))).await).len(), 16);
    let reply = asked(&world, "bytes=700001-,-0").await;
    assert_eq!((reply.status, reply.header("content-range")), (416, "bytes */700001"));
}

#[tokio::test]
async fn only_of_the_content_that_is_meant() {
    let world = World::new().await;
    let good = world.good();
    let asked = async |method: Method, cid: &str, query: &str, tag: &str| {
        let request = world.ask(method, cid, query).header("if-match", tag).header("range", "bytes=0-9");
        Reply::read(request.send().await.unwrap()).await
    };
    for tag in ["\"baeaaagated\"", "\"other\", \"baeaaagated\"", "*"] {
        assert_eq!(asked(Method::GET, GATED, &good, tag).await.status, 206, "{tag}");
        assert_eq!(asked(Method::HEAD, GATED, &good, tag).await.status, 200, "{tag}");
    }
    for tag in ["\"other\"", "W/\"baeaaagated\"", "baeaaagated"] {
        let reply = asked(Method::GET, GATED, &good, tag).await;
        assert_eq!((reply.status, reply.detail().as_str()), (412, "If-Match does not name this content"));
        let reply = asked(Method::HEAD, GATED, &good, tag).await;
        assert_eq!((reply.status, reply.body.len()), (412, 0), "{tag}");
    }
    assert_eq!(asked(Method::GET, GATED, "", "\"other\"").await.status, 401, "a 412 tells, too");
}

/// Asks for a content, reads no more than the status, and takes little at a time.
async fn half_asked(node: &str, cid: &str) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(64 << 10).unwrap();
    let mut stream = socket.connect(node.strip_prefix("http://").unwrap().parse().unwrap()).await.unwrap();
    let request = format!("GET /tracks/cidstream/{cid} HTTP/1.1\r\nhost: node\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut head = [0; 12];
    stream.read_exact(&mut head).await.unwrap();
    assert_eq!(&head, b"HTTP/1.1 200");
    stream
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
async fn a_file_is_read_when_somebody_takes_it() {
    let at = Some("127.0.0.1:0".parse().unwrap());
    let world = World::with(|settings| NodeSettings {
        server: ServerSettings { metrics_listen: at, ..settings.server.clone() },
        ..settings
    })
    .await;
    let path = world.folder.path().join("track.mp3");
    let mut file = File::options().write(true).open(&path).unwrap();
    file.set_len(LONG).unwrap();
    let mut taken = half_asked(&world.node.origin(), PUBLIC).await;
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

    let left = half_asked(&world.node.origin(), PUBLIC).await;
    let metrics = world.node.metrics_address().unwrap();
    assert!(connections(metrics).await > 0);
    drop(left);
    // A stream that went on would hold the node up for ten seconds.
    tokio::time::timeout(std::time::Duration::from_secs(9), world.node.shutdown()).await.unwrap();
}

#[tokio::test]
async fn a_bucket_is_asked_for_what_somebody_takes() {
    let s3 = S3::start();
    let long = s3.folder().join("audio").join(PUBLIC);
    File::create(&long).unwrap().set_len(LONG).unwrap();
    std::fs::write(s3.folder().join("audio").join(GATED), audio()).unwrap();
    let world = World::in_bucket_of(&s3.settings()).await;
    let stalled = half_asked(&world.node.origin(), PUBLIC).await;
    others_hear(&world.url(GATED, &world.good())).await;
    // Of 128 blocks those that fit in the buffers on the way.
    let asked = s3.count_requests(&Method::GET, PUBLIC);
    assert!((1..64).contains(&asked), "{asked}");
    drop(stalled);
    others_hear(&world.url(GATED, &world.good())).await;
    let after = s3.count_requests(&Method::GET, PUBLIC);
    assert!(after <= asked + 1, "one may have been under way: {asked}, {after}");
    tokio::time::timeout(std::time::Duration::from_secs(9), world.node.shutdown()).await.unwrap();
}

#[tokio::test]
async fn a_service_is_asked_for_what_somebody_takes() {
    // Without room for a file: every block comes from the service.
    let alone = Alone::with_room_for(0).await;
    let (long, short) = (alone.public(1, 16 << 20).await, alone.public(2, 100_000).await);
    let stalled = half_asked(&alone.node().origin(), &long.cid).await;
    others_hear(&alone.url(&short.cid, "")).await;
    let asked = alone.line.asked_for_audio(&long.cid);
    // Of 257 blocks.
    assert!((1..200).contains(&asked), "{asked}");
    drop(stalled);
    others_hear(&alone.url(&short.cid, "")).await;
    let after = alone.line.asked_for_audio(&long.cid);
    assert!(after <= asked + 1, "one may have been under way: {asked}, {after}");
    let metrics = alone.node().metrics_address().unwrap();
    let gone = async { while connections(metrics).await > 1 {} };
    tokio::time::timeout(std::time::Duration::from_secs(9), gone).await.unwrap();
}
