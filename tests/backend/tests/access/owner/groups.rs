//! `/owner/groups/…`: groups of users, for their owner.

mod invitations;

use serde_json::{Value, json};

use crate::support::{EVES, GATED, GRACE, GRACES, TICKET, TestServer, no};

#[tokio::test]
async fn are_made_changed_listed_and_deleted() {
    let server = TestServer::new().await;
    assert_eq!(server.get(TICKET, "/owner/groups").await.json(), json!({ "groups": [] }));
    let friends = json!({ "name": " Friends ", "joinUrl": "https://Ada.example" });
    let stored = server.put(TICKET, "/owner/groups/friends", &friends).await;
    let expected = json!({ "id": "friends", "name": "Friends", "joinUrl": "https://ada.example/" });
    assert_eq!((stored.status, stored.json()), (200, expected.clone()));
    server.clock.advance(1);
    server.group("family", &[]).await;
    let family = json!({ "id": "family", "name": "The family" });
    assert_eq!(server.get(TICKET, "/owner/groups").await.json(), json!({ "groups": [family, expected] }));
    let changed = server.put(TICKET, "/owner/groups/friends", &json!({ "name": "Old friends", "joinUrl": null })).await;
    assert_eq!(changed.json(), json!({ "id": "friends", "name": "Old friends" }));
    assert_eq!(server.delete(TICKET, "/owner/groups/family").await.status, 204);
    assert_eq!(server.delete(TICKET, "/owner/groups/family").await.refusal(), no(404, "not_found"));
    assert_eq!(server.get(TICKET, "/owner/groups").await.json(), json!({ "groups": [changed.json()] }));
}

#[tokio::test]
async fn invalid_group_is_rejected_with_reason() {
    let server = TestServer::new().await;
    for (id, body, words) in [
        ("Friends", json!({ "name": "Friends" }), "an ID is"),
        ("a%2Fb", json!({ "name": "Friends" }), "an ID is"),
        ("friends", json!({}), "name"),
        ("friends", json!([]), "body"),
        ("friends", json!({ "name": " " }), "name must be"),
        ("friends", json!({ "name": "Friends", "joinURL": "https://ada.example" }), "joinURL"),
        ("friends", json!({ "name": "Friends", "joinUrl": "javascript:alert(1)" }), "joinUrl must be"),
        ("friends", json!({ "name": "Friends", "joinUrl": "https://ada.example/#x" }), "joinUrl cannot"),
    ] {
        let reply = server.put(TICKET, &format!("/owner/groups/{id}"), &body).await;
        assert_eq!(reply.refusal(), no(400, "invalid_request"), "{id}: {body}");
        assert!(reply.body.contains(words), "{id}: {body}: {}", reply.body);
    }
    let huge = server.put(TICKET, "/owner/groups/friends", &json!({ "name": "x".repeat(40_000) })).await;
    assert_eq!(huge.refusal(), no(413, "invalid_request"));
    assert_eq!(server.get(TICKET, "/owner/groups").await.json(), json!({ "groups": [] }));
}

#[tokio::test]
async fn people_come_and_go_by_number_or_handle() {
    let server = TestServer::new().await;
    server.group("friends", &["@GRACE"]).await;
    server.clock.advance(60);
    server.group("friends", &["3", "2"]).await;
    let eve = json!({ "userId": 3, "handle": "eve", "name": "eve", "since": "2027-01-15T08:01:00Z" });
    let grace = json!({ "userId": 2, "handle": "grace", "name": "grace", "since": "2027-01-15T08:00:00Z" });
    assert_eq!(server.members("friends").await, [eve, grace.clone()], "newest first, and nobody twice");
    assert_eq!(server.delete(TICKET, "/owner/groups/friends/members/@eve").await.status, 204);
    assert_eq!(server.delete(TICKET, "/owner/groups/friends/members/3").await.refusal(), no(404, "not_found"));
    server.service.loses_user(GRACE);
    assert_eq!(server.members("friends").await, [grace], "who left the service stays until the owner says so");
    assert_eq!(server.delete(TICKET, "/owner/groups/friends/members/2").await.status, 204);
    assert!(server.members("friends").await.is_empty());
}

#[tokio::test]
async fn unknown_user_cannot_be_added_to_group() {
    let server = TestServer::new().await;
    server.group("friends", &[]).await;
    for name in ["@nobody", "99", "0", "-1", "grace", "@", "@a%2Fb", "@..", "%2B2", "18446744073709551616", "1.0"] {
        let reply = server.put(TICKET, &format!("/owner/groups/friends/members/{name}"), &Value::Null).await;
        assert_eq!(reply.refusal(), no(404, "no_user"), "{name}");
    }
    assert!(server.members("friends").await.is_empty());
    assert_eq!(server.get(TICKET, "/owner/groups/none/members").await.refusal(), no(404, "not_found"));
    let nowhere = server.put(TICKET, "/owner/groups/none/members/@grace", &Value::Null).await;
    assert_eq!(nowhere.refusal(), no(404, "not_found"));
    server.service.answers("GET /users/2", 500, "");
    let unknown = server.put(TICKET, "/owner/groups/friends/members/2", &Value::Null).await;
    assert_eq!(unknown.refusal(), no(502, "service_unavailable"));
}

#[tokio::test]
async fn a_group_takes_its_members_along() {
    let server = TestServer::new().await;
    server.group("friends", &["@grace"]).await;
    let invitation = server.invitation("friends").await;
    server.rule(GATED, &json!({ "group": "friends" })).await;
    assert_eq!(server.delete(TICKET, "/owner/groups/friends").await.status, 204);
    assert_eq!(server.refused(GRACES, GATED).await, "group_unknown");
    server.group("friends", &[]).await;
    assert_eq!(server.refused(GRACES, GATED).await, "not_a_member", "another group of that name is another group");
    assert_eq!(server.join(EVES, &invitation).await.refusal(), no(404, "invitation_unknown"));
}
