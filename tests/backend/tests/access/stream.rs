//! `GET /stream/{track_id}`: who gets to the audio, and with what.

mod decisions;
mod refusals;
mod tickets;

use serde_json::{Value, json};
use stagepass_gate::{Request, Track};
use stagepass_test_support::sent;

use crate::support::{
    CID, GATED, IN_AUSTRALIA, IN_BRITAIN, IN_JAPAN, IN_THE_US, NOW, NOWHERE, OTHERS, PUBLIC, TestServer, location,
    new_track, no, signature, signer,
};

fn now() -> u64 {
    u64::try_from(NOW).unwrap() * 1000
}

#[tokio::test]
async fn allowed_request_redirects_with_valid_signature() {
    let server = TestServer::new().await;
    let reply = server.stream_from(IN_AUSTRALIA, GATED).await;
    assert!(
        location(&reply).starts_with(&format!("http://node.example/tracks/cidstream/{CID}?signature=%7B")),
        "{reply:?}"
    );
    assert_eq!((reply.header("cache-control"), reply.header("referrer-policy")), ("no-store", "no-referrer"));
    let parameter = signature(location(&reply));
    let authorities = [server.access.signer_address()];
    let track = Track { id: GATED, cid: CID, authorities: &authorities, duration: None };
    let request = Request { cid: CID, track: Some(track), upload_ids: None, now: now() };
    assert_eq!(request.admit(parameter.data(), parameter.signer().unwrap()), Ok(()));
    assert_eq!(parameter.signer().unwrap(), signer().address());
    assert_eq!(parameter.document(), format!(r#"{{"cid":"{CID}","timestamp":{},"trackId":{GATED}}}"#, now()));
}

#[tokio::test]
async fn without_a_redirect() {
    let server = TestServer::new().await;
    let reply = sent(server.get_from(IN_AUSTRALIA, "/stream/7?no_redirect=true")).await;
    assert_eq!((reply.status, reply.header("cache-control")), (200, "no-store"));
    let body = reply.json();
    assert_eq!(body.as_object().unwrap().len(), 1);
    assert_eq!(signature(body["data"].as_str().unwrap()).signer().unwrap(), signer().address());
}

#[tokio::test]
async fn country_not_allowed_is_denied_with_details() {
    let server = TestServer::new().await;
    for (address, country, name) in [(IN_THE_US, "US", "United States"), (IN_BRITAIN, "GB", "United Kingdom")] {
        let reply = server.stream_from(address, GATED).await;
        let mut expected = json!({
            "error": format!("This track cannot be played in your country ({name})."), "code": "country_not_allowed", "rule": "geo",
            "yourCountry": country, "allowedCountries": ["AU", "JP"],
        });
        // The one condition that denies, which names the same reason.
        expected["refusals"] = json!([expected]);
        assert_eq!((reply.status, reply.json()), (403, expected));
    }
    assert_eq!(server.stream_from(IN_JAPAN, GATED).await.status, 302);
}

#[tokio::test]
async fn track_without_rule_or_default_is_denied() {
    let server = TestServer::with(|settings| stagepass_backend::access::AccessSettings {
        allowed_countries: vec![],
        ..settings
    })
    .await;
    let reply = server.stream_from(IN_AUSTRALIA, GATED).await;
    assert_eq!(reply.refusal(), no(403, "no_rule"));
    let region = sent(server.get_from(IN_AUSTRALIA, "/my-region")).await.json();
    assert_eq!((&region["allowed"], &region["allowedCountries"]), (&json!(false), &json!([])));
}

#[tokio::test]
async fn a_public_track_needs_no_signature() {
    let server = TestServer::new().await;
    let reply = server.stream_from(NOWHERE, PUBLIC).await;
    assert_eq!(location(&reply), format!("http://node.example/tracks/cidstream/{CID}"));
}

#[tokio::test]
async fn track_of_another_authority_is_not_signed() {
    let server = TestServer::new().await;
    let reply = server.stream_from(IN_AUSTRALIA, OTHERS).await;
    assert_eq!(reply.refusal(), no(404, "not_an_authority"));
    server.service.has_track(OTHERS, &[stagepass_gate::Address::from([2; 20]), signer().address()]);
    assert_eq!(server.stream_from(IN_AUSTRALIA, OTHERS).await.status, 302);
}

#[tokio::test]
async fn unknown_or_malformed_track_is_rejected() {
    let server = TestServer::new().await;
    assert_eq!(server.stream_from(IN_AUSTRALIA, 404).await.refusal(), no(404, "no_track"));
    for text in ["seven", "0", "+7", "7%20", "%ff", "9007199254740992"] {
        let reply = sent(server.get_from(IN_AUSTRALIA, &format!("/stream/{text}"))).await;
        assert_eq!(reply.refusal(), no(400, "invalid_track_id"), "{text}");
        assert_eq!(reply.json()["error"], "Invalid track ID format");
    }
    assert_eq!(server.service.lines().len(), 1, "the service is asked about numbers alone");
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
        track(json!(["0x12"])),
        track(json!([zero])),
        json!({ "data": { "id": 9, "user": { "user_id": 1 }, "track_cid": CID, "access_authorities": [] } }),
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
