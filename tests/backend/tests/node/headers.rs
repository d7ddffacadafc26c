//! What an answer says about itself: who may keep it, and who may read it.

use reqwest::Method;

use crate::support::{DELISTED, GATED, PUBLIC, Reply, World};

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
    let asked = async |cid: &str, query: &str, tag: &str| {
        Reply::read(world.ask(Method::GET, cid, query).header("if-none-match", tag).send().await.unwrap()).await
    };
    let good = world.good();
    for tag in ["\"baeaaagated\"", "W/\"x\", W/\"baeaaagated\"", "*"] {
        let reply = asked(GATED, &good, tag).await;
        assert_eq!((reply.status, reply.body.len()), (304, 0), "{tag}");
        assert_eq!((reply.header("etag"), reply.header("cache-control")), ("\"baeaaagated\"", "private, max-age=260"));
        assert_eq!(asked(GATED, "", tag).await.status, 401);
        assert_eq!(asked(DELISTED, "", tag).await.status, 403);
        assert_eq!(asked("unknown", "", tag).await.status, 404);
    }
    assert_eq!(asked(GATED, &good, "\"other\"").await.status, 200);
    world.clock.advance(261);
    assert_eq!(asked(GATED, &good, "*").await.status, 401);
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
    assert_eq!(reply.header("access-control-allow-headers"), "range,if-range,if-match,if-none-match,traceparent");
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
