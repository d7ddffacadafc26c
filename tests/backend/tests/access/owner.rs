//! `/owner/…`, and who is an owner: each sees, changes and uses only what is theirs.

mod groups;
mod page;
mod rules;

use reqwest::Method;
use serde_json::{Value, json};
use stagepass_backend::access::{AccessSettings, OwnerName};
use stagepass_test_support::sent;

use crate::support::shop::paid;
use crate::support::{
    CID, EVE, EVES, GATED, GRACES, IN_AUSTRALIA, LISTENER, NO_TICKET, PUBLIC, TICKET, TestServer, new_track, no, ticket,
};

/// Ada has a group with grace in it and an invitation to it; so has eve, under another name.
async fn server() -> TestServer {
    let server = TestServer::new().await;
    server.group("friends", &["@grace"]).await;
    server.group_of(EVES, "fans", &["@grace"]).await;
    server
}

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
async fn only_join_takes_another_ticket_than_write() {
    let server = TestServer::new().await;
    let operations = operations(&server).await;
    assert!(operations.len() > 20, "{operations:?}");
    let new = json!({ "userId": LISTENER, "metadata": { "title": "T", "trackCid": CID } });
    let send = async |ticket: &str, method: &Method, path: &str| {
        let body = if path == "/join" { json!({ "invitation": "x" }) } else { new.clone() };
        sent(server.of(ticket, method.clone(), path).json(&body)).await
    };
    let before = server.service.requests().len();
    for (ticket, code) in [(NO_TICKET, "ticket_required"), ("x", "invalid_ticket")] {
        for (method, path) in &operations {
            let reply = send(ticket, method, path).await;
            assert_eq!(reply.refusal(), no(401, code), "{method} {path}");
            assert_eq!(reply.header("www-authenticate"), "Ticket", "{method} {path}");
        }
    }
    assert_eq!(server.service.requests().len(), before, "the service is not asked");
    for scope in [json!("read"), json!("WRITE"), json!("")] {
        let ticket = issued(&server, &scope);
        for (method, path) in &operations {
            let expected = if path == "/join" { no(404, "invitation_unknown") } else { no(403, "insufficient_scope") };
            assert_eq!(send(&ticket, method, path).await.refusal(), expected, "{method} {path} {scope}");
        }
    }
}

#[tokio::test]
async fn data_of_another_owner_is_not_accessible() {
    let server = server().await;
    server.sells("album").await;
    let hook = server.hook().await;
    server.deliver(&hook, &paid("e1")).await;
    let site = server.post(TICKET, "/owner/sites", &json!({ "id": "radio", "name": "Radio" })).await;
    assert_eq!(site.status, 201, "{}", site.body);
    for name in ["groups", "products", "sites", "webhooks"] {
        let list = server.get(GRACES, &format!("/owner/{name}")).await.json();
        assert_eq!(list, json!({ name: [] }));
    }
    let (get, post, put, delete) = (Method::GET, Method::POST, Method::PUT, Method::DELETE);
    // What belongs to another owner is answered like what does not exist.
    for (method, path) in [
        (&get, "/owner/groups/ID/members"),
        (&post, "/owner/groups/ID/invitations"),
        (&put, "/owner/groups/ID/members/@grace"),
        (&delete, "/owner/groups/ID/members/@grace"),
        (&delete, "/owner/groups/ID"),
        (&get, "/owner/products/ID/purchases"),
        (&delete, "/owner/products/ID"),
        (&delete, "/owner/sites/ID"),
        (&delete, "/owner/webhooks/ID"),
    ] {
        for id in ["friends", "album", "radio", &hook.id, "none"] {
            let request = server.of(EVES, method.clone(), &path.replace("ID", id)).json(&json!({}));
            assert_eq!(sent(request).await.refusal(), no(404, "not_found"), "{method} {path}: {id}");
        }
    }
    for (method, path) in [(&get, "/tracks/7/rule"), (&put, "/tracks/7/rule"), (&post, "/tracks/7/try")] {
        let request = server.of(EVES, method.clone(), path).json(&json!({ "rule": { "signed_in": {} } }));
        assert_eq!(sent(request).await.refusal(), no(403, "another_user"), "{method} {path}");
    }
    assert_eq!(server.members("friends").await[0]["handle"], "grace", "all of it is still there");
    assert_eq!(server.state("album").await, "paid");
    assert_eq!(server.get(TICKET, "/owner/webhooks").await.json()["webhooks"].as_array().unwrap().len(), 1);
    assert_eq!(server.get(TICKET, "/owner/sites").await.json()["sites"].as_array().unwrap().len(), 1);
    assert_eq!(server.get(TICKET, "/tracks/7/rule").await.json()["rule"], Value::Null);
}

#[tokio::test]
async fn same_group_id_is_separate_per_owner() {
    let server = server().await;
    let named = server.put(EVES, "/owner/groups/friends", &json!({ "name": "Eve's friends" })).await;
    assert_eq!(named.status, 200);
    assert_eq!(server.get(EVES, "/owner/groups/friends/members").await.json(), json!({ "members": [] }));
    assert_eq!(server.get(TICKET, "/owner/groups").await.json()["groups"][0]["name"], "The friends");
    assert_eq!(server.delete(EVES, "/owner/groups/friends").await.status, 204);
    assert_eq!(server.members("friends").await.len(), 1);
}

#[tokio::test]
async fn owner_id_in_request_is_not_trusted() {
    let server = server().await;
    for path in ["/tracks/7/rule?user_id=1&userId=1", "/tracks/7/rule"] {
        let request = server.of(EVES, reqwest::Method::GET, path).header("x-user-id", "1");
        assert_eq!(sent(request).await.refusal(), no(403, "another_user"));
    }
    let body = json!({ "rule": { "signed_in": {} }, "userId": 1 });
    assert_eq!(server.put(EVES, "/tracks/7/rule", &body).await.refusal(), no(400, "invalid_request"));
}

#[tokio::test]
async fn a_rule_names_nothing_of_another_owners() {
    let server = server().await;
    let rule = json!({ "rule": { "group": "fans" } });
    let refused = server.put(TICKET, "/tracks/7/rule", &rule).await;
    let unknown = server.put(TICKET, "/tracks/7/rule", &json!({ "rule": { "group": "none" } })).await;
    assert_eq!(refused.refusal(), no(400, "invalid_rule"));
    assert_eq!(refused.body.replace("fans", "none"), unknown.body, "whether somebody has it does not show");
    assert_eq!(server.post(TICKET, "/tracks/7/try", &rule).await.refusal(), no(400, "invalid_rule"));
    // A rule that names one from before the owner's was deleted is decided by the owner's: there is none.
    server.rule(GATED, &json!({ "group": "friends" })).await;
    server.group_of(EVES, "friends", &["@grace", "@eve"]).await;
    assert_eq!(server.delete(TICKET, "/owner/groups/friends").await.status, 204);
    assert_eq!(server.refused(GRACES, GATED).await, "group_unknown");
    assert_eq!(server.refused(EVES, GATED).await, "group_unknown");
}

/// A server for one owner.
async fn for_one(owner: &str) -> TestServer {
    let owners = vec![OwnerName::parse(owner).unwrap()];
    TestServer::with(|settings| AccessSettings { owners, ..settings }).await
}

#[tokio::test]
async fn chosen_owner_is_served_by_id_or_handle() {
    for owner in [LISTENER.to_string().as_str(), "@ada", "@Ada"] {
        let server = for_one(owner).await;
        assert_eq!(server.stream_from(IN_AUSTRALIA, GATED).await.status, 302, "{owner}");
        assert_eq!(sent(server.create(&new_track())).await.status, 200, "{owner}");
        assert_eq!(server.get(TICKET, "/owner/groups").await.status, 200, "{owner}");
        assert_eq!(server.get(EVES, "/owner/groups").await.refusal(), no(403, "owner_not_served"), "{owner}");
    }
}

#[tokio::test]
async fn requests_for_unchosen_owners_are_rejected() {
    let not_served = no(403, "owner_not_served");
    for owner in [EVE.to_string().as_str(), "@eve", "@nobody-has-this"] {
        let server = for_one(owner).await;
        for track in [GATED, PUBLIC] {
            assert_eq!(server.stream_from(IN_AUSTRALIA, track).await.refusal(), not_served, "{owner}");
        }
        assert_eq!(sent(server.create(&new_track())).await.refusal(), not_served, "{owner}");
        assert_eq!(server.create_requests(), 0, "{owner}");
        for path in ["/owner/rules?ids=7", "/owner/groups", "/owner/products", "/owner/webhooks", "/owner/sites"] {
            assert_eq!(server.get(TICKET, path).await.refusal(), not_served, "{owner}: {path}");
        }
        assert_eq!(server.get(TICKET, &format!("/tracks/{GATED}/rule")).await.refusal(), not_served, "{owner}");
    }
}

#[tokio::test]
async fn listener_joins_group_without_being_chosen_owner() {
    let server = for_one("@ada").await;
    server.group("friends", &[]).await;
    assert_eq!(server.join(GRACES, &server.invitation("friends").await).await.status, 200);
}

#[tokio::test]
async fn read_ticket_plays() {
    let server = TestServer::new().await;
    let ticket = issued(&server, &json!("read"));
    server.rule(GATED, &json!({ "signed_in": {} })).await;
    assert_eq!(server.refused(&ticket, GATED).await, "");
    assert_eq!(server.refused(NO_TICKET, GATED).await, "not_signed_in");
}
