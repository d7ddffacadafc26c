//! Tickets that are not valid, at `/stream/{track_id}`: what they cost. They grant nothing, and take away nothing that
//! needs no user.

use std::sync::Arc;
use std::time::Duration;

use axum::routing::{get, post};
use axum::{Json, Router};
use serde_json::json;
use stagepass_backend::Rate;
use stagepass_backend::access::{AccessSettings, JunkTicketRates, ServiceLimits};
use stagepass_backend::base_url::BaseUrl;
use stagepass_test_support::sent;
use tokio::sync::Notify;

use crate::support::{
    API_KEY, CID, GATED, IN_AUSTRALIA, IN_THE_US, LISTENER, NOW, PUBLIC, Reply, STALE, TICKET, TestServer, location,
    no, signature, signer,
};

/// Has the form of a ticket, but was never issued.
const JUNK: &str = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

impl TestServer {
    /// How many tickets the service was asked to verify.
    fn verifications(&self) -> usize {
        self.service.lines().iter().filter(|line| line.contains("/tickets/verify")).count()
    }

    /// How often the service was asked for a track or its address.
    fn track_lookups(&self) -> usize {
        self.service.lines().iter().filter(|line| line.starts_with("GET /v1/tracks/")).count()
    }

    async fn show_ticket(&self, address: &str, ticket: &str) -> Reply {
        sent(self.get_from(address, "/stream/7").header("authorization", format!("Ticket {ticket}"))).await
    }
}

#[tokio::test]
async fn invalid_ticket_plays_what_needs_no_user() {
    let server = TestServer::new().await;
    let streamed = server.show_ticket(IN_AUSTRALIA, JUNK).await;
    assert_eq!(signature(location(&streamed)).data().user_id, None);
    assert_eq!(server.refused(JUNK, GATED).await, "");
    assert_eq!(server.stream(JUNK, PUBLIC).await.status, 302);
}

/// The SDK gets a new ticket after a 401 only. The signed-out 403 would end there.
#[tokio::test]
async fn denied_request_with_an_invalid_ticket_is_401() {
    let server = TestServer::new().await;
    assert_eq!(server.show_ticket(IN_THE_US, JUNK).await.refusal(), no(401, "invalid_ticket"));
    server.group("blocked", &[]).await;
    for rule in [json!({ "signed_in": {} }), json!({ "not": { "group": "blocked" } })] {
        server.rule(GATED, &rule).await;
        for path in ["/stream/7", "/tracks/7/access"] {
            let reply = server.get(JUNK, path).await;
            assert_eq!(reply.refusal(), no(401, "invalid_ticket"), "{path}");
            assert_eq!(reply.header("www-authenticate"), "Ticket");
        }
    }
}

#[tokio::test]
async fn unverifiable_ticket_is_503_if_denied() {
    let server = TestServer::new().await;
    let not_verified = no(503, "ticket_not_verified");
    let limited = no(429, "too_many_requests");
    for (status, expected) in [(200, &not_verified), (401, &not_verified), (404, &not_verified), (429, &limited)] {
        server.service.answers("POST /tickets/verify", status, "");
        assert_eq!(server.show_ticket(IN_AUSTRALIA, TICKET).await.status, 302, "{status}");
        for path in ["/stream/7", "/tracks/7/access"] {
            let request = server.get_from(IN_THE_US, path).header("authorization", format!("Ticket {TICKET}"));
            assert_eq!(sent(request).await.refusal(), *expected, "{status} {path}");
        }
    }
}

/// `ticket.rs` has all forms of the header.
#[tokio::test]
async fn malformed_ticket_counts_as_none_and_is_401() {
    let server = TestServer::new().await;
    let not_canonical = format!("Ticket {}B", &JUNK[1..]);
    for authorization in ["Ticket", "Basic dXNlcjpwYXNz", "", &not_canonical] {
        let shown = |address| sent(server.get_from(address, "/stream/7").header("authorization", authorization));
        assert_eq!(shown(IN_AUSTRALIA).await.status, 302, "{authorization:?}");
        assert_eq!(shown(IN_THE_US).await.refusal(), no(401, "invalid_ticket"), "{authorization:?}");
    }
    let two = server.get_from(IN_THE_US, "/stream/7").header("authorization", format!("Ticket {TICKET}"));
    let two = two.header("authorization", "Ticket x");
    assert_eq!(sent(two).await.refusal(), no(401, "invalid_ticket"));
    assert_eq!(server.verifications(), 0, "the service is not asked");
}

/// Everything is remembered for an hour, and junk tickets are limited.
fn limits() -> ServiceLimits {
    let rate = |burst| Rate { per_second: 1, burst };
    ServiceLimits {
        ticket_age: Duration::from_hours(1),
        track_age: Duration::from_hours(1),
        junk_tickets: Some(JunkTicketRates { per_address: rate(20), in_all: rate(30) }),
    }
}

async fn limited() -> TestServer {
    let server = TestServer::with(|settings| AccessSettings { service_limits: limits(), ..settings }).await;
    let good = json!({ "audience": server.access.audience(), "api_key": API_KEY, "user_id": LISTENER, "expires_at": NOW + 300 });
    server.service.verifies(TICKET, &good);
    server
}

#[tokio::test]
async fn verified_ticket_and_track_are_cached() {
    let server = limited().await;
    for _ in 0..5 {
        assert_eq!(server.show_ticket(IN_AUSTRALIA, TICKET).await.status, 302);
    }
    assert_eq!((server.verifications(), server.track_lookups()), (1, 2));
    let requests = server.service.requests();
    assert!(requests.iter().all(|request| request.authorization.is_some()), "as the app: {requests:?}");
    server.clock.advance(300);
    server.show_ticket(IN_AUSTRALIA, TICKET).await;
    assert_eq!(server.verifications(), 2, "a ticket is not remembered beyond its expiry");
}

#[tokio::test]
async fn missing_track_and_rejected_ticket_are_not_cached() {
    let server = limited().await;
    for _ in 0..2 {
        assert_eq!(sent(server.get_from(IN_AUSTRALIA, "/stream/77")).await.refusal(), no(404, "no_track"));
        assert_eq!(server.show_ticket(IN_THE_US, JUNK).await.refusal(), no(401, "invalid_ticket"));
    }
    assert_eq!((server.verifications(), server.track_lookups()), (2, 3));
}

#[tokio::test]
async fn junk_tickets_are_limited_by_address() {
    let server = limited().await;
    let mut refused = server.show_ticket(IN_THE_US, JUNK).await;
    for _ in 0..200 {
        if refused.status != 429 {
            refused = server.show_ticket(IN_THE_US, JUNK).await;
        }
    }
    assert_eq!((refused.refusal(), refused.header("retry-after")), (no(429, "too_many_requests"), "1"));
    assert_eq!(server.show_ticket(IN_AUSTRALIA, TICKET).await.status, 302, "others are let in");
    assert_eq!(server.show_ticket(IN_THE_US, TICKET).await.status, 403, "what is remembered is not limited");
    assert_eq!(server.stream(JUNK, PUBLIC).await.status, 302, "what needs no ticket is not limited");
}

#[tokio::test]
async fn service_failures_do_not_rate_limit_tickets() {
    let server = limited().await;
    let up = json!({ "audience": server.access.audience(), "api_key": API_KEY, "user_id": LISTENER }).to_string();
    for (status, body, expected) in [(503, "", 503), (429, "", 429), (200, "{}", 503), (200, &up, 403)] {
        server.service.answers("POST /tickets/verify", status, body);
        for _ in 0..40 {
            let before = server.verifications();
            assert_eq!(server.show_ticket(IN_THE_US, JUNK).await.status, expected, "the service says {status}: {body}");
            assert_eq!(server.verifications(), before + 1, "the service is asked");
        }
    }
}

/// A client could otherwise send any number of invalid tickets to the service, and leave before it answers.
#[tokio::test]
async fn tickets_of_clients_that_disconnect_are_limited() {
    let received = Arc::new(Notify::new());
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let service = BaseUrl::parse(&format!("http://{}/v1", listener.local_addr().unwrap())).unwrap();
    let notifies = Arc::clone(&received);
    let never = post(async move || {
        notifies.notify_one();
        std::future::pending::<()>().await;
    });
    let track = json!({ "data": {
        "id": GATED, "user": { "user_id": LISTENER }, "track_cid": CID, "access_authorities": [signer().address().to_string()],
    } });
    let track = get(async move || Json(track));
    let routes = Router::new().route("/v1/tickets/verify", never).route("/v1/tracks/7", track);
    tokio::spawn(async { axum::serve(listener, routes).await.unwrap() });
    let change = |settings| AccessSettings { service, service_limits: limits(), ..settings };
    let server = TestServer::with(change).await;
    for _ in 0..200 {
        tokio::select! {
            reply = server.show_ticket(IN_THE_US, JUNK) => {
                assert_eq!(reply.refusal(), no(429, "too_many_requests"));
                return;
            }
            // Drops the request, so its connection is closed.
            () = received.notified() => {}
        }
    }
    panic!("no limit");
}

#[tokio::test]
async fn service_429_is_returned_with_retry_after() {
    let server = TestServer::new().await;
    for line in ["GET /tracks/7/stream", "GET /tracks/7", "POST /tickets/verify"] {
        server.service.answers(line, 429, r#"{"error": "too_many_requests"}"#);
        let reply = server.show_ticket(IN_AUSTRALIA, TICKET).await;
        assert_eq!((reply.refusal(), reply.header("retry-after")), (no(429, "too_many_requests"), "1"), "{line}");
    }
}

#[tokio::test]
async fn public_track_does_not_depend_on_the_credential() {
    let server = TestServer::with(|settings| AccessSettings { credential: STALE.to_owned().into(), ..settings }).await;
    assert_eq!(server.stream_from(IN_AUSTRALIA, 8).await.status, 302);
}

#[tokio::test]
async fn verification_for_another_server_is_refused() {
    let server = TestServer::new().await;
    let of_another_server = json!({ "audience": "http://127.0.0.1:1", "api_key": API_KEY, "user_id": 1 });
    server.service.answers("POST /tickets/verify", 200, &of_another_server);
    assert_eq!(server.show_ticket(IN_THE_US, TICKET).await.refusal(), no(401, "invalid_ticket"));
}
