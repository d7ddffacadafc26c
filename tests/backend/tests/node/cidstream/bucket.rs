//! Audio in a bucket: what is asked of its service, and what happens when that is not there.

use std::time::Duration;

use reqwest::Method;
use stagepass_backend::media::BucketSettings;
use stagepass_test_support::s3::S3;
use tokio::io::AsyncReadExt as _;
use tokio::net::{TcpListener, TcpStream};

use crate::support::{GATED, PUBLIC, Reply, World, audio};

const NOT_NOW: &str = "the track cannot be served: try again later";

async fn part(world: &World, range: &str) -> Reply {
    Reply::read(world.ask(Method::GET, PUBLIC, "").header("range", range).send().await.unwrap()).await
}

#[tokio::test]
async fn repeated_requests_fetch_each_block_once() {
    let (world, s3) = World::in_bucket().await;
    let requests = (0..8).map(|_| world.ask(Method::GET, PUBLIC, "").send());
    for response in futures_util::future::join_all(requests).await {
        assert!(Reply::read(response.unwrap()).await.body == audio());
    }
    // 700,001 bytes are three blocks of 256 KiB.
    assert_eq!(s3.count_requests(&Method::GET, PUBLIC), 3);
    for range in ["bytes=0-1", "bytes=262000-263000", "bytes=-1"] {
        assert_eq!(part(&world, range).await.status, 206);
    }
    assert_eq!(s3.count_requests(&Method::GET, PUBLIC), 3);
    let lengths = s3.count_requests(&Method::HEAD, PUBLIC);
    assert!((1..=8).contains(&lengths), "{lengths}");
    assert_eq!(Reply::read(world.ask(Method::HEAD, PUBLIC, "").send().await.unwrap()).await.status, 200);
    assert_eq!(s3.count_requests(&Method::HEAD, PUBLIC), lengths);
}

#[tokio::test]
async fn missing_object_fails_like_missing_file() {
    let (world, s3) = World::in_bucket().await;
    std::fs::remove_file(s3.folder().join("audio").join(PUBLIC)).unwrap();
    assert_eq!(world.refusal(PUBLIC, "").await, (500, NOT_NOW.to_owned()));
    assert_eq!(world.get(GATED, &world.good()).await.status, 200);
}

#[tokio::test]
async fn cached_audio_is_served_during_bucket_outage() {
    let (world, mut s3) = World::in_bucket().await;
    assert_eq!(part(&world, "bytes=0-99").await.status, 206);
    s3.stop();
    assert!(part(&world, "bytes=1000-1999").await.body == audio()[1000..=1999]);
    for (cid, query, range) in [(PUBLIC, String::new(), "bytes=300000-"), (GATED, world.good(), "bytes=0-9")] {
        let request = world.ask(Method::GET, cid, &query).header("range", range);
        let reply = Reply::read(request.send().await.unwrap()).await;
        assert_eq!((reply.status, reply.detail().as_str(), reply.header("retry-after")), (503, NOT_NOW, "5"), "{cid}");
    }
    s3.start_again();
    assert!(part(&world, "bytes=300000-").await.body == audio()[300_000..]);
}

/// A service that takes connections and says nothing.
async fn silent(patience: Duration) -> (World, TcpListener) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let endpoint = Some(format!("http://{}", listener.local_addr().unwrap()));
    let settings = BucketSettings { endpoint, patience, ..S3::start().settings() };
    (World::in_bucket_of(&settings).await, listener)
}

#[tokio::test]
async fn unresponsive_bucket_times_out_with_503() {
    let (world, _listener) = silent(Duration::from_millis(100)).await;
    assert_eq!(world.refusal(PUBLIC, "").await, (503, NOT_NOW.to_owned()));
}

#[tokio::test]
async fn client_disconnect_aborts_bucket_request() {
    let (world, listener) = silent(Duration::from_mins(1)).await;
    let asking = tokio::spawn(world.ask(Method::GET, PUBLIC, "").send());
    let (mut connection, _) = listener.accept().await.unwrap();
    let mut head = [0; 5];
    connection.read_exact(&mut head).await.unwrap();
    assert_eq!(&head, b"HEAD ");
    asking.abort();
    let ended = tokio::time::timeout(Duration::from_secs(20), end_of(&mut connection)).await;
    assert!(ended.is_ok(), "the node has let go of the connection");
}

async fn end_of(connection: &mut TcpStream) {
    let mut rest = Vec::new();
    let _ = connection.read_to_end(&mut rest).await;
}
