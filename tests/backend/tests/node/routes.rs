//! Health and metrics of a node, for its operator.

use serde_json::{Value, json};
use stagepass_backend::ServerSettings;
use stagepass_backend::node::NodeSettings;

use crate::support::{PUBLIC, Reply, World};

async fn get_json(world: &World, path: &str) -> (u16, Value) {
    let reply = Reply::read(reqwest::get(format!("{}{path}", world.node.origin())).await.unwrap()).await;
    assert_eq!(reply.header("cache-control"), "no-store");
    (reply.status, serde_json::from_slice(&reply.body).unwrap())
}

#[tokio::test]
async fn it_says_whether_it_can_work() {
    let world = World::new().await;
    assert_eq!(get_json(&world, "/healthz").await, (200, json!({ "status": "ok" })));
    assert_eq!(get_json(&world, "/readyz").await, (200, json!({ "status": "ready", "server": "ok", "catalog": "ok" })));
    world.node.drain();
    let stopping = json!({ "status": "not ready", "server": "stopping", "catalog": "ok" });
    assert_eq!(get_json(&world, "/readyz").await, (503, stopping));
    let broken = World::new().await;
    broken.catalog.break_down();
    let not_usable = json!({ "status": "not ready", "server": "ok", "catalog": "can't be used" });
    assert_eq!(get_json(&broken, "/readyz").await, (503, not_usable));
}

#[tokio::test]
async fn openapi_document_is_served() {
    let world = World::new().await;
    let document = reqwest::get(format!("{}/openapi.json", world.node.origin())).await.unwrap();
    let document: Value = document.json().await.unwrap();
    assert_eq!(document["paths"]["/tracks/cidstream/{cid}"]["get"]["operationId"], "streamTrack");
}

#[tokio::test]
async fn requests_are_counted_by_route_template() {
    let at = "127.0.0.1:0".parse().unwrap();
    let world = World::with(|settings| NodeSettings {
        server: ServerSettings { metrics_listen: Some(at), ..settings.server.clone() },
        ..settings
    })
    .await;
    for cid in [PUBLIC, PUBLIC, "unknown"] {
        world.get(cid, "").await;
    }
    let metrics = reqwest::get(format!("http://{}/metrics", world.node.metrics_address().unwrap())).await.unwrap();
    let metrics = metrics.text().await.unwrap();
    for (status, count) in [("2xx", 2), ("4xx", 1)] {
        let labels = format!(r#"{{method="GET",route="/tracks/cidstream/{{cid}}",status="{status}"}}"#);
        assert!(metrics.contains(&format!("stagepass_http_requests_total{labels} {count}\n")), "{metrics}");
    }
    world.node.shutdown().await;
}
