//! Making tracks.

use serde_json::{Value, json};
use stagepass_test_support::sent;

use crate::support::{
    CID, IN_AUSTRALIA, IN_THE_US, Reply, TICKET, TestServer, location, new_track, no, signature, signer, with_rule,
};

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
    pub(crate) fn asked_for(&self) -> usize {
        self.service.lines().iter().filter(|line| *line == "POST /v1/tracks").count()
    }
}

#[tokio::test]
async fn track_is_created_with_server_as_sole_authority() {
    let server = TestServer::new().await;
    let track = server.created(&new_track()).await;
    let requests = server.service.requests();
    let [verified, made] = &requests[..] else { panic!("{requests:?}") };
    assert_eq!(verified.line, "POST /v1/tickets/verify");
    assert_eq!(verified.body, json!({ "ticket": TICKET, "audience": server.access.audience() }));
    assert_eq!((made.line.as_str(), made.ticket.as_deref()), ("POST /v1/tracks", Some(TICKET)));
    let asked = json!({
        "title": "Tape 1", "genre": "Ambient", "track_cid": CID, "access_authorities": [signer().address().to_string()],
    });
    assert_eq!(made.body, asked);
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
async fn user_id_as_string_is_accepted() {
    let server = TestServer::new().await;
    let mut body = new_track();
    body["userId"] = json!("1");
    server.created(&body).await;
}

#[tokio::test]
async fn invalid_rule_is_rejected_without_service_request() {
    let server = TestServer::new().await;
    for (rule, words) in [
        (json!({ "geo": { "in": ["DE", "Atlantis"] } }), "\"Atlantis\" is no country"),
        (json!({ "geo": { "in": [] } }), "the list of countries is empty"),
        (json!({ "geo": { "in": ["DE"], "not_in": ["FR"] } }), "rule: "),
        (json!({ "geo": { "only": ["DE"] } }), "rule: geo: "),
        (json!({ "pays": { "in": ["DE"] } }), "\"pays\" is not known here"),
        (json!({}), "rule: "),
        (json!([]), "rule: "),
        (json!("geo"), "rule: "),
        (json!(true), "rule: "),
    ] {
        let reply = server.creation(&with_rule(&rule)).await;
        assert_eq!(reply.refusal(), no(400, "invalid_rule"), "{rule}");
        assert!(reply.body.contains(&words.replace('"', "\\\"")), "{rule}: {}", reply.body);
    }
    assert_eq!(server.service.requests(), []);
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
        (with("/userId", json!(-1)), "userId"),
        (with("/userId", json!(1.5)), "userId"),
        (with("/userId", json!("+1")), "userId"),
        (with("/userId", Value::Null), "userId"),
        (with("/metadata", json!({ "title": "Tape" })), "trackCid"),
        (with("/metadata/title", json!("  ")), "metadata.title"),
        (with("/metadata/title", json!("x".repeat(201))), "metadata.title"),
        (with("/metadata/title", json!(1)), "body: "),
        (with("/metadata/genre", json!(1)), "body: "),
        (with("/metadata/trackCid", json!("")), "metadata.trackCid"),
        (with("/metadata/trackCid", json!("a/../b")), "metadata.trackCid"),
        (with("/metadata/trackCid", json!("x".repeat(129))), "metadata.trackCid"),
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
    assert_eq!(server.service.requests(), []);
}
