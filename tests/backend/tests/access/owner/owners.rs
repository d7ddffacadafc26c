//! Several owners at one server: none sees, changes or uses what belongs to another.

use serde_json::{Value, json};
use stagepass_backend::access::{AccessSettings, OwnerName};
use stagepass_test_support::sent;

use crate::support::{
    EVE, EVES, GATED, GRACES, IN_AUSTRALIA, LISTENER, NO_TICKET, PUBLIC, TICKET, TestServer, new_track, no, signer,
    ticket,
};

/// Ada has a group with grace in it and an invitation to it; so has eve, under another name.
async fn server() -> TestServer {
    let server = TestServer::new().await;
    server.group("friends", &["@grace"]).await;
    server.group_of(EVES, "fans", &["@grace"]).await;
    server
}

#[tokio::test]
async fn nothing_of_another_owners_is_to_be_seen() {
    let server = server().await;
    let ids = async |ticket: &str| {
        let list = server.get(ticket, "/owner/groups").await.json()["groups"].clone();
        list.as_array().unwrap().iter().map(|group| group["id"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(
        (ids(TICKET).await, ids(EVES).await, ids(GRACES).await.len()),
        (vec!["friends".to_owned()], vec!["fans".to_owned()], 0)
    );
    // What is another's is answered as what there isn't.
    for group in ["friends", "none"] {
        assert_eq!(server.get(EVES, &format!("/owner/groups/{group}/members")).await.refusal(), no(404, "not_found"));
        let invited = server.post(EVES, &format!("/owner/groups/{group}/invitations"), &json!({})).await;
        assert_eq!(invited.refusal(), no(404, "not_found"));
        let member = format!("/owner/groups/{group}/members/@grace");
        assert_eq!(server.put(EVES, &member, &Value::Null).await.refusal(), no(404, "not_found"));
        assert_eq!(server.delete(EVES, &member).await.refusal(), no(404, "not_found"));
        assert_eq!(server.delete(EVES, &format!("/owner/groups/{group}")).await.refusal(), no(404, "not_found"));
    }
    let members = server.get(TICKET, "/owner/groups/friends/members").await.json();
    assert_eq!(members["members"][0]["handle"], "grace", "and all of it is still there");
}

#[tokio::test]
async fn same_group_id_is_separate_per_owner() {
    let server = server().await;
    let named = server.put(EVES, "/owner/groups/friends", &json!({ "name": "Eve's friends" })).await;
    assert_eq!(named.status, 200);
    assert_eq!(server.get(EVES, "/owner/groups/friends/members").await.json(), json!({ "members": [] }));
    assert_eq!(server.get(TICKET, "/owner/groups").await.json()["groups"][0]["name"], "The friends");
    assert_eq!(server.delete(EVES, "/owner/groups/friends").await.status, 204);
    let members = server.get(TICKET, "/owner/groups/friends/members").await.json();
    assert_eq!(members["members"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_tracks_rule_is_its_owners_business() {
    let server = server().await;
    let open = json!({ "rule": { "signed_in": {} } });
    for (ticket, expected) in
        [(EVES, no(403, "another_user")), (GRACES, no(403, "another_user")), (NO_TICKET, no(401, "ticket_required"))]
    {
        assert_eq!(server.get(ticket, "/tracks/7/rule").await.refusal(), expected);
        assert_eq!(server.put(ticket, "/tracks/7/rule", &open).await.refusal(), expected);
        assert_eq!(server.post(ticket, "/tracks/7/try", &json!({})).await.refusal(), expected);
    }
    assert_eq!(server.get(TICKET, "/tracks/7/rule").await.json()["rule"], Value::Null);
    assert_eq!(server.get(EVES, "/owner/tracks").await.json(), json!({ "tracks": [] }));
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

#[tokio::test]
async fn simulation_uses_only_own_groups() {
    let server = server().await;
    server.service.has_track_of(EVE, 70, &[signer().address()]);
    let asked = json!({ "rule": { "group": "friends" }, "user": "@grace" });
    assert_eq!(server.post(EVES, "/tracks/70/try", &asked).await.refusal(), no(400, "invalid_rule"));
    let asked = json!({ "rule": { "group": "fans" }, "user": "@grace" });
    assert_eq!(server.post(EVES, "/tracks/70/try", &asked).await.json()["allowed"], true);
}

#[tokio::test]
async fn invitation_joins_its_owners_group() {
    let server = server().await;
    let made = server.post(EVES, "/owner/groups/fans/invitations", &json!({})).await.json();
    server.service.has_user(20, "mallory");
    let mallorys = ticket("the-ticket-of-mallory");
    server.service.knows_ticket(&mallorys, 20, server.access.audience());
    let joined = server.join(&mallorys, made["invitation"].as_str().unwrap()).await;
    assert_eq!((joined.status, &joined.json()["group"]), (200, &json!("fans")));
    let members = server.get(TICKET, "/owner/groups/friends/members").await.json();
    assert_eq!(members["members"].as_array().unwrap().len(), 1, "nobody has come to ada's: {members}");
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
        assert!(!server.service.requests().iter().any(|told| told.line.starts_with("POST /v1/tracks?")), "{owner}");
        for path in ["/owner/tracks", "/owner/groups", "/owner/products", "/owner/webhooks", "/owner/sites"] {
            assert_eq!(server.get(TICKET, path).await.refusal(), not_served, "{owner}: {path}");
        }
        assert_eq!(server.get(TICKET, &format!("/tracks/{GATED}/rule")).await.refusal(), not_served, "{owner}");
    }
}

#[tokio::test]
async fn listener_joins_group_without_being_chosen_owner() {
    let server = for_one("@ada").await;
    server.group("friends", &[]).await;
    let invited = server.post(TICKET, "/owner/groups/friends/invitations", &json!({})).await.json();
    let joined = server.post(GRACES, "/join", &json!({ "invitation": invited["invitation"] })).await;
    assert_eq!(joined.status, 200, "{}", joined.body);
}
