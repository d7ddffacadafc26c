//! The denial of `/stream/{track_id}`: for programs, and for a user whose browser was led here.

use serde_json::json;
use stagepass_test_support::sent;

use crate::support::{EVES, GATED, IN_THE_US, NO_TICKET, Reply, TICKET, TestServer, no};

const BROWSER: &str = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

/// What a browser is shown that goes to the track's address from there.
async fn page(server: &TestServer, address: &str, path: &str) -> Reply {
    let request = server.get_from(address, path).header("accept", BROWSER).header("sec-fetch-dest", "document");
    let reply = sent(request).await;
    assert_eq!(reply.header("content-type"), "text/html; charset=utf-8", "{}", reply.body);
    assert_eq!(reply.headers.get_all("content-type").iter().count(), 1);
    reply
}

/// The first denial reason is also at the top level of the response.
#[tokio::test]
async fn denial_lists_all_reasons_and_repeats_first() {
    let server = TestServer::new().await;
    let group = json!({ "name": "Friends", "joinUrl": "https://ada.example/join" });
    assert_eq!(server.put(TICKET, "/owner/groups/friends", &group).await.status, 200);
    let until = json!({ "schedule": { "from": "2027-02-01", "zone": "UTC" } });
    server.rule(GATED, &json!({ "any": [{ "group": "friends" }, { "geo": { "in": ["JP"] } }, until] })).await;
    let refused = server.stream(NO_TICKET, GATED).await;
    assert_eq!(refused.refusal(), no(403, "not_signed_in"));
    let mut body = refused.json();
    for refusal in body["refusals"].as_array_mut().unwrap() {
        let sentence = refusal.as_object_mut().unwrap().remove("error").unwrap();
        assert!(sentence.as_str().unwrap().contains(' '), "{sentence}");
    }
    assert_eq!(
        body["refusals"],
        json!([
            { "rule": "group", "code": "not_signed_in", "joinUrl": "https://ada.example/join", "signIn": true },
            { "rule": "geo", "code": "country_not_allowed", "yourCountry": "AU", "allowedCountries": ["JP"] },
            { "rule": "schedule", "code": "not_yet", "opensAt": "2027-02-01T00:00:00Z" },
        ])
    );
    assert_eq!((&body["rule"], body.get("yourCountry"), body.get("allowedCountries")), (&json!("group"), None, None));
    let eves = server.stream(EVES, GATED).await.json();
    assert_eq!(eves["refusals"][0]["code"], "not_a_member");
    assert_eq!(eves["refusals"][0].get("signIn"), None, "she is signed in");
}

#[tokio::test]
async fn browser_gets_denial_page_with_next_steps() {
    let server = TestServer::new().await;
    let group = json!({ "name": "Friends", "joinUrl": "https://ada.example/join?a=1&b=2" });
    assert_eq!(server.put(TICKET, "/owner/groups/friends", &group).await.status, 200);
    let album = json!({ "name": "Night Trains", "buyUrl": "https://shop.example:8443/night-trains" });
    assert_eq!(server.put(TICKET, "/owner/products/album", &album).await.status, 200);
    let later = json!({ "schedule": { "from": "2027-02-01", "zone": "UTC" } });
    let near = json!({ "geo": { "in": ["AU", "JP"] } });
    server.rule(GATED, &json!({ "any": [{ "group": "friends" }, { "paid": "album" }, near, later] })).await;
    let reply = page(&server, IN_THE_US, "/stream/7").await;
    assert_eq!(reply.status, 403);
    for part in [
        "<h1>You cannot hear this track</h1>",
        r#"<p class="note">Sign in: this track is for members of “Friends”.</p>"#,
        "<dt>Where to sign in</dt><dd>On the site or in the app that plays this track</dd>",
        r#"<a class="button primary" href="https://ada.example/join?a=1&#38;b=2" rel="noreferrer">"#,
        r#"Join on <span class="host">ada.example</span>"#,
        r#"<a class="button" href="https://shop.example:8443/night-trains" rel="noreferrer">"#,
        r#"Buy on <span class="host">shop.example:8443</span>"#,
        "<dt>Where it plays</dt><dd>Australia, Japan</dd>",
        r#"<dt>When it opens</dt><dd><time datetime="2027-02-01T00:00:00Z">1 February 2027, 00:00 UTC</time></dd>"#,
        "ask the owner",
    ] {
        assert!(reply.body.contains(part), "{part}: {}", reply.body);
    }
    assert_eq!((reply.header("cache-control"), reply.header("x-content-type-options")), ("no-store", "nosniff"));
    assert_eq!(reply.header("access-control-allow-origin"), "*");
}

#[tokio::test]
async fn the_page_runs_nothing_and_loads_nothing() {
    let server = TestServer::new().await;
    let reply = page(&server, IN_THE_US, "/stream/7").await;
    let policy = reply.header("content-security-policy");
    assert!(policy.starts_with("default-src 'none'; style-src 'sha256-"), "{policy}");
    for part in ["frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'"] {
        assert!(policy.contains(part), "{policy}");
    }
    assert!(!policy.contains("unsafe") && !reply.body.contains("<script"), "{policy}");
    let (_, style) = reply.body.split_once("<style>").unwrap();
    let (style, _) = style.split_once("</style>").unwrap();
    let hash = <sha2::Sha256 as sha2::Digest>::digest(style);
    let hash = base64::Engine::encode(&base64::engine::general_purpose::STANDARD, hash);
    assert!(policy.contains(&format!("'sha256-{hash}'")), "the style that is there is the one that counts");
}

#[tokio::test]
async fn names_are_text_in_a_page() {
    let server = TestServer::new().await;
    let name = r#"<script>alert(1)</script>"><img src=x onerror=alert(1)>"#;
    let group = json!({ "name": name, "joinUrl": "https://ada.example/?\"><script>alert(2)</script>" });
    assert_eq!(server.put(TICKET, "/owner/groups/friends", &group).await.status, 200);
    server.rule(GATED, &json!({ "group": "friends" })).await;
    let body = sent(server.get_from(IN_THE_US, "/stream/7")).await.json();
    assert!(body["error"].as_str().unwrap().contains(name), "the name is in the sentence: {body}");
    let reply = page(&server, IN_THE_US, "/stream/7").await;
    assert!(!reply.body.contains("<script") && !reply.body.contains("<img"), "{}", reply.body);
    assert!(reply.body.contains("&#60;script&#62;alert(1)"), "{}", reply.body);
}

#[tokio::test]
async fn browser_gets_page_for_other_errors() {
    let server = TestServer::new().await;
    for (path, status, words) in [
        ("/stream/404", 404, "There is no track with this ID."),
        ("/stream/seven", 400, "Invalid track ID format"),
        ("/nowhere", 404, "There is nothing at this address."),
        ("/owner/groups", 401, "The ticket is missing"),
    ] {
        let reply = page(&server, IN_THE_US, path).await;
        assert_eq!(reply.status, status, "{path}");
        assert!(reply.body.contains(words), "{path}: {}", reply.body);
        assert!(!reply.body.contains("ask the owner"), "{path} is not about a rule");
    }
}
