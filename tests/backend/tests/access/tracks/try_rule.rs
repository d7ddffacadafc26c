//! `POST /tracks/{track_id}/try`: the decision of a rule for a hypothetical user.

use serde_json::{Value, json};

use crate::support::{GATED, NO_TICKET, TICKET, TestServer, no};

async fn tried(server: &TestServer, body: &Value) -> Value {
    let reply = server.post(TICKET, "/tracks/7/try", body).await;
    assert_eq!(reply.status, 200, "{}", reply.body);
    assert!(reply.json()["words"].as_str().is_some_and(|words| words.contains(' ')), "{}", reply.body);
    reply.json()
}

/// The code of the refusal, and nothing if there is none.
async fn code(server: &TestServer, body: &Value) -> String {
    let answer = tried(server, body).await;
    assert_eq!(answer["allowed"], json!(answer.get("code").is_none()), "{answer}");
    answer["code"].as_str().unwrap_or_default().to_owned()
}

#[tokio::test]
async fn simulation_uses_given_or_stored_rule() {
    let server = TestServer::new().await;
    assert_eq!(code(&server, &json!({ "country": "AU" })).await, "", "the server's default");
    assert_eq!(code(&server, &json!({ "country": "US" })).await, "country_not_allowed");
    let german = json!({ "geo": { "in": ["DE"] } });
    assert_eq!(code(&server, &json!({ "rule": german, "country": "germany" })).await, "");
    assert_eq!(code(&server, &json!({ "rule": german, "country": "AU" })).await, "country_not_allowed");
    assert_eq!(server.refused(NO_TICKET, GATED).await, "", "nothing was stored");
    server.rule(GATED, &german).await;
    assert_eq!(code(&server, &json!({ "country": "DE" })).await, "");
    assert_eq!(code(&server, &json!({ "rule": null, "country": "DE" })).await, "country_not_allowed");
}

#[tokio::test]
async fn simulated_facts_decide_the_rule() {
    let server = TestServer::new().await;
    server.group("friends", &["@grace"]).await;
    for (rule, facts, expected) in [
        (json!({ "geo": { "in": ["SE"] } }), json!({ "country": "SE" }), ""),
        (json!({ "geo": { "in": ["SE"] } }), json!({ "country": null }), "country_unknown"),
        (json!({ "geo": { "in": ["SE"] } }), json!({}), "country_unknown"),
        (json!({ "group": "friends" }), json!({ "user": "@Grace" }), ""),
        (json!({ "group": "friends" }), json!({ "user": 2 }), ""),
        (json!({ "group": "friends" }), json!({ "user": "3" }), "not_a_member"),
        (json!({ "group": "friends" }), json!({ "user": null }), "not_signed_in"),
        (json!({ "signed_in": { "verified": true } }), json!({ "user": "@grace" }), ""),
        (json!({ "signed_in": { "verified": true } }), json!({ "user": "@eve" }), "not_verified"),
        (json!({ "site": { "from": ["https://radio.example"] } }), json!({ "cameFrom": "https://radio.example" }), ""),
        (json!({ "site": { "from": ["https://radio.example"] } }), json!({}), "site_unknown"),
    ] {
        let mut body = facts;
        body["rule"] = rule;
        assert_eq!(code(&server, &body).await, expected, "{body}");
    }
    let night = json!({ "schedule": { "weekly": [{ "days": ["fri"], "from": "20:00", "until": "02:00" }], "zone": "Europe/Stockholm" } });
    for (time, expected) in [
        ("2026-11-27T18:59:59Z", "outside_hours"),
        ("2026-11-27T19:00:00Z", ""),
        ("2026-11-28T01:59:59+01:00", ""),
        ("2026-11-28T02:00:00+01:00", "outside_hours"),
    ] {
        assert_eq!(code(&server, &json!({ "rule": night, "time": time })).await, expected, "{time}");
    }
    assert!(!server.service.lines().iter().any(|line| line.contains("/stream")), "nothing is signed");
}

#[tokio::test]
async fn invalid_simulated_facts_are_rejected() {
    let server = TestServer::new().await;
    for (body, words) in [
        (json!([]), "body"),
        (json!({ "Country": "SE" }), "Country"),
        (json!({ "country": "Atlantis" }), "country: "),
        (json!({ "country": 1 }), "body"),
        (json!({ "time": "tomorrow" }), "time must be"),
        (json!({ "time": "2026-11-27T18:59:59" }), "time must be"),
        (json!({ "cameFrom": "radio.example" }), "cameFrom must be"),
        (json!({ "cameFrom": "null" }), "cameFrom must be"),
        (json!({ "siteToken": "My Site" }), "an ID is"),
        (json!({ "user": true }), "body"),
        (json!({ "user": -1 }), "body"),
    ] {
        let reply = server.post(TICKET, "/tracks/7/try", &body).await;
        assert_eq!(reply.refusal(), no(400, "invalid_request"), "{body}");
        assert!(reply.body.contains(words), "{body}: {}", reply.body);
    }
    for user in [json!("@nobody"), json!(99), json!("eve"), json!("")] {
        let reply = server.post(TICKET, "/tracks/7/try", &json!({ "user": user })).await;
        assert_eq!(reply.refusal(), no(404, "no_user"), "{user}");
    }
}
