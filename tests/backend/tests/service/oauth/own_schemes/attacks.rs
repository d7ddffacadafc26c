//! Attacks by custom schemes: to steal a code, to inject into the page that leads there, to run code.

use reqwest::header::{LOCATION, REFRESH};
use rusqlite::Connection;
use stagepass_test_support::{CALLBACK, CHALLENGE, Reply, TestService, TestStorage, answer, html, registered};

use super::{OWN, answer_at, exchange, leads_to, request};

#[tokio::test]
async fn hostile_name_uri_and_state_are_escaped() {
    let world = TestService::new().await;
    let name = "\"><img src=x onerror=alert(1)>'</title>";
    for uri in [
        "com.example.radio:/cb?x='onload='alert(1)",
        "com.example.radio:/cb;url=javascript:alert(1)",
        "com.example.radio:/cb?a=1,0;url='javascript:alert(1)'&b=&quot;",
        "com.example.radio://javascript:alert(1)//%22%3E%3Cscript%3E",
        "com.example.radio:javascript:alert(1)",
    ] {
        let app = registered(&world.service, name, &[uri]).await;
        let state = "\"><script>alert(1)</script>'&code=evil#;url=data:";
        for mode in ["query", "fragment"] {
            let good = request(&world, &app, uri, mode);
            let mut browser = world.browser_with_consent(&good).await;
            let page = browser.get(&good.with("state", state).with("scope", "admin").path()).await;
            let address = leads_to(&page);
            assert_eq!(answer_at(&address, uri, "state").unwrap(), state);
            assert_eq!(answer_at(&address, uri, "code"), None, "{address}");
            assert!(!page.body.contains("<img src=x") && !page.body.contains("<script"), "{}", page.body);
            assert_eq!(page.body.matches("</title>").count(), 1, "{}", page.body);
            assert!(!page.body.contains('\'') && page.body.contains("&#39;"), "{}", page.body);
        }
    }
}

/// Another app on the device uses the same scheme and receives the response.
#[tokio::test]
async fn another_app_cannot_exchange_an_intercepted_code() {
    let world = TestService::new().await;
    let address = world.approve(&world.request().with("redirect_uri", OWN).with("response_mode", "query")).await;
    let caught = exchange(&world.app, &address, OWN);
    let with = |name: &str, value: &str| {
        let mut body = caught.clone();
        body[name] = value.into();
        body
    };
    let mut without = caught.clone();
    without.as_object_mut().unwrap().remove("code_verifier");
    let other = registered(&world.service, "Same Scheme", &[OWN]).await;
    for (attempt, error) in [
        (without, "invalid_request"),
        // All that could be read on the way: of the verifier, nothing but its hash.
        (with("code_verifier", CHALLENGE), "invalid_grant"),
        (with("code_verifier", &"a".repeat(43)), "invalid_grant"),
        (with("client_id", &other.api_key), "invalid_grant"),
        (with("redirect_uri", CALLBACK), "invalid_grant"),
    ] {
        let reply = world.token(&attempt).await;
        assert_eq!((reply.status, reply.error().as_str()), (400, error), "{attempt}");
    }
    assert_eq!(world.token(&caught).await.status, 200, "none of it has used the code up");

    // PKCE is no choice: what it begins by itself without a challenge never gets as far as a code.
    let bare = world.request().with("redirect_uri", OWN).without("code_challenge").without("code_challenge_method");
    let redirect = html::way_back(&world.browser().get(&bare.path()).await.body).unwrap();
    assert_eq!((answer(&redirect, "error").as_deref(), answer(&redirect, "code")), (Some("invalid_request"), None));
}

/// Who has the scheme may also ask by itself, as the app whose key it has read: PKCE is then its own. The listener's
/// click is what is left.
#[tokio::test]
async fn custom_scheme_asks_for_consent_every_time() {
    let world = TestService::new().await;
    let path = world.request().with("redirect_uri", OWN).path();
    let (mut browser, _) = world.signed_in("demo", &path).await;
    for _ in 0..3 {
        let page = browser.get(&path).await;
        assert_eq!((page.status, page.page().as_str(), page.header("location")), (200, "consent", ""));
        assert!(!page.body.contains("http-equiv"), "it goes nowhere by itself");
        assert!(answer(&browser.submit(&page, "approve", &[]).await.location(), "code").is_some());
    }
    let silent = browser.get(&format!("{path}&prompt=none")).await;
    assert_eq!(silent.page(), "answer", "there is no way around it");
    assert!(silent.body.contains("interaction_required") && !silent.body.contains("code="), "{}", silent.body);
}

/// Nowhere in it is an address that is not the service's own.
fn leads_nowhere(reply: &Reply, uri: &str) {
    assert_eq!((reply.status, reply.page().as_str()), (400, "error"), "{uri}: {}", reply.body);
    assert!(!reply.headers.contains_key(LOCATION) && !reply.headers.contains_key(REFRESH), "{uri}");
    assert!(!reply.body.contains("http-equiv"), "{uri}");
    let links = ["href", "src", "action"].map(|name| html::attributes(&reply.body, name)).concat();
    assert!(links.iter().all(|link| link.starts_with("/v1/")), "{uri}: {links:?}");
}

/// Schemes that run code, open a page as one's own, or start what is not the app, in the ways in which they are
/// written.
const NOT_OWN: [&str; 12] = [
    "javascript:alert(1)",
    "JavaScript://com.example.radio/%0aalert(1)",
    "jAvAsCrIpT:alert(1)",
    "vbscript:x",
    "data:text/html,<script>alert(1)</script>",
    "data:text/html;base64,PHNjcmlwdD4",
    "blob:null/1",
    "view-source:https://app.example/",
    "file:///sdcard/x",
    "content://com.example.radio/x",
    "intent://callback#Intent;scheme=com.example.radio;end",
    "intent:callback",
];

#[tokio::test]
async fn scheme_that_runs_code_gets_no_response() {
    let world = TestService::new().await;
    for uri in NOT_OWN {
        for good in [world.request(), world.unregistered_request("Cool Radio")] {
            for bad in [good.clone(), good.with("scope", "admin")] {
                leads_nowhere(&world.browser().get(&bad.with("redirect_uri", uri).path()).await, uri);
            }
        }
    }
}

#[tokio::test]
async fn dangerous_scheme_planted_in_sqlite_gets_no_response() {
    let place = TestStorage::new();
    let world = TestService::with(place.settings()).await;
    let file = place.address().strip_prefix("sqlite:").unwrap();
    for (at, uri) in NOT_OWN.into_iter().enumerate() {
        let planted = Connection::open(file).unwrap().execute(
            "INSERT INTO app_redirect_uris (api_key, position, redirect_uri) VALUES (?1, ?2, ?3)",
            (&world.app.api_key, 10 + i64::try_from(at).unwrap(), uri),
        );
        assert_eq!(planted.unwrap(), 1);
        for bad in [world.request(), world.request().with("scope", "admin")] {
            leads_nowhere(&world.browser().get(&bad.with("redirect_uri", uri).path()).await, uri);
        }
    }
    assert!(answer(&world.approve(&world.request()).await, "code").is_some(), "the app is there, with all of them");
}
