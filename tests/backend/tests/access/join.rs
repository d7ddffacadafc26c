//! `POST /join`: an invitation lets one user into one group, once, for a while.

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use serde_json::json;
use stagepass_backend::access::AccessSettings;
use stagepass_test_support::TestStorage;
use stagepass_test_support::dump::{Cell, assert_no_secret};

use crate::support::{EVES, GATED, GRACES, TICKET, TestServer, no, ticket};

#[tokio::test]
async fn an_invitation_lets_in_one_and_only_once() {
    let server = TestServer::new().await;
    server.group("friends", &[]).await;
    server.rule(GATED, &json!({ "group": "friends" })).await;
    let invitation = server.invitation("friends").await;
    let joined = server.join(GRACES, &invitation).await;
    assert_eq!((joined.status, joined.json()), (200, json!({ "group": "friends", "name": "The friends" })));
    assert_eq!(server.refused(GRACES, GATED).await, "");
    assert_eq!(server.join(EVES, &invitation).await.refusal(), no(410, "invitation_used"));
    assert_eq!(server.refused(EVES, GATED).await, "not_a_member");
    let again = server.join(GRACES, &invitation).await;
    assert_eq!((again.status, again.json()), (200, joined.json()), "whoever has used it may not have got the answer");
    let members = server.members("friends").await;
    assert_eq!((members.len(), &members[0]["handle"]), (1, &json!("grace")));
}

#[tokio::test]
async fn of_many_at_once_one_gets_in() {
    let server = TestServer::new().await;
    server.group("friends", &[]).await;
    let invitation = server.invitation("friends").await;
    let tickets: Vec<String> = (10..22).map(|user_id| ticket(&format!("a-ticket-of-listener-{user_id}"))).collect();
    for (user_id, ticket) in (10..).zip(&tickets) {
        server.service.has_user(user_id, &format!("listener{user_id}"));
        server.service.knows_ticket(ticket, user_id, server.access.audience());
    }
    let joining = tickets.iter().map(|ticket| server.join(ticket, &invitation));
    let replies = futures_util::future::join_all(joining).await;
    let (inside, outside): (Vec<_>, Vec<_>) = replies.iter().partition(|reply| reply.status == 200);
    assert_eq!((inside.len(), outside.len()), (1, 11));
    assert!(outside.iter().all(|reply| reply.refusal() == no(410, "invitation_used")));
    assert_eq!(server.members("friends").await.len(), 1);
}

#[tokio::test]
async fn member_leaves_invitation_unused_removed_one_cannot_reuse() {
    let server = TestServer::new().await;
    server.group("friends", &["@grace"]).await;
    let invitation = server.invitation("friends").await;
    assert_eq!(server.join(GRACES, &invitation).await.status, 200);
    assert_eq!(server.join(EVES, &invitation).await.status, 200, "it has not been used");
    assert_eq!(server.delete(TICKET, "/owner/groups/friends/members/@eve").await.status, 204);
    assert_eq!(server.join(EVES, &invitation).await.refusal(), no(410, "invitation_used"));
    assert_eq!(server.members("friends").await.len(), 1);
}

#[tokio::test]
async fn malformed_or_unknown_invitation_is_rejected() {
    let server = TestServer::new().await;
    server.group("friends", &[]).await;
    let invitation = server.invitation("friends").await;
    let other = "A".repeat(43);
    for text in ["", "x", &invitation[1..], &format!("{invitation}="), &format!(" {invitation}"), &other] {
        assert_eq!(server.join(GRACES, text).await.refusal(), no(404, "invitation_unknown"), "{text:?}");
    }
    for body in [json!({}), json!([invitation]), json!({ "invitation": 7 }), json!({ "invitation": null })] {
        assert_eq!(server.post(GRACES, "/join", &body).await.refusal(), no(400, "invalid_request"), "{body}");
    }
}

#[tokio::test]
async fn stolen_database_admits_no_user() {
    let place = TestStorage::new();
    let database = place.database();
    let server = TestServer::with(|settings| AccessSettings { database, ..settings }).await;
    server.group("friends", &[]).await;
    let invitation = server.invitation("friends").await;
    let rows = place.rows();
    assert_no_secret(&rows, &[&invitation]);
    let mut tried = 0;
    for (_, cell) in rows.into_iter().flat_map(|row| row.cells) {
        let guesses = match cell {
            Cell::Null => vec![],
            Cell::Text(text) => vec![text],
            Cell::Octets(octets) => vec![URL_SAFE_NO_PAD.encode(&octets), STANDARD.encode(&octets)],
        };
        for guess in guesses {
            tried += 1;
            assert_eq!(server.join(EVES, &guess).await.refusal(), no(404, "invitation_unknown"), "{guess}");
        }
    }
    assert!(tried > 10, "{tried}");
    assert_eq!(server.join(EVES, &invitation).await.status, 200);
}
