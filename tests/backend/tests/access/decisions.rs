//! What rules decide, at the addresses that listeners ask.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::Router;
use axum::extract::State;
use axum::routing::get;
use serde_json::{Value, json};
use stagepass_backend::access::{AccessSettings, GeoSource};
use stagepass_test_support::sent;
use tokio::sync::{Notify, Semaphore};

use crate::support::{
    EVE, EVES, GATED, GRACES, IN_AUSTRALIA, IN_THE_US, NO_TICKET, NOW, NOWHERE, PUBLIC, TICKET, TestServer, location,
    no, signature, signer,
};

const SITE: &str = "https://radio.example";

#[tokio::test]
async fn group_rule_allows_only_members() {
    let server = TestServer::new().await;
    server.group("friends", &["@grace"]).await;
    server.rule(GATED, &json!({ "group": "friends" })).await;
    assert_eq!(server.refused(GRACES, GATED).await, "");
    assert_eq!(server.refused(EVES, GATED).await, "not_a_member");
    assert_eq!(server.refused(TICKET, GATED).await, "not_a_member", "an owner is in no group by owning it");
    assert_eq!(server.refused(NO_TICKET, GATED).await, "not_signed_in");
    let signed = signature(location(&server.stream(GRACES, GATED).await));
    assert_eq!(signed.data().user_id, Some(2));
}

#[tokio::test]
async fn any_needs_one_condition_all_needs_every() {
    let server = TestServer::new().await;
    server.group("friends", &["@grace"]).await;
    server.rule(GATED, &json!({ "any": [{ "geo": { "in": ["US"] } }, { "group": "friends" }] })).await;
    assert_eq!(server.refused(GRACES, GATED).await, "");
    assert_eq!(server.refused(EVES, GATED).await, "country_not_allowed");
    assert_eq!(server.stream_from(IN_THE_US, GATED).await.status, 302, "signed in or not");
    server.rule(GATED, &json!({ "all": [{ "geo": { "in": ["US"] } }, { "group": "friends" }] })).await;
    assert_eq!(server.refused(GRACES, GATED).await, "country_not_allowed");
    let american = server.http.get(server.url("/stream/7")).header("x-forwarded-for", IN_THE_US);
    assert_eq!(sent(american.header("authorization", format!("Ticket {GRACES}"))).await.status, 302);
}

#[tokio::test]
async fn unknown_under_not_is_still_denied() {
    let server = TestServer::new().await;
    server.rule(GATED, &json!({ "not": { "geo": { "in": ["US"] } } })).await;
    assert_eq!(server.stream_from(IN_AUSTRALIA, GATED).await.status, 302);
    assert_eq!(server.stream_from(IN_THE_US, GATED).await.refusal(), no(403, "excluded"));
    assert_eq!(server.stream_from(NOWHERE, GATED).await.refusal(), no(403, "country_unknown"));
    server.group("blocked", &["@eve"]).await;
    server.rule(GATED, &json!({ "not": { "group": "blocked" } })).await;
    assert_eq!(server.refused(GRACES, GATED).await, "");
    assert_eq!(server.refused(EVES, GATED).await, "excluded");
    assert_eq!(server.refused(NO_TICKET, GATED).await, "not_signed_in", "eve is not let in by signing out");
    assert_eq!(server.delete(TICKET, "/owner/groups/blocked").await.status, 204);
    assert_eq!(server.refused(GRACES, GATED).await, "group_unknown");
}

#[tokio::test]
async fn group_name_refers_to_track_owners_group() {
    let server = TestServer::new().await;
    server.group("friends", &[]).await;
    server.group_of(EVES, "friends", &["@grace"]).await;
    server.service.has_track_of(EVE, 70, &[signer().address()]);
    server.rule(GATED, &json!({ "group": "friends" })).await;
    let hers = server.put(EVES, "/tracks/70/rule", &json!({ "rule": { "group": "friends" } })).await;
    assert_eq!(hers.status, 200, "{}", hers.body);
    assert_eq!(server.refused(GRACES, GATED).await, "not_a_member");
    assert_eq!(server.refused(GRACES, 70).await, "");
}

#[tokio::test]
async fn signed_in_rule_checks_sign_in_and_verification() {
    let server = TestServer::new().await;
    server.rule(GATED, &json!({ "signed_in": {} })).await;
    assert_eq!(
        (server.refused(EVES, GATED).await, server.refused(NO_TICKET, GATED).await.as_str()),
        (String::new(), "not_signed_in")
    );
    server.rule(GATED, &json!({ "signed_in": { "verified": true } })).await;
    assert_eq!(
        (server.refused(GRACES, GATED).await, server.refused(EVES, GATED).await.as_str()),
        (String::new(), "not_verified")
    );
}

#[tokio::test]
async fn the_time_is_the_servers_and_nobody_elses() {
    let server = TestServer::new().await;
    // NOW is 2027-01-15T08:00:00Z.
    let day = json!({ "schedule": { "from": "2027-01-15T08:01", "until": "2027-01-15T08:02", "zone": "UTC" } });
    server.rule(GATED, &day).await;
    let early = server.get(NO_TICKET, "/tracks/7/access").await.json();
    assert_eq!((&early["code"], &early["refusals"][0]["opensAt"]), (&json!("not_yet"), &json!("2027-01-15T08:01:00Z")));
    let dated = server.get_from(IN_AUSTRALIA, "/stream/7?time=2027-01-15T08:01:30Z&now=1800000090");
    let dated = dated.header("date", "Fri, 15 Jan 2027 08:01:30 GMT").header("x-timestamp", (NOW + 90).to_string());
    assert_eq!(sent(dated).await.refusal(), no(403, "not_yet"));
    server.clock.advance(60);
    assert_eq!(server.refused(NO_TICKET, GATED).await, "");
    server.clock.advance(60);
    assert_eq!(server.refused(NO_TICKET, GATED).await, "over");
    for back in [-60, -3600] {
        server.clock.advance(back);
        assert_eq!(server.refused(NO_TICKET, GATED).await, "over", "what was over does not begin again");
    }
}

#[tokio::test]
async fn site_rule_checks_origin_and_referer() {
    let server = TestServer::new().await;
    server.rule(GATED, &json!({ "site": { "from": [SITE] } })).await;
    for (headers, code) in [
        (&[("origin", SITE)][..], None),
        (&[("referer", "https://radio.example/listen")], None),
        (&[("origin", "null"), ("referer", "https://radio.example/")], None),
        (&[], Some("site_unknown")),
        (&[("origin", "null")], Some("site_unknown")),
        (&[("origin", SITE), ("origin", SITE)], Some("site_unknown")),
        (&[("referer", SITE), ("referer", SITE)], Some("site_unknown")),
        (&[("origin", "https://evil.example"), ("referer", SITE)], Some("site_not_allowed")),
        (&[("referer", "https://evil.example/?https://radio.example/")], Some("site_not_allowed")),
        (&[("referer", "https://radio.example.evil.example/")], Some("site_not_allowed")),
        (&[("referer", "https://radio.example@evil.example/")], Some("site_not_allowed")),
        (&[("origin", "http://radio.example")], Some("site_not_allowed")),
        (&[("x-forwarded-host", "radio.example")], Some("site_unknown")),
    ] {
        let request = server.get_from(IN_AUSTRALIA, "/stream/7");
        let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
        let reply = sent(request).await;
        match code {
            None => assert_eq!(reply.status, 302, "{headers:?}: {}", reply.body),
            Some(code) => assert_eq!(reply.refusal(), no(403, code), "{headers:?}"),
        }
    }
}

#[tokio::test]
async fn access_check_matches_stream_and_signs_nothing() {
    let server = TestServer::new().await;
    let asked = async |path: &str| server.get(NO_TICKET, path).await;
    assert_eq!(asked("/tracks/7/access").await.json(), json!({ "allowed": true }));
    assert_eq!(asked(&format!("/tracks/{PUBLIC}/access")).await.json(), json!({ "allowed": true }));
    assert_eq!(asked("/tracks/9/access").await.refusal(), no(404, "not_an_authority"));
    assert_eq!(asked("/tracks/404/access").await.refusal(), no(404, "no_track"));
    assert_eq!(asked("/tracks/seven/access").await.refusal(), no(400, "invalid_track_id"));
    assert!(!server.service.lines().iter().any(|line| line.contains("/stream")), "no address is asked for");
    server.rule(GATED, &json!({ "geo": { "not_in": ["AU"] } })).await;
    let body = asked("/tracks/7/access").await.json();
    assert_eq!((&body["allowed"], &body["code"]), (&json!(false), &json!("country_not_allowed")));
    let mut refused = server.stream(NO_TICKET, GATED).await.json();
    refused["allowed"] = json!(false);
    assert_eq!(body, refused, "but for that member they are the same");
}

/// A lookup of countries that answers only when the test allows it.
struct Slow {
    asked: Notify,
    times: AtomicUsize,
    released: Semaphore,
}

async fn answer(State(slow): State<Arc<Slow>>) -> String {
    slow.times.fetch_add(1, Ordering::SeqCst);
    slow.asked.notify_one();
    let _released = slow.released.acquire().await.unwrap();
    json!({ "status": "success", "countryCode": "AU" }).to_string()
}

#[tokio::test]
async fn slow_country_lookup_delays_only_rules_needing_it() {
    let slow = Arc::new(Slow { asked: Notify::new(), times: AtomicUsize::new(0), released: Semaphore::new(0) });
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/json/", listener.local_addr().unwrap());
    let routes = Router::new().route("/json/{address}", get(answer)).with_state(Arc::clone(&slow));
    tokio::spawn(async move { axum::serve(listener, routes).await.unwrap() });
    let server = TestServer::with(|settings| AccessSettings { geo: GeoSource::Lookup(url), ..settings }).await;
    server.group("friends", &["@grace"]).await;
    let geo = json!({ "geo": { "in": ["AU"] } });
    let with = |kind: &str, other: Value| json!({ kind: [geo, other] });

    server.rule(GATED, &json!({ "group": "friends" })).await;
    assert_eq!(server.refused(GRACES, GATED).await, "");
    assert_eq!(slow.times.load(Ordering::SeqCst), 0, "a rule that has no need of a country asks for none");
    server.rule(GATED, &with("any", json!({ "group": "friends" }))).await;
    assert_eq!(server.refused(GRACES, GATED).await, "");
    server.rule(GATED, &with("all", json!({ "group": "friends" }))).await;
    assert_eq!(server.refused(EVES, GATED).await, "not_a_member");
    server.rule(GATED, &with("all", json!({ "schedule": { "until": "2000-01-01", "zone": "UTC" } }))).await;
    assert_eq!(server.refused(GRACES, GATED).await, "over");

    server.rule(GATED, &with("any", json!({ "group": "friends" }))).await;
    let eves = server.of(EVES, reqwest::Method::GET, "/stream/7");
    let waiting = tokio::spawn(async move { sent(eves).await.status });
    slow.asked.notified().await;
    slow.released.add_permits(Semaphore::MAX_PERMITS / 2);
    assert_eq!(waiting.await.unwrap(), 302);
}
