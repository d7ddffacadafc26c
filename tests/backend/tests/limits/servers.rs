//! The node and the access server are held to theirs by the same code.

use std::sync::Arc;

use serde_json::Value;
use stagepass_backend::access::{self, AccessSettings, GeoSource, Secret, ServiceLimits};
use stagepass_backend::base_url::BaseUrl;
use stagepass_backend::clock::SystemClock;
use stagepass_backend::node::{self, NodeSettings};
use stagepass_backend::{Limits, Rate};
use stagepass_gate::Signer;

use crate::support::{Reply, World};

const LIMITS: Limits = Limits { per_address: Some(Rate { per_second: 1, burst: 5 }), ..Limits::NONE };

/// Asks `url` until that is too much.
async fn refusal(http: &reqwest::Client, url: &str) -> Reply {
    for _ in 0..50 {
        let reply = Reply::read(http.get(url).send().await.unwrap()).await;
        if reply.status == 429 {
            return reply;
        }
    }
    panic!("there is no end")
}

fn can_be_read(refusal: &Reply) {
    assert_eq!((refusal.header("retry-after"), refusal.header("access-control-allow-origin")), ("1", "*"));
    assert!(refusal.header("access-control-expose-headers").contains("retry-after"));
    assert_eq!(refusal.header("cache-control"), "no-store");
}

#[tokio::test]
async fn a_node() {
    let world = World::new().await;
    let settings = NodeSettings::new(Arc::new(world.service.catalog()));
    let node = node::start(NodeSettings { limits: LIMITS, ..settings }).await.unwrap();
    let refused = refusal(&world.http, &format!("{}/tracks/cidstream/none", node.listening_on())).await;
    can_be_read(&refused);
    let said: Value = refused.json();
    assert_eq!(said["error"], "too many requests");
    assert!(said["detail"].as_str().unwrap().contains("wait 1 s"), "{said}");
    let well = world.http.get(format!("{}/healthz", node.listening_on())).send().await.unwrap();
    assert_eq!(well.status().as_u16(), 200);
}

#[tokio::test]
async fn an_access_server() {
    let world = World::new().await;
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/GeoIP2-City-Test.mmdb");
    let access = access::start(AccessSettings {
        listen: ([127, 0, 0, 1], 0).into(),
        origin: None,
        service: BaseUrl::parse(world.service.base_url()).unwrap(),
        api_key: world.app.api_key.clone(),
        bearer_token: Secret::from(world.app.bearer_token.clone()),
        signer: Arc::new(Signer::from_bytes(&[1; 32]).unwrap()),
        database: stagepass_test_ground::database(),
        allowed_countries: vec![],
        geo: GeoSource::Database(file.into()),
        geo_cache: std::time::Duration::ZERO,
        trusted_proxies: vec![],
        metrics_listen: None,
        limits: LIMITS,
        service_limits: ServiceLimits::NONE,
        clock: Arc::new(SystemClock),
    });
    let access = access.await.unwrap();
    let refused = refusal(&world.http, &format!("{}/my-region", access.listening_on())).await;
    can_be_read(&refused);
    assert_eq!(refused.json()["code"], "too_many_requests");
    let well = world.http.get(format!("{}/healthz", access.listening_on())).send().await.unwrap();
    assert_eq!(well.status().as_u16(), 200);
}
