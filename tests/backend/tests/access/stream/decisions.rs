//! What rules decide at `/stream/{track_id}`.

use serde_json::json;
use stagepass_test_support::sent;

use crate::support::{
    EVES, GATED, GRACES, IN_AUSTRALIA, IN_THE_US, NO_TICKET, NOW, NOWHERE, TICKET, TestServer, location, no, signature,
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
async fn only_the_servers_time_counts() {
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
        (&[], Some("site_unknown")),
        (&[("origin", SITE), ("origin", SITE)], Some("site_unknown")),
        (&[("origin", "https://evil.example"), ("referer", SITE)], Some("site_not_allowed")),
        (&[("referer", "https://radio.example@evil.example/")], Some("site_not_allowed")),
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

/// Only the service's player names the page that shows it in a frame: no other page can send the service's origin.
#[tokio::test]
async fn site_rule_checks_the_page_around_the_player() {
    let server = TestServer::new().await;
    server.rule(GATED, &json!({ "site": { "from": [SITE] } })).await;
    let service = server.service.base_url.strip_suffix("/v1").unwrap();
    for (headers, code) in [
        (&[("origin", service), ("stagepass-embedder", SITE)][..], None),
        (&[("origin", service)], Some("site_not_allowed")),
        (&[("origin", service), ("stagepass-embedder", "https://evil.example")], Some("site_not_allowed")),
        (&[("origin", service), ("stagepass-embedder", "null")], Some("site_unknown")),
        (&[("origin", service), ("stagepass-embedder", SITE), ("stagepass-embedder", SITE)], Some("site_unknown")),
        (&[("origin", "https://evil.example"), ("stagepass-embedder", SITE)], Some("site_not_allowed")),
        (&[("stagepass-embedder", SITE)], Some("site_unknown")),
        (&[("referer", "https://evil.example/"), ("stagepass-embedder", SITE)], Some("site_not_allowed")),
    ] {
        let request = server.get_from(IN_AUSTRALIA, "/stream/7");
        let reply = sent(headers.iter().fold(request, |request, (name, value)| request.header(*name, *value))).await;
        match code {
            None => assert_eq!(reply.status, 302, "{headers:?}: {}", reply.body),
            Some(code) => assert_eq!(reply.refusal(), no(403, code), "{headers:?}"),
        }
    }
}
