//! What holds for every address: headers, errors, access tokens, health and metrics.

use reqwest::Method;
use serde_json::json;
use stagepass_backend::ServerSettings;
use stagepass_backend::access::AccessSettings;
use stagepass_test_support::sent;

use crate::support::{GATED, IN_AUSTRALIA, TICKET, TestServer, new_track, no};

#[tokio::test]
async fn every_origin_may_read_and_ask() {
    let server = TestServer::new().await;
    for path in ["/stream/7", "/stream/9", "/my-region", "/nowhere"] {
        let reply = sent(server.get_from(IN_AUSTRALIA, path).header("origin", "https://app.example")).await;
        assert_eq!(reply.header("access-control-allow-origin"), "*", "{path}");
        assert_eq!(reply.header("access-control-allow-credentials"), "", "{path}");
        assert_eq!(reply.header("access-control-expose-headers"), "retry-after", "{path}");
        assert_eq!(
            (reply.header("cache-control"), reply.header("referrer-policy")),
            ("no-store", "no-referrer"),
            "{path}"
        );
        assert_eq!(reply.header("x-content-type-options"), "nosniff", "{path}");
    }
    let preflight =
        server.http.request(Method::OPTIONS, server.url("/create-track")).header("origin", "https://app.example");
    let preflight = preflight.header("access-control-request-method", "POST");
    let reply = sent(preflight.header("access-control-request-headers", "authorization,content-type")).await;
    assert_eq!(reply.status, 200);
    assert_eq!(reply.header("access-control-allow-methods"), "GET,POST,PUT,DELETE");
    assert_eq!(
        reply.header("access-control-allow-headers"),
        "authorization,cache-control,content-type,stagepass-site-token,stagepass-embedder"
    );
}

#[tokio::test]
async fn unknown_path_or_method_is_an_error() {
    let server = TestServer::new().await;
    let reply = |method: Method, path: &str| sent(server.http.request(method, server.url(path)));
    assert_eq!(reply(Method::GET, "/stream").await.refusal(), no(404, "not_found"));
    assert_eq!(reply(Method::GET, "/create-track").await.refusal(), no(405, "method_not_allowed"));
    assert_eq!(reply(Method::POST, "/stream/7").await.refusal(), no(405, "method_not_allowed"));
    assert_eq!(reply(Method::DELETE, "/my-region").await.refusal(), no(405, "method_not_allowed"));
}

#[tokio::test]
async fn access_token_is_rejected_everywhere_and_not_forwarded() {
    let server = TestServer::new().await;
    for scheme in ["Bearer", "bearer", "BEARER"] {
        for (method, path) in [
            ("GET", format!("/stream/{GATED}")),
            ("GET", "/stream/seven".to_owned()),
            ("GET", "/my-region".to_owned()),
            ("POST", "/create-track".to_owned()),
            ("GET", "/nowhere".to_owned()),
            ("DELETE", "/my-region".to_owned()),
        ] {
            let request = server.http.request(method.parse().unwrap(), server.url(&path));
            let request = request.header("authorization", format!("{scheme} an-access-token")).json(&new_track());
            let reply = sent(request.header("x-forwarded-for", IN_AUSTRALIA)).await;
            assert_eq!(reply.refusal(), no(401, "access_token_refused"), "{method} {path}");
            assert!(reply.json()["error"].as_str().unwrap().starts_with("This server does not accept access tokens"));
            assert!(!reply.body.contains("an-access-token"));
        }
    }
    let beside_a_ticket =
        server.get_from(IN_AUSTRALIA, "/stream/7").header("authorization", format!("Ticket {TICKET}"));
    let beside_a_ticket = beside_a_ticket.header("authorization", "Bearer an-access-token");
    assert_eq!(sent(beside_a_ticket).await.refusal(), no(401, "access_token_refused"));
    assert_eq!(server.service.requests(), []);
}

#[tokio::test]
async fn it_says_whether_it_can_work() {
    let server = TestServer::new().await;
    let get_json = async |path: &str| {
        let reply = sent(server.http.get(server.url(path))).await;
        (reply.status, reply.json())
    };
    assert_eq!(get_json("/healthz").await, (200, json!({ "status": "ok" })));
    assert_eq!(get_json("/readyz").await, (200, json!({ "status": "ready", "server": "ok", "database": "ok" })));
    server.access.drain();
    let stopping = json!({ "status": "not ready", "server": "stopping", "database": "ok" });
    assert_eq!(get_json("/readyz").await, (503, stopping));
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
