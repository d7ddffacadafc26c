//! The bytes: all of them, some, none.

use reqwest::Method;

use stagepass_test_support::s3::S3;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::TcpStream;

use crate::support::{GATED, PUBLIC, Reply, World, audio};

/// The same contents in files, and in a bucket.
async fn worlds() -> ([World; 2], S3) {
    let (in_bucket, s3) = World::in_bucket().await;
    ([World::new().await, in_bucket], s3)
}

async fn part(world: &World, range: &str) -> Reply {
    Reply::read(world.ask(Method::GET, GATED, &world.good()).header("range", range).send().await.unwrap()).await
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
async fn a_part_of_it() {
    let (worlds, _s3) = worlds().await;
    for world in worlds {
        for (range, first, last) in [
            ("bytes=0-0", 0, 0),
            ("bytes=0-", 0, 700_000),
            ("bytes=1000-600999", 1000, 600_999),
            ("bytes=700000-900000", 700_000, 700_000),
            ("bytes=-300000", 400_001, 700_000),
            ("bytes=-9000000", 0, 700_000),
        ] {
            let reply = part(&world, range).await;
            assert_eq!(reply.status, 206, "{range}");
            assert_eq!(reply.header("content-range"), format!("bytes {first}-{last}/700001"));
            assert_eq!(reply.header("content-length"), (last - first + 1).to_string());
            assert!(reply.body == audio()[first..=last], "{range}");
        }
    }
}

#[tokio::test]
async fn beyond_its_end() {
    let (worlds, _s3) = worlds().await;
    for world in worlds {
        for range in ["bytes=700001-", "bytes=-0"] {
            let reply = part(&world, range).await;
            assert_eq!((reply.status, reply.header("content-range")), (416, "bytes */700001"), "{range}");
            assert!(reply.body.is_empty());
            assert_eq!((reply.header("cache-control"), reply.header("etag")), ("no-store", ""));
        }
    }
}

#[tokio::test]
async fn invalid_range_returns_whole_file() {
    let (worlds, _s3) = worlds().await;
    for world in worlds {
        for range in ["bytes=9-1", "lines=0-1", "bytes=0-1,x"] {
            let reply = part(&world, range).await;
            assert_eq!((reply.status, reply.body.len(), reply.header("content-range")), (200, 700_001, ""), "{range}");
        }
    }
}

#[tokio::test]
async fn a_part_of_the_same_only() {
    let (worlds, _s3) = worlds().await;
    for world in worlds {
        let status = async |if_range: &str| {
            let request = world.ask(Method::GET, GATED, &world.good()).header("range", "bytes=0-9");
            request.header("if-range", if_range).send().await.unwrap().status().as_u16()
        };
        assert_eq!(status("\"baeaaagated\"").await, 206);
        assert_eq!(status("W/\"baeaaagated\"").await, 200);
        assert_eq!(status("\"other\"").await, 200);
        assert_eq!(status("Sat, 21 Nov 2026 12:00:00 GMT").await, 200);
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

#[tokio::test]
async fn an_empty_file() {
    let world = World::new().await;
    std::fs::write(world.folder.path().join("track.mp3"), b"").unwrap();
    let reply = world.get(PUBLIC, "").await;
    assert_eq!((reply.status, reply.header("content-length"), reply.body.len()), (200, "0", 0));
    let reply = part(&world, "bytes=0-").await;
    assert_eq!((reply.status, reply.header("content-range")), (416, "bytes */0"));
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
