//! A failing service, database or setting never grants access.

use rusqlite::Connection;
use serde_json::{Value, json};
use stagepass_backend::access::{AccessSettings, GeoSource, Secret, start};
use stagepass_backend::store::DatabaseAddress;
use stagepass_test_support::{TestStorage, sent};

use crate::support::{
    CID, CREDENTIAL, GATED, IN_AUSTRALIA, IN_THE_US, PUBLIC, STALE, TestServer, location, new_track, no, settings,
    signer, with_rule,
};

fn only_american() -> Value {
    with_rule(&json!({ "geo": { "in": ["US"] } }))
}

#[tokio::test]
async fn a_service_that_is_down() {
    let mut server = TestServer::new().await;
    server.service.stop().await;
    assert_eq!(server.stream_from(IN_AUSTRALIA, GATED).await.refusal(), no(502, "service_unavailable"));
    assert_eq!(sent(server.create(&new_track())).await.refusal(), no(503, "ticket_not_verified"));
    assert_eq!(sent(server.get_from(IN_AUSTRALIA, "/my-region")).await.status, 200);
}

#[tokio::test]
async fn track_with_unreadable_authorities_is_not_public() {
    let server = TestServer::new().await;
    let track = |authorities: Value| json!({ "data": { "id": 8, "user": { "user_id": 1 }, "track_cid": CID, "access_authorities": authorities } });
    let zero = format!("0x{}", "0".repeat(40));
    let mut without = track(json!([]));
    without["data"].as_object_mut().unwrap().remove("access_authorities");
    for body in [
        without,
        track(Value::Null),
        track(json!("")),
        track(json!(["0x12"])),
        track(json!([zero])),
        json!({ "data": { "id": 9, "user": { "user_id": 1 }, "track_cid": CID, "access_authorities": [] } }),
        json!({ "data": null }),
        json!([]),
    ] {
        server.service.answers("GET /tracks/8", 200, &body);
        assert_eq!(server.stream_from(IN_AUSTRALIA, PUBLIC).await.refusal(), no(502, "service_unavailable"), "{body}");
    }
    for (status, body) in [(302, track(json!([]))), (500, track(json!([]))), (200, json!("x".repeat(70_000)))] {
        server.service.answers("GET /tracks/8", status, &body);
        assert_eq!(
            server.stream_from(IN_AUSTRALIA, PUBLIC).await.refusal(),
            no(502, "service_unavailable"),
            "{status}"
        );
    }
    assert!(!server.service.lines().iter().any(|line| line.contains("elsewhere")), "a redirect is not followed");
}

#[tokio::test]
async fn invalid_stream_url_from_service_is_rejected() {
    let server = TestServer::new().await;
    for url in [
        "javascript:alert(1)",
        "data:text/html,x",
        "ftp://node.example/x",
        "/tracks/x",
        "",
        "https://u:p@node.example/x",
        "http://",
    ] {
        server.service.streams_from(url);
        for track in [GATED, PUBLIC] {
            assert_eq!(
                server.stream_from(IN_AUSTRALIA, track).await.refusal(),
                no(502, "service_unavailable"),
                "{url}"
            );
        }
    }
    server.service.streams_from("https://node.example/a?b=c&signature=x#d");
    let location = location(&server.stream_from(IN_AUSTRALIA, GATED).await).to_owned();
    assert!(location.starts_with("https://node.example/a?b=c&signature=%7B") && location.ends_with("#d"), "{location}");
}

#[tokio::test]
async fn credential_that_the_service_refuses_verifies_no_ticket() {
    let server =
        TestServer::with(|settings| AccessSettings { credential: Secret::from(STALE.to_owned()), ..settings }).await;
    let reply = sent(server.create(&new_track())).await;
    assert_eq!(reply.refusal(), no(503, "ticket_not_verified"));
    assert!(!reply.body.contains(STALE));
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

/// The service can have created the track although its response was an error.
#[tokio::test]
async fn track_from_failed_creation_is_closed() {
    let server = TestServer::new().await;
    server.service.answers("POST /tracks", 500, "");
    assert_eq!(sent(server.create(&only_american())).await.refusal(), no(502, "service_unavailable"));
    // It was made after all.
    server.service.has_track(50, &[signer().address()]);
    for address in [IN_AUSTRALIA, IN_THE_US] {
        assert_eq!(server.stream_from(address, 50).await.refusal(), no(403, "no_rule"), "{address}");
    }
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
    let asked = server.asked_for();
    assert_eq!(sent(server.create(&only_american())).await.refusal(), no(500, "server_error"));
    assert_eq!(server.asked_for(), asked, "no track is asked for that could not be noted");
    assert_eq!(server.stream_from(IN_AUSTRALIA, 103).await.refusal(), no(500, "server_error"));
}

#[tokio::test]
async fn rules_outlive_a_restart() {
    let place = TestStorage::new();
    let database = place.database();
    let server = TestServer::with(|settings| AccessSettings { database: database.clone(), ..settings }).await;
    let track = sent(server.create(&only_american())).await.json()["trackId"].as_u64().unwrap();
    let TestServer { access, service, clock, http } = server;
    access.shutdown().await;
    let access = start(AccessSettings { database, ..settings(&service.base_url, &clock) }).await.unwrap();
    let server = TestServer { access, service, clock, http };
    assert_eq!(server.stream_from(IN_THE_US, track).await.status, 302);
    assert_eq!(server.stream_from(IN_AUSTRALIA, track).await.refusal(), no(403, "country_not_allowed"));
}

#[tokio::test]
async fn settings_that_can_not_be_used() {
    let clock = std::sync::Arc::new(stagepass_backend::clock::ManualClock::at(0));
    let good = settings("http://127.0.0.1:9/v1", &clock);
    for (settings, words) in [
        (AccessSettings { api_key: "Late Night Radio".into(), ..good.clone() }, "the API key is"),
        (AccessSettings { credential: Secret::from(" \n".to_owned()), ..good.clone() }, "not the credential of an"),
        (AccessSettings { credential: Secret::from("A".repeat(43)), ..good.clone() }, "access-server add"),
        (AccessSettings { geo: GeoSource::Database("none.mmdb".into()), ..good.clone() }, "none.mmdb"),
    ] {
        let error = start(settings).await.unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    }
    for url in
        ["", "x", "ftp://x", "file:///x", "https://u@x", "https://:p@x", "https://x?y", "https://x#y", "https://"]
    {
        let error = start(AccessSettings { geo: GeoSource::Lookup(url.into()), ..good.clone() }).await.unwrap_err();
        assert!(error.to_string().contains("the geo lookup's address"), "{url}: {error}");
    }
    assert!(!format!("{good:?}").contains(CREDENTIAL));
    assert!(!format!("{good:?}").contains("0101"));
}
