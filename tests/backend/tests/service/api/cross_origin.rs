//! Which answers other origins may read.

use reqwest::Method;
use stagepass_test_support::{CALLBACK, Reply, TestService, Tokens, VERIFIER, sent};

async fn preflight(world: &TestService, path: &str, method: &str) -> Reply {
    let request = world.ask(Method::OPTIONS, path, "").header("origin", "https://app.example");
    let request = request.header("access-control-request-method", method);
    sent(request.header("access-control-request-headers", "authorization,content-type")).await
}

#[tokio::test]
async fn token_revoke_and_api_allow_cors_without_credentials() {
    let world = TestService::new().await;
    for (path, method) in [("/oauth/token", "POST"), ("/oauth/revoke", "POST"), ("/me", "GET")] {
        let reply = preflight(&world, path, method).await;
        assert_eq!((reply.status, reply.header("access-control-allow-origin")), (200, "*"), "{path}");
        assert!(reply.header("access-control-allow-methods").contains(method));
        assert_eq!(reply.header("access-control-allow-headers"), "authorization,cache-control,content-type,dpop");
        assert_eq!(reply.header("access-control-allow-credentials"), "");
        assert_eq!((reply.header("access-control-max-age"), reply.header("vary")), ("86400", ""));
    }
    let me = sent(world.ask(Method::GET, "/me", "").header("origin", "https://app.example")).await;
    assert_eq!((me.status, me.header("access-control-allow-origin")), (401, "*"), "an error must be readable too");
    assert_eq!(me.header("access-control-expose-headers"), "www-authenticate,retry-after,date,dpop-nonce");
    assert!(!me.header("date").is_empty());
    let token = sent(world.ask(Method::POST, "/oauth/token", "").header("origin", "null").body("")).await;
    assert_eq!((token.status, token.header("access-control-allow-origin")), (400, "*"));
}

/// Otherwise, a wrong path would look like a broken network.
#[tokio::test]
async fn unknown_path_is_readable_by_apps() {
    let world = TestService::new().await;
    let path = "/nothing/here";
    let preflight_reply = preflight(&world, path, "PUT").await;
    assert_eq!((preflight_reply.status, preflight_reply.header("access-control-allow-origin")), (200, "*"));
    let reply = sent(world.ask(Method::GET, path, "").header("origin", "https://app.example")).await;
    reply.is_error(404, "not_found");
    assert_eq!(reply.header("access-control-allow-origin"), "*");
}

/// An app has its browser cache the preflight of the header `DPoP` before it has a code.
#[tokio::test]
async fn head_request_at_token_endpoint_consumes_nothing() {
    let world = TestService::new().await;
    let body = world.exchange_of(&world.code().await);
    let mut url = url::Url::parse(&world.url("/oauth/token")).unwrap();
    for (name, value) in body.as_object().unwrap() {
        url.query_pairs_mut().append_pair(name, value.as_str().unwrap());
    }
    let head = world.http.head(url).header("origin", "https://app.example").header("dpop", "none");
    let reply = sent(head).await;
    assert_eq!((reply.status, reply.body.as_str()), (204, ""));
    assert_eq!((reply.header("access-control-allow-origin"), reply.header("cache-control")), ("*", "no-store"));
    assert_eq!(world.token(&body).await.status, 200);
}

/// A form is a request that needs no preflight (Fetch, "CORS-safelisted request-header").
#[tokio::test]
async fn form_responses_are_readable_without_preflight() {
    let world = TestService::new().await;
    let send = async |path: &str, fields: &[(&str, &str)]| {
        sent(world.ask(Method::POST, path, "").header("origin", "https://app.example").form(fields)).await
    };
    let code = world.code().await;
    let client = ("client_id", world.app.api_key.as_str());
    let exchange = [
        ("grant_type", "authorization_code"),
        ("code", &code),
        ("code_verifier", VERIFIER),
        client,
        ("redirect_uri", CALLBACK),
    ];
    let exchanged = send("/oauth/token", &exchange).await.with_status(200);
    let refresh_token = Tokens::of(&exchanged).refresh;
    let refresh = [("grant_type", "refresh_token"), ("refresh_token", &refresh_token), client];
    let refreshed = send("/oauth/token", &refresh).await.with_status(200);
    let refresh_token = Tokens::of(&refreshed).refresh;
    let revoked = send("/oauth/revoke", &[("token", &refresh_token), client]).await.with_status(200);
    let invalid = send("/oauth/token", &exchange).await;
    invalid.is_error(400, "invalid_grant");
    let incomplete = send("/oauth/revoke", &[client]).await;
    incomplete.is_error(400, "invalid_request");
    let secret = send("/oauth/token", &[&exchange[..], &[("client_secret", "x")]].concat()).await;
    secret.is_error(401, "invalid_client");
    let too_large = send("/oauth/token", &[("code", &"x".repeat(64 << 10))]).await;
    too_large.is_error(413, "invalid_request");
    for reply in [exchanged, refreshed, revoked, invalid, incomplete, secret, too_large] {
        assert_eq!(reply.header("access-control-allow-origin"), "*", "{}", reply.body);
        assert_eq!(reply.header("access-control-expose-headers"), "www-authenticate,retry-after,date,dpop-nonce");
        assert_eq!((reply.header("vary"), reply.header("cache-control")), ("", "no-store"));
    }
}

#[tokio::test]
async fn the_pages_are_closed() {
    let world = TestService::new().await;
    let paths = "/oauth/authorize /oauth/consent /sign-in /sign-up /sign-out /oauth/end-session /account \
                 /account/picture /account/password /my-tracks /my-tracks/delete /connected-apps \
                 /connected-apps/revoke";
    for path in paths.split(' ') {
        for method in ["GET", "POST"] {
            let preflight_reply = preflight(&world, path, method).await;
            let request = world.ask(method.parse().unwrap(), path, "").header("origin", "https://app.example");
            for reply in [preflight_reply, sent(request).await] {
                for name in ["allow-origin", "allow-credentials", "allow-methods", "allow-headers", "expose-headers"] {
                    assert_eq!(reply.header(&format!("access-control-{name}")), "", "{method} {path}");
                }
            }
        }
    }
}
