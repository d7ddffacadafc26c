//! What every answer says to browsers, and addresses that there are not.

use reqwest::Method;
use stagepass_test_support::sent;

use crate::support::{IN_AUSTRALIA, TestServer, no};

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
        "authorization,cache-control,content-type,stagepass-site-token,traceparent"
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
