//! `/tracks/cidstream/{cid}`: the audio and its headers.

mod bucket;
mod ranges;
mod refusals;

use std::fs::File;
use std::time::Duration;

use reqwest::Method;
use stagepass_backend::node::NodeSettings;
use stagepass_test_support::s3::S3;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::TcpStream;

use crate::support::{DELISTED, GATED, PUBLIC, Reply, World, audio, half_read};

/// The same contents in files, and in a bucket.
pub(crate) async fn worlds() -> ([World; 2], S3) {
    let (in_bucket, s3) = World::in_bucket().await;
    ([World::new().await, in_bucket], s3)
}

#[tokio::test]
async fn all_of_it() {
    let (worlds, _s3) = worlds().await;
    for world in worlds {
        for (cid, query) in [(PUBLIC, String::new()), (GATED, world.good())] {
            let reply = world.get(cid, &query).await;
            assert_eq!((reply.status, reply.header("content-length")), (200, "700001"));
            assert_eq!((reply.header("content-type"), reply.header("accept-ranges")), ("audio/mpeg", "bytes"));
            assert!(reply.body == audio());
        }
    }
}

/// The router answers a request with an encoded CID, and all others are answered without it.
#[tokio::test]
async fn encoded_cid_has_the_same_response() {
    let world = World::new().await;
    let (first, rest) = GATED.split_at(1);
    let encoded = format!("%{:02x}{rest}", first.as_bytes()[0]);
    for query in [world.good(), String::new()] {
        let (plain, encoded) = (world.get(GATED, &query).await, world.get(&encoded, &query).await);
        assert_eq!(plain.status, encoded.status);
        for name in ["content-type", "content-length", "etag", "access-control-allow-origin", "accept-ranges"] {
            assert_eq!(plain.headers.get(name), encoded.headers.get(name), "{name}");
        }
        assert!(plain.body == encoded.body);
    }
}

#[tokio::test]
async fn its_headers_alone() {
    let (worlds, _s3) = worlds().await;
    for world in worlds {
        let request = world.ask(Method::HEAD, GATED, &world.good()).header("range", "bytes=0-9");
        let reply = Reply::read(request.send().await.unwrap()).await;
        assert_eq!((reply.status, reply.header("content-length"), reply.body.len()), (200, "700001", 0));
        assert_eq!((reply.header("etag"), reply.header("content-range")), ("\"baeaaagated\"", ""));
        let refused = Reply::read(world.ask(Method::HEAD, GATED, "").send().await.unwrap()).await;
        assert_eq!((refused.status, refused.body.len()), (401, 0));
    }
}

/// Reads one response: its head, and its body of the length that the head states.
async fn next_response(stream: &mut BufReader<TcpStream>) -> (String, Vec<u8>) {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await.unwrap());
    }
    let head = String::from_utf8(head).unwrap();
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap();
    let mut body = vec![0; length.parse().unwrap()];
    stream.read_exact(&mut body).await.unwrap();
    (head, body)
}

/// The node reads a block for the first request, and the kernel sends it to the others.
#[tokio::test]
async fn pipelined_range_requests_get_the_right_bytes() {
    let (world, audio) = (World::new().await, audio());
    let stream = TcpStream::connect(world.node.origin().strip_prefix("http://").unwrap()).await.unwrap();
    let mut stream = BufReader::new(stream);
    for _ in 0..3 {
        for range in ["0-700000", "65530-200000", "1-1", "131072-196607", "0-9,70000-140000,700000-"] {
            let request =
                format!("GET /tracks/cidstream/{PUBLIC} HTTP/1.1\r\nhost: node\r\nrange: bytes={range}\r\n\r\n");
            stream.write_all(request.as_bytes()).await.unwrap();
        }
        for (first, last) in [(0, 700_000), (65_530, 200_000), (1, 1), (131_072, 196_607)] {
            let (head, body) = next_response(&mut stream).await;
            assert!(head.contains(&format!("content-range: bytes {first}-{last}/700001\r\n")), "{head}");
            assert!(body == audio[first..=last], "{first}-{last}");
        }
        let (_, parts) = next_response(&mut stream).await;
        for bytes in [&audio[..10], &audio[70_000..=140_000], &audio[700_000..]] {
            assert!(parts.windows(bytes.len()).any(|part| part == bytes), "{} bytes", bytes.len());
        }
    }
}

#[tokio::test]
async fn streams_under_way_end_before_the_node_does() {
    let world = World::new().await;
    let mut response = world.ask(Method::GET, PUBLIC, "").send().await.unwrap();
    let mut read = response.chunk().await.unwrap().unwrap().to_vec();
    let url = world.url(PUBLIC, "");
    let stopping = tokio::spawn(world.node.shutdown());
    while let Some(chunk) = response.chunk().await.unwrap() {
        read.extend_from_slice(&chunk);
    }
    assert!(read == audio());
    stopping.await.unwrap();
    assert!(reqwest::get(url).await.unwrap_err().is_connect());
}

#[tokio::test]
async fn gated_audio_is_cacheable_only_until_signature_expires() {
    let world = World::new().await;
    let public = world.get(PUBLIC, "").await;
    assert_eq!(public.header("cache-control"), "public, max-age=86400, immutable");
    let good = world.good();
    let caching = async || world.get(GATED, &good).await.header("cache-control").to_owned();
    assert_eq!(caching().await, "private, max-age=260");
    world.clock.advance(100);
    assert_eq!(caching().await, "private, max-age=160", "no longer than the signature is good");
}

#[tokio::test]
async fn not_modified_is_sent_only_if_authorized() {
    let world = World::new().await;
    let get_if_none_match = async |cid: &str, query: &str, tag: &str| {
        Reply::read(world.ask(Method::GET, cid, query).header("if-none-match", tag).send().await.unwrap()).await
    };
    let good = world.good();
    for tag in ["\"baeaaagated\"", "*"] {
        let reply = get_if_none_match(GATED, &good, tag).await;
        assert_eq!((reply.status, reply.body.len()), (304, 0), "{tag}");
        assert_eq!((reply.header("etag"), reply.header("cache-control")), ("\"baeaaagated\"", "private, max-age=260"));
        assert_eq!(get_if_none_match(GATED, "", tag).await.status, 401);
        assert_eq!(get_if_none_match(DELISTED, "", tag).await.status, 403);
        assert_eq!(get_if_none_match("unknown", "", tag).await.status, 404);
    }
    assert_eq!(get_if_none_match(GATED, &good, "\"other\"").await.status, 200);
    world.clock.advance(261);
    assert_eq!(get_if_none_match(GATED, &good, "*").await.status, 401);
}

#[tokio::test]
async fn every_origin_may_read_every_answer() {
    let world = World::new().await;
    for (cid, query, status) in [
        (PUBLIC, String::new(), 200),
        (GATED, world.good(), 200),
        (GATED, String::new(), 401),
        ("x", String::new(), 404),
    ] {
        let request = world.ask(Method::GET, cid, &query).header("origin", "null");
        let reply = Reply::read(request.send().await.unwrap()).await;
        assert_eq!((reply.status, reply.header("access-control-allow-origin")), (status, "*"));
        assert_eq!(reply.header("access-control-allow-credentials"), "");
        let exposed = reply.header("access-control-expose-headers");
        assert_eq!(exposed, "content-range,etag,accept-ranges,content-length");
        assert_eq!(reply.header("cross-origin-resource-policy"), "cross-origin");
        assert_eq!(reply.header("x-content-type-options"), "nosniff");
        assert_eq!(reply.header("content-security-policy"), "sandbox");
        assert_eq!(reply.header("vary"), "");
    }
}

#[tokio::test]
async fn a_browser_may_ask_for_ranges() {
    let world = World::new().await;
    let request = world.ask(Method::OPTIONS, GATED, "").header("origin", "null");
    let request = request.header("access-control-request-method", "GET");
    let request = request.header("access-control-request-headers", "range");
    let reply = Reply::read(request.send().await.unwrap()).await;
    assert_eq!((reply.status, reply.header("access-control-allow-origin")), (204, "*"));
    assert_eq!(reply.header("access-control-allow-methods"), "GET,HEAD");
    assert_eq!(reply.header("access-control-allow-headers"), "range,if-range,if-match,if-none-match");
    assert!(reply.body.is_empty());
}

#[tokio::test]
async fn the_type_is_a_kind_of_audio() {
    let world = World::new().await;
    for (media_type, expected) in [
        ("audio/flac", "audio/flac"),
        ("text/html", "application/octet-stream"),
        ("audio/x\r\nset-cookie: a=b", "application/octet-stream"),
        ("", "application/octet-stream"),
    ] {
        world.catalog.edit(PUBLIC, |content| content.media_type = media_type.to_owned());
        let reply = world.get(PUBLIC, "").await;
        assert_eq!((reply.header("content-type"), reply.header("x-content-type-options")), (expected, "nosniff"));
    }
}

/// More than all buffers on the way hold.
const LENGTH: u64 = 32 << 20;

#[cfg(target_os = "linux")]
#[tokio::test]
async fn client_that_reads_nothing_is_disconnected() {
    let timeout = Duration::from_millis(300);
    let world = World::with(|settings| NodeSettings { write_timeout: timeout, ..settings }).await;
    File::options().write(true).open(world.folder.path().join("track.mp3")).unwrap().set_len(LENGTH).unwrap();
    let (mut stream, _) = half_read(&world.node.origin(), PUBLIC, 12).await;
    // A stream under way would hold the node up for ten seconds.
    tokio::time::timeout(Duration::from_secs(9), world.node.shutdown()).await.unwrap();
    let mut rest = Vec::new();
    let _ = stream.read_to_end(&mut rest).await;
    assert!((rest.len() as u64) < LENGTH / 2, "{} bytes", rest.len());
}
