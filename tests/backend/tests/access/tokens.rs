//! Who may ask for what, and what must never be shown.

use crate::support::{API_KEY, GATED, IN_AUSTRALIA, IN_THE_US, LISTENER, TICKET, TestServer, new_track, no, ticket};
use serde_json::json;
use stagepass_test_support::sent;

#[tokio::test]
async fn without_a_ticket_no_track_is_made() {
    let server = TestServer::new().await;
    let bare = sent(server.http.post(server.url("/create-track")).json(&new_track())).await;
    assert_eq!(bare.refusal(), no(401, "ticket_required"));
    assert_eq!(bare.header("www-authenticate"), "Ticket");
    assert_eq!(server.service.requests(), []);
}

#[tokio::test]
async fn ticket_of_another_user_or_server_makes_none() {
    let server = TestServer::new().await;
    let origin = server.access.audience().to_owned();
    let [of_listener_2, for_another_server, unknown] =
        ["of-listener-2", "for-another-server", "unknown-to-the-service"].map(ticket);
    server.service.knows_ticket(&of_listener_2, 2, &origin);
    server.service.knows_ticket(&for_another_server, LISTENER, "http://127.0.0.1:1");
    for (ticket, expected) in [
        (of_listener_2, no(403, "another_user")),
        (for_another_server, no(401, "invalid_ticket")),
        (unknown, no(401, "invalid_ticket")),
    ] {
        let request = server.http.post(server.url("/create-track")).header("authorization", format!("Ticket {ticket}"));
        assert_eq!(sent(request.json(&new_track())).await.refusal(), expected, "{ticket}");
    }
    assert_eq!(server.asked_for(), 0);
}

#[tokio::test]
async fn verification_for_another_server_is_refused() {
    let server = TestServer::new().await;
    let of_another_server = json!({ "audience": "http://127.0.0.1:1", "api_key": API_KEY, "user_id": 1 });
    server.service.answers("POST /tickets/verify", 200, &of_another_server);
    let request = server.get_from(IN_THE_US, "/stream/7").header("authorization", format!("Ticket {TICKET}"));
    assert_eq!(sent(request).await.refusal(), no(401, "invalid_ticket"));
}

#[tokio::test]
async fn malformed_ticket_gets_no_more_than_no_ticket() {
    let server = TestServer::new().await;
    for authorization in ["Ticket x", "Ticket", "Basic dXNlcjpwYXNz", "x", ""] {
        let shown = |address| sent(server.get_from(address, "/stream/7").header("authorization", authorization));
        assert_eq!(shown(IN_AUSTRALIA).await.status, 302, "{authorization:?}");
        assert_eq!(shown(IN_THE_US).await.refusal(), no(401, "invalid_ticket"), "{authorization:?}");
    }
    let two = server.get_from(IN_THE_US, "/stream/7").header("authorization", format!("Ticket {TICKET}"));
    let two = two.header("authorization", "Ticket x");
    assert_eq!(sent(two).await.refusal(), no(401, "invalid_ticket"));
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
