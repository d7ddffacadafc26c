//! Health and metrics of an access server, for its operator.

use serde_json::json;
use stagepass_backend::ServerSettings;
use stagepass_backend::access::AccessSettings;
use stagepass_test_support::sent;

use crate::support::{GATED, IN_AUSTRALIA, TestServer};

#[tokio::test]
async fn it_says_whether_it_can_work() {
    let server = TestServer::new().await;
    let asked = async |path: &str| {
        let reply = sent(server.http.get(server.url(path))).await;
        (reply.status, reply.json())
    };
    assert_eq!(asked("/healthz").await, (200, json!({ "status": "ok" })));
    assert_eq!(asked("/readyz").await, (200, json!({ "status": "ready", "server": "ok", "database": "ok" })));
    server.access.drain();
    let stopping = json!({ "status": "not ready", "server": "stopping", "database": "ok" });
    assert_eq!(asked("/readyz").await, (503, stopping));
}

#[tokio::test]
async fn openapi_document_names_the_servers_own_address() {
    let server = TestServer::new().await;
    let document = sent(server.http.get(server.url("/openapi.json"))).await.json();
    assert_eq!(document["servers"], json!([{ "url": server.access.audience() }]));
    assert_eq!(document["paths"]["/stream/{track_id}"]["get"]["operationId"], "stream");
}

#[tokio::test]
async fn proxy_request_id_is_kept_and_request_counted() {
    let at = "127.0.0.1:0".parse().unwrap();
    let server = TestServer::with(|settings| AccessSettings {
        server: ServerSettings { metrics_listen: Some(at), ..settings.server.clone() },
        ..settings
    })
    .await;
    let request = server.get_from(IN_AUSTRALIA, &format!("/stream/{GATED}")).header("x-request-id", "by-the-proxy");
    assert_eq!(sent(request).await.header("x-request-id"), "by-the-proxy");
    let metrics =
        sent(server.http.get(format!("http://{}/metrics", server.access.metrics_address().unwrap()))).await.body;
    assert!(metrics.contains(r#"method="GET",route="/stream/{track_id}""#), "{metrics}");
    assert!(metrics.contains(r#"stagepass_store_seconds_count{kind="read"}"#), "{metrics}");
}
