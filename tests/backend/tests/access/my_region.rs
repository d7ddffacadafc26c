//! `GET /my-region`, and which address counts.

use serde_json::{Value, json};
use stagepass_backend::ServerSettings;
use stagepass_backend::access::AccessSettings;
use stagepass_test_support::sent;

use crate::support::{GATED, IN_AUSTRALIA, IN_JAPAN, IN_THE_US, TestServer, no};

async fn region(server: &TestServer, forwarded: &str) -> Value {
    sent(server.get_from(forwarded, "/my-region")).await.json()
}

#[tokio::test]
async fn my_region_returns_country_and_whether_allowed() {
    let server = TestServer::new().await;
    assert_eq!(
        region(&server, IN_AUSTRALIA).await,
        json!({
            "ip": IN_AUSTRALIA, "country": "AU", "countryName": "Australia", "city": "Melbourne", "allowed": true,
            "allowedCountries": ["AU", "JP"],
        })
    );
    assert_eq!(
        region(&server, IN_JAPAN).await,
        json!({
            "ip": IN_JAPAN, "country": "JP", "countryName": "Japan", "city": null, "allowed": true, "allowedCountries": ["AU", "JP"],
        })
    );
    let american = region(&server, IN_THE_US).await;
    assert_eq!((&american["country"], &american["allowed"]), (&json!("US"), &json!(false)));
}

/// What `tests/vectors/addresses.json` says of addresses that a trusted proxy names: where they are, and whether two
/// rules let them in.
#[tokio::test]
async fn every_address_of_the_table() {
    let rows: Vec<Value> = serde_json::from_str(include_str!("../../../vectors/addresses.json")).unwrap();
    let server = TestServer::new().await;
    for (rule, column) in [
        (json!({ "geo": { "in": ["AU", "JP"] } }), "in AU or JP"),
        (json!({ "geo": { "not_in": ["US"] } }), "not in US"),
    ] {
        server.rule(GATED, &rule).await;
        for row in &rows {
            let address = row["address"].as_str().unwrap();
            let region = region(&server, address).await;
            assert_eq!((&region["country"], &region["city"]), (&row["country"], &row["city"]), "{row}");
            let reply = server.stream_from(address, GATED).await;
            let outcome = if reply.status == 302 { "allowed".to_owned() } else { reply.refusal().1 };
            assert_eq!(row[column], outcome, "{column}: {row}");
        }
    }
    assert!(rows.len() >= 20);
}

#[tokio::test]
async fn forwarded_for_from_untrusted_peer_is_ignored() {
    let server = TestServer::with(|settings| AccessSettings {
        server: ServerSettings { trusted_proxies: vec![], ..settings.server.clone() },
        ..settings
    })
    .await;
    for forwarded in [IN_AUSTRALIA, "127.0.0.1", "garbage"] {
        let region = region(&server, forwarded).await;
        assert_eq!((&region["ip"], &region["country"]), (&json!("127.0.0.1"), &Value::Null), "{forwarded}");
        assert_eq!(server.stream_from(forwarded, GATED).await.refusal(), no(403, "country_unknown"), "{forwarded}");
    }
}

#[tokio::test]
async fn client_ip_parameter_and_other_headers_are_ignored() {
    let server = TestServer::new().await;
    for path in ["/stream/7?client_ip=214.0.1.9", "/stream/7?client_ip=214.0.1.9&clientIp=214.0.1.9&ip=214.0.1.9"] {
        let request = server.get_from(IN_THE_US, path);
        let named = ["x-real-ip", "x-client-ip", "true-client-ip", "cf-connecting-ip"];
        let request = named.iter().fold(request, |request, name| request.header(*name, IN_AUSTRALIA));
        let request = request.header("forwarded", format!("for={IN_AUSTRALIA}"));
        assert_eq!(sent(request).await.refusal(), no(403, "country_not_allowed"));
    }
    let region = sent(server.get_from(IN_THE_US, "/my-region?client_ip=214.0.1.9")).await.json();
    assert_eq!(region["ip"], IN_THE_US);
}
