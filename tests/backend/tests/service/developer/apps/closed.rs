//! Who is not let in.

use reqwest::Method;
use reqwest::header::AUTHORIZATION;
use serde_json::json;
use stagepass_test_support::{CALLBACK, TestService};

use super::{Developer, sent};

const METHODS: [Method; 3] = [Method::POST, Method::PUT, Method::DELETE];

#[tokio::test]
async fn no_token_of_any_kind_opens_it() {
    let world = TestService::new().await;
    let tokens = world.login().await;
    let own = format!("/developer-apps/{}", world.app.api_key);
    for token in ["", &tokens.access, &tokens.refresh, &world.app.bearer_token, &world.app.api_secret] {
        for (method, path) in [
            (Method::GET, "/developer-apps"),
            (Method::POST, "/developer-apps"),
            (Method::GET, &own),
            (Method::PUT, &own),
            (Method::DELETE, &own),
        ] {
            let request = world.http.request(method, world.url(path)).header(AUTHORIZATION, format!("Bearer {token}"));
            let reply = sent(request.json(&json!({ "name": "Evil", "redirectUris": ["https://evil.example/"] }))).await;
            reply.is_error(401, "login_required");
            assert!(reply.header("www-authenticate").starts_with("Cookie "));
        }
    }
    let developer = Developer::demo(&world).await;
    assert_eq!(developer.names().await, ["Late Night Radio"]);
    let beside = sent(developer.request(Method::GET, "").bearer_auth("nonsense")).await;
    assert_eq!(beside.status, 200, "beside a session it changes nothing");
}

#[tokio::test]
async fn a_session_that_is_over_opens_nothing() {
    let world = TestService::new().await;
    let mut developer = Developer::demo(&world).await;
    let early = Developer::demo(&world).await;
    let account = developer.browser.get("/v1/account").await;
    let cookies = developer.browser.cookies.clone();
    developer.browser.submit(&account, "sign-out", &[]).await;
    developer.browser.cookies = cookies;
    for reply in [developer.get("").await, developer.delete(&world.app.api_key).await] {
        assert_eq!(reply.status, 401, "signed out");
    }
    world.clock.advance(30 * 24 * 60 * 60);
    assert_eq!(early.get("").await.status, 401, "expired");
}

#[tokio::test]
async fn change_without_own_csrf_token_is_rejected() {
    let world = TestService::new().await;
    let developer = Developer::demo(&world).await;
    let again = Developer::demo(&world).await;
    let other = Developer::new_user(&world, "other").await;
    let mut reader = developer.browser.clone();
    let sign_out = reader.get("/v1/account").await.csrf("sign-out");
    let long = "A".repeat(4_000);
    let path = format!("/{}", world.app.api_key);
    let new = json!({ "name": "Evil", "redirectUris": ["https://evil.example/"] });
    for token in ["", "x", &long, &sign_out, &again.csrf_token, &other.csrf_token] {
        for method in METHODS {
            let path = if method == Method::POST { "" } else { &path };
            let reply = sent(developer.request(method, path).header("x-csrf-token", token).json(&new)).await;
            assert_eq!((reply.status, reply.error().as_str()), (403, "invalid_csrf_token"), "{token}");
        }
    }
    sent(developer.request(Method::POST, "").json(&new)).await.is_error(403, "invalid_csrf_token");
    let twice = developer.change(Method::DELETE, &path).header("x-csrf-token", &developer.csrf_token);
    assert_eq!(sent(twice).await.status, 403, "two readers might each take another");
    let in_the_address =
        sent(developer.request(Method::DELETE, &format!("{path}?csrf_token={}", developer.csrf_token)));
    assert_eq!(in_the_address.await.status, 403);

    world.clock.advance(60 * 60);
    assert_eq!(developer.create(&new).await.error(), "invalid_csrf_token", "an hour old");
    assert_eq!(developer.names().await, ["Late Night Radio"]);
    let fresh = developer.get("").await.json()["csrf_token"].as_str().unwrap().to_owned();
    assert_eq!(sent(developer.request(Method::PUT, &path).header("x-csrf-token", fresh).json(&new)).await.status, 200);
}

#[tokio::test]
async fn valid_request_from_another_origin_is_rejected() {
    let world = TestService::new().await;
    let developer = Developer::demo(&world).await;
    let own = world.service.base_url().trim_end_matches("/v1").to_owned();
    let elsewhere = own.replace("127.0.0.1", "localhost");
    for origin in ["null", "https://evil.example", "http://127.0.0.1", &elsewhere, &format!("{own}/")] {
        for (method, path) in [(Method::GET, String::new()), (Method::DELETE, format!("/{}", world.app.api_key))] {
            let reply = sent(developer.change(method, &path).header("origin", origin)).await;
            assert_eq!((reply.status, reply.error().as_str()), (403, "access_denied"), "{origin}");
            assert!(!reply.body.contains("csrf_token"));
        }
    }
    for site in ["cross-site", "same-site", "x"] {
        // An <img> or a <script> of another host sends no Origin.
        let reply = sent(developer.request(Method::GET, "").header("sec-fetch-site", site)).await;
        assert_eq!((reply.status, reply.error().as_str()), (403, "access_denied"), "{site}");
    }
    let new = json!({ "name": "Mine", "redirectUris": [CALLBACK] });
    let own = developer.change(Method::POST, "").header("origin", &own).header("sec-fetch-site", "same-origin");
    let reply = sent(own.json(&new)).await;
    assert_eq!(reply.status, 201, "{}", reply.body);
}

#[tokio::test]
async fn no_answer_says_a_word_to_other_origins() {
    let world = TestService::new().await;
    let developer = Developer::demo(&world).await;
    let own = format!("/{}", world.app.api_key);
    for origin in ["https://evil.example", "null", world.service.base_url().trim_end_matches("/v1")] {
        for (method, path) in [
            (Method::OPTIONS, ""),
            (Method::OPTIONS, &own),
            (Method::GET, ""),
            (Method::GET, &own),
            (Method::PATCH, &own),
            (Method::PUT, &own),
        ] {
            let request = developer.request(method, path).header("origin", origin);
            let request = request.header("access-control-request-method", "PUT");
            let reply = sent(request.header("access-control-request-headers", "x-csrf-token,content-type")).await;
            let cors_header = reply.headers.keys().find(|name| name.as_str().starts_with("access-control"));
            assert_eq!(cors_header, None, "{path}");
            assert_eq!(reply.header("cross-origin-resource-policy"), "same-origin");
            assert_eq!(
                (reply.header("cache-control"), reply.header("x-content-type-options")),
                ("no-store", "nosniff")
            );
        }
    }
    assert_eq!(sent(developer.request(Method::OPTIONS, "")).await.status, 405);
}
