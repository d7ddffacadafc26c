//! Tickets of the scope `read`, which apps send at every play: they change nothing here.

use reqwest::Method;
use serde_json::{Value, json};
use stagepass_test_support::sent;

use crate::support::{CID, GATED, IN_AUSTRALIA, LISTENER, NO_TICKET, TICKET, TestServer, no, ticket};

/// A ticket of Ada's with what the service says of its scope.
fn issued(server: &TestServer, scope: &Value) -> String {
    let text = ticket("a-ticket-that-reads");
    server.service.knows_ticket_of_scope(&text, LISTENER, server.access.audience(), scope);
    text
}

/// Each operation of the server's own description that needs a ticket, as a method and a path with IDs in it.
async fn operations(server: &TestServer) -> Vec<(Method, String)> {
    let document = sent(server.http.get(server.url("/openapi.json"))).await.json();
    let mut operations = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            if operation["security"] == json!([{ "ticket": [] }]) {
                let path = path.replace("{track_id}", &GATED.to_string()).replace("{id}", "friends");
                let path = path.replace("{user}", "@grace");
                operations.push((Method::from_bytes(method.to_uppercase().as_bytes()).unwrap(), path));
            }
        }
    }
    operations
}

#[tokio::test]
async fn only_joining_a_group_takes_a_read_ticket() {
    let server = TestServer::new().await;
    let operations = operations(&server).await;
    assert!(operations.len() > 20, "{operations:?}");
    let new = json!({ "userId": LISTENER, "metadata": { "title": "T", "trackCid": CID } });
    let body = |path: &str| if path == "/join" { json!({ "invitation": "x" }) } else { new.clone() };
    for scope in [json!("read"), json!("WRITE"), json!("")] {
        let ticket = issued(&server, &scope);
        for (method, path) in &operations {
            let request = server.http.request(method.clone(), server.url(path)).json(&body(path));
            let refusal = sent(request.header("authorization", format!("Ticket {ticket}"))).await.refusal();
            let expected = if path == "/join" { no(404, "invitation_unknown") } else { no(403, "insufficient_scope") };
            assert_eq!(refusal, expected, "{method} {path} {scope}");
        }
    }
}

#[tokio::test]
async fn read_ticket_plays() {
    let server = TestServer::new().await;
    let ticket = issued(&server, &json!("read"));
    server.put(TICKET, &format!("/tracks/{GATED}/rule"), &json!({ "rule": { "signed_in": {} } })).await;
    let play = async |ticket: &str| {
        let request = server.get_from(IN_AUSTRALIA, &format!("/stream/{GATED}"));
        let request =
            if ticket.is_empty() { request } else { request.header("authorization", format!("Ticket {ticket}")) };
        sent(request).await.status
    };
    assert_eq!((play(&ticket).await, play(NO_TICKET).await), (302, 403));
}
