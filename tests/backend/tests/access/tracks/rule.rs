//! `/tracks/{track_id}/rule`: the rules of tracks, for their owners.

use serde_json::{Value, json};
use stagepass_test_support::sent;

use crate::support::{
    EVES, GATED, IN_AUSTRALIA, IN_THE_US, NO_TICKET, OTHERS, PUBLIC, Reply, TICKET, TestServer, no, with_rule,
};

async fn put(server: &TestServer, rule: &Value) -> Reply {
    server.put(TICKET, "/tracks/7/rule", &json!({ "rule": rule })).await
}

#[tokio::test]
async fn stored_rule_is_returned_and_applies_immediately() {
    let server = TestServer::new().await;
    let before = server.get(TICKET, "/tracks/7/rule").await.json();
    assert_eq!((&before["trackId"], &before["rule"]), (&json!(GATED), &Value::Null));
    let words = before["words"].as_str().unwrap();
    assert!(words.contains("default") && words.contains("Australia"), "{words}");

    let stored = put(&server, &json!({ "geo": { "in": ["usa", "Sweden"] } })).await;
    assert_eq!((stored.status, &stored.json()["rule"]), (200, &json!({ "geo": { "in": ["SE", "US"] } })));
    let words = stored.json()["words"].as_str().unwrap().to_owned();
    assert!(words.contains("Sweden") && words.contains("United States"), "{words}");
    assert_eq!(server.get(TICKET, "/tracks/7/rule").await.json(), stored.json());
    assert_eq!(server.stream_from(IN_THE_US, GATED).await.status, 302);
    assert_eq!(server.stream_from(IN_AUSTRALIA, GATED).await.refusal(), no(403, "country_not_allowed"));

    let removed = put(&server, &Value::Null).await.json();
    assert_eq!(removed, before);
    assert_eq!(server.stream_from(IN_AUSTRALIA, GATED).await.status, 302);
}

/// Three schedules, with 14 and 7 weekly windows and with so many.
fn windows(second: usize) -> Value {
    let window = json!({ "days": ["mon"], "from": "20:00", "until": "22:00" });
    let schedule = |windows| json!({ "schedule": { "weekly": vec![window.clone(); windows], "zone": "UTC" } });
    json!({ "all": [schedule(14), { "any": [schedule(7), schedule(second)] }] })
}

#[tokio::test]
async fn invalid_rule_is_rejected_with_its_path() {
    let server = TestServer::new().await;
    for (rule, place) in [
        (json!({ "all": [{ "signed_in": {} }, { "geo": { "in": ["Atlantis"] } }] }), "rule: all[1].geo.in[0]: "),
        (json!({ "any": [] }), "rule: any: "),
        (windows(8), "rule: all[1].any[1].schedule: a rule has at most 28 weekly windows in all"),
        (json!({}), "rule: "),
        (json!(7), "rule: "),
    ] {
        let reply = put(&server, &rule).await;
        assert_eq!(reply.refusal(), no(400, "invalid_rule"), "{rule}");
        assert!(reply.json()["error"].as_str().unwrap().starts_with(place), "{rule}: {}", reply.body);
        let tried = server.post(TICKET, "/tracks/7/try", &json!({ "rule": rule })).await;
        assert_eq!(tried.body, reply.body);
        let made = sent(server.create(&with_rule(&rule))).await;
        assert_eq!(made.body, reply.body);
    }
    assert_eq!(server.create_requests(), 0);
    assert_eq!(server.get(TICKET, "/tracks/7/rule").await.json()["rule"], Value::Null, "none of it was stored");
}

#[tokio::test]
async fn rule_with_unknown_reference_is_rejected() {
    let server = TestServer::new().await;
    server.group("friends", &[]).await;
    server.group_of(EVES, "fans", &["@grace"]).await;
    for (leaf, place) in [
        (json!({ "group": "fans" }), "group"),
        (json!({ "paid": "album" }), "paid"),
        (json!({ "site": { "signed": "radio" } }), "site.signed"),
    ] {
        let rule = json!({ "any": [{ "group": "friends" }, { "all": [leaf] }] });
        let reply = put(&server, &rule).await;
        assert_eq!(reply.refusal(), no(400, "invalid_rule"), "{rule}");
        let expected = format!("rule: any[1].all[0].{place}: you have no ");
        assert!(reply.json()["error"].as_str().unwrap().starts_with(&expected), "{}", reply.body);
        let tried = server.post(TICKET, "/tracks/7/try", &json!({ "rule": rule })).await;
        assert_eq!(tried.body, reply.body);
        let made = sent(server.create(&with_rule(&rule))).await;
        assert_eq!(made.body, reply.body);
    }
    assert_eq!(server.create_requests(), 0, "no track is asked for");
    assert_eq!(put(&server, &json!({ "group": "friends" })).await.status, 200);
}

#[tokio::test]
async fn too_large_or_deep_rule_is_rejected() {
    let server = TestServer::new().await;
    let send = async |method: &str, path: &str, body: String| {
        let request = server.of(TICKET, method.parse().unwrap(), path).header("content-type", "application/json");
        sent(request.body(body)).await
    };
    let deep = |times: usize| format!(r#"{}{{"signed_in":{{}}}}{}"#, r#"{"not":"#.repeat(times), "}".repeat(times));
    let arrays = format!(r#"{{"all":{}{}}}"#, "[".repeat(1000), "]".repeat(1000));
    let in_a_geo = format!(r#"{{"geo":{{"in":{}{}}}}}"#, "[".repeat(1000), "]".repeat(1000));
    for (method, path) in [("PUT", "/tracks/7/rule"), ("POST", "/tracks/7/try"), ("POST", "/create-track")] {
        let body = |rule: &str| {
            let track =
                if path == "/create-track" { r#""userId":1,"metadata":{"title":"T","trackCid":"c"},"# } else { "" };
            format!(r#"{{{track}"rule":{rule}}}"#)
        };
        let huge = body(&format!(r#"{{"group":"{}"}}"#, "x".repeat(1 << 20)));
        assert_eq!(send(method, path, huge).await.refusal(), no(413, "invalid_request"), "{path}");
        let reply = send(method, path, body(&deep(1000))).await;
        assert_eq!(reply.refusal(), no(400, "invalid_rule"), "{path}");
        assert!(reply.body.contains("rule: not.not.not"), "{path}: {}", reply.body);
        for rule in [&arrays, &in_a_geo, &deep(9)] {
            let reply = send(method, path, body(rule)).await;
            assert_eq!(reply.refusal(), no(400, "invalid_rule"), "{path}: {rule:.40}");
        }
    }
    let twice = r#"{"rule": null, "rule": {"signed_in": {}}}"#.to_owned();
    assert_eq!(send("PUT", "/tracks/7/rule", twice).await.refusal(), no(400, "invalid_request"));
    for body in ["", "{}", "[]", "null", r#"{"rule": {"signed_in": {}}, "rules": 1}"#, r#"{"rule": "#] {
        let reply = send("PUT", "/tracks/7/rule", body.to_owned()).await;
        assert_eq!(reply.refusal(), no(400, "invalid_request"), "{body}");
    }
    assert_eq!(server.create_requests(), 0);
    assert_eq!(server.get(TICKET, "/tracks/7/rule").await.json()["rule"], Value::Null);
}

#[tokio::test]
async fn interrupted_track_is_closed_until_owner_sets_rule() {
    let server = TestServer::new().await;
    server.service.answers("POST /tracks", 500, "");
    let cut_off = sent(server.create(&with_rule(&json!({ "geo": { "in": ["US"] } })))).await;
    assert_eq!(cut_off.refusal(), no(502, "service_unavailable"));
    assert_eq!(server.refused(NO_TICKET, GATED).await, "no_rule");
    assert_eq!(server.stream_from(IN_THE_US, GATED).await.refusal(), no(403, "no_rule"), "the rule was not stored");
    let words = server.get(TICKET, "/tracks/7/rule").await.json()["words"].to_string();
    assert!(words.contains("could not be stored"), "{words}");
    server.rule(GATED, &json!({ "geo": { "in": ["AU"] } })).await;
    assert_eq!(server.refused(NO_TICKET, GATED).await, "");
}

#[tokio::test]
async fn rule_routes_reject_tracks_not_signed_here() {
    let server = TestServer::new().await;
    for (track, expected) in [
        (OTHERS.to_string(), no(404, "not_an_authority")),
        (PUBLIC.to_string(), no(404, "not_an_authority")),
        ("404".to_owned(), no(404, "no_track")),
        ("seven".to_owned(), no(400, "invalid_track_id")),
    ] {
        let path = format!("/tracks/{track}/rule");
        assert_eq!(server.get(TICKET, &path).await.refusal(), expected);
        assert_eq!(server.put(TICKET, &path, &json!({ "rule": null })).await.refusal(), expected);
        assert_eq!(server.post(TICKET, &format!("/tracks/{track}/try"), &json!({})).await.refusal(), expected);
    }
}

/// It is decided away from the async workers, and says the same.
#[tokio::test]
async fn rule_with_maximum_windows_is_stored_and_decided() {
    let server = TestServer::new().await;
    assert_eq!(put(&server, &windows(7)).await.status, 200);
    assert_eq!(server.stream_from(IN_AUSTRALIA, GATED).await.refusal(), no(403, "outside_hours"));
    let open = json!({ "not": windows(7) });
    assert_eq!(put(&server, &open).await.status, 200);
    assert_eq!(server.stream_from(IN_AUSTRALIA, GATED).await.status, 302);
    let tried = server.post(TICKET, "/tracks/7/try", &json!({ "time": "2027-01-18T20:30:00Z" })).await.json();
    assert_eq!((&tried["allowed"], &tried["code"]), (&json!(false), &json!("excluded")), "{tried}");
}

/// Without it, a page of any site could show the player of the track.
#[tokio::test]
async fn service_learns_sites_of_each_new_rule() {
    let server = TestServer::new().await;
    let site = json!({ "site": { "from": ["https://radio.example"] } });
    let many: Vec<_> = (0..50).map(|number| format!("https://{number}.{0}.{0}.example", "a".repeat(60))).collect();
    for (rule, sites) in [
        (site.clone(), json!(["https://radio.example"])),
        (json!({ "all": [site, { "geo": { "in": ["SE"] } }] }), json!(["https://radio.example"])),
        (json!({ "any": [site, { "geo": { "in": ["SE"] } }] }), Value::Null),
        (json!({ "site": { "from": many } }), json!([])),
        (Value::Null, Value::Null),
    ] {
        assert_eq!(put(&server, &rule).await.status, 200);
        let last = server.service.requests().pop().unwrap();
        let request = (last.line.as_str(), last.ticket.as_deref(), last.body);
        assert_eq!(request, ("PUT /v1/tracks/7/sites", Some(TICKET), json!({ "sites": sites })), "{rule}");
    }
}

#[tokio::test]
async fn rule_is_kept_if_service_refuses_its_sites() {
    let server = TestServer::new().await;
    put(&server, &json!({ "geo": { "in": ["US"] } })).await;
    server.service.answers("PUT /tracks/7/sites", 500, "");
    assert_eq!(put(&server, &json!({ "geo": { "in": ["SE"] } })).await.refusal(), no(502, "service_unavailable"));
    assert_eq!(server.stream_from(IN_THE_US, GATED).await.status, 302);
}
