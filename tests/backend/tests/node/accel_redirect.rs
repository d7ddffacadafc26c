//! Behind nginx: the node decides, and nginx sends the file.

use axum::http::HeaderValue;
use reqwest::Method;
use stagepass_backend::ServerSettings;
use stagepass_backend::node::{AudioPlace, NodeSettings};

use crate::support::{GATED, GATED_TRACK, PUBLIC, Reply, World, audio};

const INTERNAL: &str = "/internal/audio/file";

/// The clients of the tests are nginx, or are not.
async fn behind_nginx(is_trusted: bool) -> World {
    let proxies = if is_trusted { vec!["127.0.0.0/8".parse().unwrap()] } else { Vec::new() };
    let world = World::with(|settings| NodeSettings {
        server: ServerSettings { trusted_proxies: proxies, ..settings.server.clone() },
        ..settings
    })
    .await;
    for cid in [GATED, PUBLIC] {
        world.catalog.edit(cid, |content| {
            let AudioPlace::File(path) = content.audio.clone() else { panic!("not a file") };
            content.audio = AudioPlace::BehindNginx { path, internal: HeaderValue::from_static(INTERNAL) };
        });
    }
    world
}

async fn send_request(world: &World, method: Method, fields: &[(&'static str, &str)]) -> Reply {
    let mut request = world.ask(method, GATED, &world.good());
    for (name, value) in fields {
        request = request.header(*name, *value);
    }
    Reply::read(request.send().await.unwrap()).await
}

#[tokio::test]
async fn nginx_gets_accel_redirect_and_headers() {
    let world = behind_nginx(true).await;
    for fields in [&[][..], &[("range", "bytes=0-99")], &[("range", "bytes=5-"), ("if-range", "\"baeaaagated\"")]] {
        let reply = send_request(&world, Method::GET, fields).await;
        assert_eq!((reply.status, reply.body.len()), (200, 0), "{fields:?}");
        for (name, value) in [
            ("x-accel-redirect", INTERNAL),
            ("content-type", "audio/mpeg"),
            ("etag", "\"baeaaagated\""),
            ("cache-control", "private, max-age=260"),
            ("access-control-allow-origin", "*"),
            ("accept-ranges", ""),
        ] {
            assert_eq!(reply.header(name), value, "{fields:?}");
        }
    }
    let public = world.get(PUBLIC, "").await;
    assert_eq!(public.header("x-accel-redirect"), INTERNAL);
    assert_eq!(public.header("cache-control"), "public, max-age=86400, immutable");
    let catalog = world.catalog.clone();
    world.node.shutdown().await;
    assert_eq!(catalog.listens(), [(1, 1), (GATED_TRACK, 1)], "what nginx sends counts");
}

#[tokio::test]
async fn node_answers_what_nginx_would_answer_otherwise() {
    let world = behind_nginx(true).await;
    for (method, fields, status) in [
        (Method::HEAD, &[][..], 200),
        (Method::GET, &[("range", "bytes=0-1,5-6")], 206),
        (Method::GET, &[("range", "bytes=700001-")], 416),
        (Method::GET, &[("range", "bytes=0-1"), ("if-range", "\"other\"")], 200),
        (Method::GET, &[("if-none-match", "*")], 304),
        (Method::GET, &[("if-match", "\"other\"")], 412),
    ] {
        let reply = send_request(&world, method.clone(), fields).await;
        assert_eq!((reply.status, reply.header("x-accel-redirect")), (status, ""), "{method} {fields:?}");
    }
}

#[tokio::test]
async fn refused_request_reveals_no_path() {
    let world = behind_nginx(true).await;
    for (cid, query, status) in [(GATED, "", 401), ("..%2Fstagepass.db", "", 404), ("unknown", "", 404)] {
        let reply = world.get(cid, query).await;
        assert_eq!((reply.status, reply.header("x-accel-redirect")), (status, ""), "{cid}");
    }
}

#[tokio::test]
async fn others_than_nginx_get_the_audio() {
    let world = behind_nginx(false).await;
    // What a client says of it changes nothing.
    let fields = [("x-accel-redirect", INTERNAL), ("x-forwarded-for", "127.0.0.1")];
    let reply = send_request(&world, Method::GET, &fields).await;
    assert_eq!((reply.status, reply.header("x-accel-redirect")), (200, ""));
    assert!(reply.body == audio());
}
