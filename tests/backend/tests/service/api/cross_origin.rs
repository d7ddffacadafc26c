//! Which answers other origins may read.

use reqwest::Method;
use stagepass_test_support::{Reply, TestService};

async fn preflight(world: &TestService, path: &str, method: &str) -> Reply {
    let request = world.http.request(Method::OPTIONS, world.url(path)).header("origin", "https://app.example");
    let request = request.header("access-control-request-method", method);
    Reply::read(request.header("access-control-request-headers", "authorization,content-type").send().await.unwrap())
        .await
}

#[tokio::test]
async fn token_revoke_and_the_api_are_open_without_credentials() {
    let world = TestService::new().await;
    for (path, method) in [("/oauth/token", "POST"), ("/oauth/revoke", "POST"), ("/me", "GET")] {
        let reply = preflight(&world, path, method).await;
        assert_eq!((reply.status, reply.header("access-control-allow-origin")), (200, "*"), "{path}");
        assert!(reply.header("access-control-allow-methods").contains(method));
        assert_eq!(reply.header("access-control-allow-headers"), "authorization,content-type");
        assert_eq!(reply.header("access-control-allow-credentials"), "");
    }
    let me = world.http.get(world.url("/me")).header("origin", "https://app.example").send().await.unwrap();
    let me = Reply::read(me).await;
    assert_eq!((me.status, me.header("access-control-allow-origin")), (401, "*"), "an error must be readable too");
    assert_eq!(me.header("access-control-expose-headers"), "www-authenticate,retry-after,date");
    assert!(!me.header("date").is_empty());
    let token = world.http.post(world.url("/oauth/token")).header("origin", "null").body("").send().await.unwrap();
    let token = Reply::read(token).await;
    assert_eq!((token.status, token.header("access-control-allow-origin")), (400, "*"));
}

#[tokio::test]
async fn the_pages_are_closed() {
    let world = TestService::new().await;
    for path in [
        "/oauth/authorize",
        "/oauth/consent",
        "/sign-in",
        "/sign-up",
        "/sign-out",
        "/account",
        "/account/picture",
        "/account/password",
        "/connected-apps",
        "/connected-apps/revoke",
    ] {
        for method in ["GET", "POST"] {
            let asked = preflight(&world, path, method).await;
            let request = world.http.request(method.parse().unwrap(), world.url(path));
            let sent = Reply::read(request.header("origin", "https://app.example").send().await.unwrap()).await;
            for reply in [asked, sent] {
                for name in ["allow-origin", "allow-credentials", "allow-methods", "allow-headers", "expose-headers"] {
                    assert_eq!(reply.header(&format!("access-control-{name}")), "", "{method} {path}");
                }
            }
        }
    }
}
