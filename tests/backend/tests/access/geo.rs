//! Locating addresses by a lookup service instead of a database.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde_json::json;
use stagepass_backend::access::{AccessSettings, GeoSource};
use stagepass_test_support::sent;

use crate::support::{GATED, IN_AUSTRALIA, IN_THE_US, NOWHERE, TestServer, no, with_rule};

/// Answers as told, one after another; then as ip-api.com would about an address in Melbourne.
#[derive(Default)]
struct Lookup {
    answers: VecDeque<(u16, String)>,
    requests: Vec<String>,
    silent: bool,
}

type SharedLookup = Arc<Mutex<Lookup>>;

async fn serve(State(lookup): State<SharedLookup>, Path(address): Path<String>) -> (StatusCode, String) {
    let reply = {
        let mut lookup = lookup.lock().unwrap();
        lookup.requests.push(address.clone());
        (!lookup.silent).then(|| lookup.answers.pop_front())
    };
    let Some(reply) = reply else { return std::future::pending().await };
    let melbourne = json!({
        "status": "success", "country": "Australia", "countryCode": "AU", "city": "Melbourne", "query": address, "lat": -37.8,
    });
    let (status, body) = reply.unwrap_or((200, melbourne.to_string()));
    (StatusCode::from_u16(status).unwrap(), body)
}

async fn server_with_lookup() -> (TestServer, SharedLookup) {
    let lookup = SharedLookup::default();
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/json/", listener.local_addr().unwrap());
    let routes = Router::new().route("/json/{address}", axum::routing::get(serve)).with_state(Arc::clone(&lookup));
    tokio::spawn(async move { axum::serve(listener, routes).await.unwrap() });
    let change =
        |settings| AccessSettings { geo: GeoSource::Lookup(url), geo_cache: Duration::from_mins(1), ..settings };
    (TestServer::with(change).await, lookup)
}

fn requests(lookup: &SharedLookup) -> Vec<String> {
    lookup.lock().unwrap().requests.clone()
}

fn then(lookup: &SharedLookup, status: u16, body: &str) {
    lookup.lock().unwrap().answers.push_back((status, body.to_owned()));
}

#[tokio::test]
async fn country_is_cached_for_a_while() {
    let (server, lookup) = server_with_lookup().await;
    for _ in 0..3 {
        assert_eq!(server.stream_from(IN_AUSTRALIA, GATED).await.status, 302);
    }
    let region = sent(server.get_from(IN_AUSTRALIA, "/my-region")).await.json();
    assert_eq!((&region["country"], &region["city"]), (&json!("AU"), &json!("Melbourne")));
    assert_eq!(requests(&lookup), [IN_AUSTRALIA]);
    server.clock.advance(60);
    assert_eq!(server.stream_from(IN_AUSTRALIA, GATED).await.status, 302);
    assert_eq!(requests(&lookup), [IN_AUSTRALIA, IN_AUSTRALIA]);
}

/// A subscriber of IPv6 has a whole /64 network, and could send each request from another address.
#[tokio::test]
async fn ipv6_network_is_resolved_once() {
    let (server, lookup) = server_with_lookup().await;
    for address in ["2600:1:2:3::1", "2600:1:2:3::2", "2600:1:2:3:ffff:ffff:ffff:ffff"] {
        assert_eq!(server.stream_from(address, GATED).await.status, 302);
    }
    assert_eq!(requests(&lookup), ["2600:1:2:3::1"]);
    assert_eq!(server.stream_from("2600:1:2:4::1", GATED).await.status, 302);
    assert_eq!(requests(&lookup), ["2600:1:2:3::1", "2600:1:2:4::1"]);
}

#[tokio::test]
async fn private_addresses_are_resolved_invalid_ones_not() {
    let (server, lookup) = server_with_lookup().await;
    assert_eq!(server.stream_from("10.0.0.1", GATED).await.status, 302);
    then(&lookup, 200, r#"{"status": "fail", "message": "private range"}"#);
    assert_eq!(server.stream_from("fd00::1", GATED).await.refusal(), no(403, "country_unknown"));
    assert_eq!(server.stream_from("garbage", GATED).await.refusal(), no(403, "country_unknown"));
    assert_eq!(requests(&lookup), ["10.0.0.1", "fd00::1"]);
}

#[tokio::test]
async fn failing_lookup_denies_access_until_it_recovers() {
    let (server, lookup) = server_with_lookup().await;
    let too_large = format!("{{\"status\": \"success\", \"countryCode\": \"AU\", \"x\": \"{}\"}}", "x".repeat(70_000));
    let of_another = json!({ "status": "success", "countryCode": "AU", "query": IN_THE_US }).to_string();
    let good = r#"{"status": "success", "countryCode": "AU"}"#;
    let answers = [
        (500, good, "country_lookup_failed"),
        (429, "", "country_lookup_failed"),
        (302, good, "country_lookup_failed"),
        (200, "{}", "country_lookup_failed"),
        (200, r#"{"status": "maybe"}"#, "country_lookup_failed"),
        (200, &too_large, "country_lookup_failed"),
        (200, &of_another, "country_lookup_failed"),
        (200, r#"{"status": "fail", "message": "reserved range"}"#, "country_unknown"),
        (200, r#"{"status": "success"}"#, "country_unknown"),
        (200, r#"{"status": "success", "countryCode": "ZZ"}"#, "country_unknown"),
    ];
    for (number, (status, body, code)) in answers.into_iter().enumerate() {
        let address = format!("214.0.2.{number}");
        then(&lookup, status, body);
        for _ in 0..2 {
            let reply = server.stream_from(&address, GATED).await;
            assert_eq!(reply.refusal(), no(403, code), "{status}: {body:.80}");
            assert!(reply.json()["yourCountry"].is_null());
        }
        assert_eq!(requests(&lookup).len(), number + 1, "a failing provider is not asked for each request");
    }
    assert_eq!(server.stream_from("214.0.2.0", GATED).await.refusal(), no(403, "country_lookup_failed"));
    server.clock.advance(5);
    assert_eq!(server.stream_from("214.0.2.0", GATED).await.status, 302, "a failure is soon forgotten");
}

#[tokio::test]
async fn not_in_rule_denies_if_lookup_fails() {
    let (server, lookup) = server_with_lookup().await;
    let created = sent(server.create(&with_rule(&json!({ "geo": { "not_in": ["US"] } })))).await.json();
    let track = created["trackId"].as_u64().unwrap();
    then(&lookup, 503, "");
    assert_eq!(server.stream_from(IN_AUSTRALIA, track).await.refusal(), no(403, "country_lookup_failed"));
    then(&lookup, 200, r#"{"status": "fail", "message": "private range"}"#);
    assert_eq!(server.stream_from(NOWHERE, track).await.refusal(), no(403, "country_unknown"));
    server.clock.advance(5);
    assert_eq!(server.stream_from(IN_AUSTRALIA, track).await.status, 302);
}

#[tokio::test]
async fn is_waited_for_two_seconds_and_no_longer() {
    let (server, lookup) = server_with_lookup().await;
    lookup.lock().unwrap().silent = true;
    let waited = tokio::time::timeout(Duration::from_secs(8), server.stream_from(IN_AUSTRALIA, GATED)).await;
    assert_eq!(waited.expect("an answer").refusal(), no(403, "country_lookup_failed"));
}
