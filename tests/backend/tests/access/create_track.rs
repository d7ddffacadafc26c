//! `POST /create-track`, also if the service or the database fails.

use rusqlite::Connection;
use serde_json::{Value, json};
use stagepass_backend::access::{AccessSettings, Secret};
use stagepass_backend::store::DatabaseAddress;
use stagepass_test_support::sent;

use crate::support::{
    CID, GATED, IN_AUSTRALIA, IN_THE_US, LISTENER, Reply, STALE, TICKET, TestServer, location, new_track, no,
    signature, signer, ticket, with_rule,
};

fn only_american() -> Value {
    with_rule(&json!({ "geo": { "in": ["US"] } }))
}

impl TestServer {
    async fn creation(&self, body: &Value) -> Reply {
        sent(self.create(body)).await
    }

    async fn created(&self, body: &Value) -> u64 {
        let reply = self.creation(body).await;
        assert_eq!((reply.status, &reply.json()["success"]), (200, &json!(true)), "{}", reply.body);
        reply.json()["trackId"].as_u64().unwrap()
    }

    /// How many tracks the service was asked to make.
    pub(crate) fn create_requests(&self) -> usize {
        self.service.lines().iter().filter(|line| *line == "POST /v1/tracks").count()
    }
}

#[tokio::test]
async fn track_is_created_with_server_as_sole_authority() {
    let server = TestServer::new().await;
    let track = server.created(&new_track()).await;
    let requests = server.service.requests();
    let [verified, made, sites] = &requests[..] else { panic!("{requests:?}") };
    assert_eq!(verified.line, "POST /v1/tickets/verify");
    assert_eq!(verified.body, json!({ "ticket": TICKET, "audience": server.access.audience() }));
    assert_eq!((made.line.as_str(), made.ticket.as_deref()), ("POST /v1/tracks", Some(TICKET)));
    let expected = json!({
        "title": "Tape 1", "genre": "Ambient", "track_cid": CID, "access_authorities": [signer().address().to_string()],
    });
    assert_eq!(made.body, expected);
    let request = (sites.line.as_str(), sites.ticket.as_deref(), &sites.body);
    assert_eq!(request, (format!("PUT /v1/tracks/{track}/sites").as_str(), Some(TICKET), &json!({ "sites": null })));
    assert_eq!(signature(location(&server.stream_from(IN_AUSTRALIA, track).await)).data().track_id, Some(track));
    assert_eq!(server.stream_from(IN_THE_US, track).await.refusal(), no(403, "country_not_allowed"));
}

#[tokio::test]
async fn track_rule_overrides_server_default() {
    let server = TestServer::new().await;
    let american = server.created(&with_rule(&json!({ "geo": { "in": ["usa", "Sweden"] } }))).await;
    assert_eq!(server.stream_from(IN_THE_US, american).await.status, 302);
    let refused = server.stream_from(IN_AUSTRALIA, american).await.json();
    assert_eq!((&refused["yourCountry"], &refused["allowedCountries"]), (&json!("AU"), &json!(["SE", "US"])));
    let anywhere_else = server.created(&with_rule(&json!({ "geo": { "not_in": ["AU"] } }))).await;
    assert_eq!(server.stream_from(IN_THE_US, anywhere_else).await.status, 302);
    let refused = server.stream_from(IN_AUSTRALIA, anywhere_else).await.json();
    assert_eq!((&refused["code"], refused.get("allowedCountries")), (&json!("country_not_allowed"), None));
    let no_rule = server.created(&with_rule(&Value::Null)).await;
    assert_eq!(server.stream_from(IN_AUSTRALIA, no_rule).await.status, 302);
}

#[tokio::test]
async fn invalid_body_is_rejected_without_service_request() {
    let server = TestServer::new().await;
    let with = |pointer: &str, value: Value| {
        let mut body = new_track();
        *body.pointer_mut(pointer).unwrap() = value;
        body
    };
    for (body, words) in [
        (json!([]), "body: "),
        (json!({ "userId": 1 }), "metadata"),
        (with("/userId", json!("one")), "userId"),
        (with("/userId", json!(1.5)), "userId"),
        (with("/userId", json!("+1")), "userId"),
        (with("/metadata", json!({ "title": "Tape" })), "trackCid"),
        (with("/metadata/title", json!("  ")), "metadata.title"),
        (with("/metadata/title", json!("x".repeat(201))), "metadata.title"),
        (with("/metadata/title", json!(1)), "body: "),
        (with("/metadata/trackCid", json!("a/../b")), "metadata.trackCid"),
    ] {
        let reply = server.creation(&body).await;
        assert_eq!(reply.refusal(), no(400, "invalid_request"), "{body}");
        assert!(reply.body.contains(words), "{body}: {}", reply.body);
    }
    let twice = format!(r#"{{"userId": 1, "userId": 1, "metadata": {}}}"#, new_track()["metadata"]);
    let request = server.create(&Value::Null).body(twice);
    assert_eq!(sent(request).await.refusal(), no(400, "invalid_request"));
    let huge = sent(server.create(&with("/metadata/genre", json!("x".repeat(40_000))))).await;
    assert_eq!(huge.refusal(), no(413, "invalid_request"));
    assert_eq!(server.creation(&with_rule(&json!({}))).await.refusal(), no(400, "invalid_rule"));
    assert_eq!(server.service.requests(), []);
    server.created(&with("/userId", json!("1"))).await;
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
    assert_eq!(server.create_requests(), 0);
}

#[tokio::test]
async fn a_no_of_the_services_is_passed_on() {
    let server = TestServer::new().await;
    let problem = json!({ "error": "access_denied", "error_description": "the CID is of nobody's upload" });
    server.service.answers("POST /tracks", 403, &problem);
    let reply = sent(server.create(&only_american())).await;
    assert_eq!(reply.refusal(), no(403, "refused_by_service"));
    assert!(reply.body.contains("the CID is of nobody's upload"), "{}", reply.body);
    // Nothing was made, so nothing is shut: this track is the same listener's and has the same content.
    assert_eq!(server.stream_from(IN_AUSTRALIA, GATED).await.status, 302);
}

#[tokio::test]
async fn track_created_with_wrong_authorities_is_deleted() {
    let server = TestServer::new().await;
    let made = json!({ "data": { "id": 60, "user": { "user_id": 1 }, "track_cid": CID, "access_authorities": [] } });
    server.service.answers("POST /tracks", 201, &made);
    assert_eq!(sent(server.create(&only_american())).await.refusal(), no(502, "service_unavailable"));
    assert_eq!(server.service.lines().last().unwrap(), "DELETE /v1/tracks/60");
}

#[tokio::test]
async fn with_sqlite_unstored_rule_leaves_no_open_track() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("access.db");
    let server =
        TestServer::with(|settings| AccessSettings { database: DatabaseAddress::from(file.clone()), ..settings }).await;
    let database = Connection::open(&file).unwrap();
    let full = "CREATE TRIGGER full BEFORE INSERT ON rules BEGIN SELECT RAISE(ABORT, 'the disk is full'); END";
    database.execute_batch(full).unwrap();

    let reply = sent(server.create(&only_american())).await;
    assert_eq!(reply.refusal(), no(500, "server_error"));
    assert!(!reply.body.contains("full"));
    assert_eq!(server.service.lines().last().unwrap(), "DELETE /v1/tracks/103");
    assert_eq!(server.stream_from(IN_AUSTRALIA, 103).await.refusal(), no(404, "no_track"));

    // The service does not delete it either.
    server.service.answers("DELETE /tracks/103", 500, "");
    assert_eq!(sent(server.create(&only_american())).await.refusal(), no(500, "server_error"));
    for address in [IN_AUSTRALIA, IN_THE_US] {
        assert_eq!(server.stream_from(address, 103).await.refusal(), no(403, "no_rule"), "{address}");
    }

    database.execute_batch("DROP TABLE unfinished").unwrap();
    let before = server.create_requests();
    assert_eq!(sent(server.create(&only_american())).await.refusal(), no(500, "server_error"));
    assert_eq!(server.create_requests(), before, "no track is asked for that could not be noted");
    assert_eq!(server.stream_from(IN_AUSTRALIA, 103).await.refusal(), no(500, "server_error"));
}

#[tokio::test]
async fn credential_that_the_service_refuses_verifies_no_ticket() {
    let server =
        TestServer::with(|settings| AccessSettings { credential: Secret::from(STALE.to_owned()), ..settings }).await;
    let reply = sent(server.create(&new_track())).await;
    assert_eq!(reply.refusal(), no(503, "ticket_not_verified"));
    assert!(!reply.body.contains(STALE));
}
