//! So many requests of one address.

use reqwest::Method;
use stagepass_backend::accounts::Rotation;
use stagepass_backend::{Limits, Rate, ServerSettings, Settings};
use stagepass_test_support::{Reply, TestService, html, sent};

/// One a second is the least: no test takes as long as its burst lasts.
const RATE: Rate = Rate { per_second: 1, burst: 20 };

fn limited() -> Settings {
    let limits = Limits { per_address: Some(RATE), ..Limits::NONE };
    Settings { server: ServerSettings { limits, ..ServerSettings::default() }, ..stagepass_test_support::settings() }
}

fn behind_a_proxy() -> Settings {
    let mut settings = limited();
    settings.server.trusted_proxies = vec!["127.0.0.0/8".parse().unwrap()];
    settings
}

async fn get(world: &TestService, path: &str, headers: &[(&str, &str)]) -> Reply {
    let request = world.http.get(format!("{}{path}", world.service.origin()));
    let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
    sent(request).await
}

/// Asks until that is too much; how often it was not.
async fn exhaust(world: &TestService, headers: &[(&str, &str)]) -> u32 {
    for count in 0.. {
        if get(world, "/v1/me", headers).await.status == 429 {
            return count;
        }
        assert!(count < 10 * RATE.burst, "there is no end");
    }
    unreachable!("it is asked without end")
}

/// Asks until that is too much, and returns the refusal.
async fn refusal(world: &TestService, path: &str, headers: &[(&str, &str)]) -> Reply {
    loop {
        let reply = get(world, path, headers).await;
        if reply.status == 429 {
            return reply;
        }
    }
}

#[tokio::test]
async fn refusal_is_json_or_page_with_retry_after() {
    let world = TestService::with(limited()).await;
    let let_in = exhaust(&world, &[]).await;
    // A slow machine gets some back while it asks.
    assert!((RATE.burst..2 * RATE.burst).contains(&let_in), "{let_in}");
    let refused = refusal(&world, "/v1/me", &[("origin", "https://app.example")]).await;
    assert_eq!((refused.error().as_str(), refused.header("retry-after")), ("too_many_requests", "1"));
    assert_eq!(refused.json()["error_description"], "too many requests: wait 1 s and try again");
    assert_eq!(refused.header("access-control-allow-origin"), "*");
    assert!(refused.header("access-control-expose-headers").contains("retry-after"));
    assert_eq!((refused.header("cache-control"), refused.header("x-content-type-options")), ("no-store", "nosniff"));

    let page = refusal(&world, "/v1/sign-in", &[("accept", "text/html,*/*;q=0.8")]).await;
    assert_eq!((page.page().as_str(), page.header("retry-after")), ("error", "1"));
    assert!(html::alert(&page.body).unwrap().contains("try again"), "{}", page.body);
    let german = refusal(&world, "/v1/sign-in", &[("accept", "text/html"), ("accept-language", "de")]).await;
    assert!(german.body.contains("<h1>Einen Moment, bitte</h1>"), "{}", german.body);
    let foreign = refusal(&world, "//evil.example/v1", &[("accept", "text/html,*/*;q=0.8")]).await;
    for page in [&page, &foreign] {
        let is_same_address = page.body.contains("id=\"onward\" class=\"button primary\" href=\"\"");
        assert!(is_same_address && !page.body.contains("evil.example"), "{}", page.body);
    }
    assert_eq!(page.header("access-control-allow-origin"), "");
    // What the page loads is not refused with it.
    for path in ["/v1/assets/pages.css", "/v1/assets/mark.svg"] {
        for _ in 0..2 * RATE.burst {
            assert_eq!(get(&world, path, &[]).await.status, 200, "{path}");
        }
    }
}

#[tokio::test]
async fn preflight_and_health_checks_are_not_limited() {
    let world = TestService::with(limited()).await;
    exhaust(&world, &[]).await;
    for _ in 0..2 * RATE.burst {
        let preflight = world.http.request(Method::OPTIONS, world.url("/oauth/token"));
        let preflight =
            preflight.header("origin", "https://app.example").header("access-control-request-method", "POST");
        assert_eq!(preflight.send().await.unwrap().status().as_u16(), 200);
        assert_eq!(get(&world, "/v1/healthz", &[]).await.status, 200);
        assert_eq!(get(&world, "/v1/readyz", &[]).await.status, 200);
    }
    // What only looks like it counts. A slow machine gets some back while it asks.
    let (mut options, mut health) = (false, false);
    for _ in 0..10 * RATE.burst {
        let reply = world.http.request(Method::OPTIONS, world.url("/oauth/token")).send().await.unwrap();
        options |= reply.status().as_u16() == 429;
        health |= get(&world, "/v1/me/healthz", &[]).await.status == 429;
        if options && health {
            return;
        }
    }
    panic!("they are not limited: {options} {health}");
}

fn from(address: &str) -> [(&str, &str); 1] {
    [("x-forwarded-for", address)]
}

#[tokio::test]
async fn spoofed_address_does_not_evade_rate_limit() {
    let world = TestService::with(behind_a_proxy()).await;
    exhaust(&world, &from("192.0.2.1")).await;
    assert_eq!(get(&world, "/v1/me", &from("192.0.2.2")).await.status, 401, "each client counts for itself");
    for (settings, headers) in
        [(limited(), ["192.0.2.1", "192.0.2.2"]), (behind_a_proxy(), ["192.0.2.3, 192.0.2.9", "192.0.2.4, 192.0.2.9"])]
    {
        let world = TestService::with(settings).await;
        let [first, second] = headers.map(from);
        exhaust(&world, &first).await;
        let others = [get(&world, "/v1/me", &second).await.status, get(&world, "/v1/me", &second).await.status];
        assert!(others.contains(&429), "{headers:?}: {others:?}");
    }
}

/// The statuses of so many requests with this bearer token.
async fn get_as_app(world: &TestService, bearer_token: &str, count: u32) -> Vec<u16> {
    let (authorization, mut statuses) = (format!("Bearer {bearer_token}"), Vec::new());
    for _ in 0..count {
        statuses.push(get(world, "/v1/users/1", &[("authorization", &authorization)]).await.status);
    }
    statuses
}

#[tokio::test]
async fn only_valid_bearer_token_escapes_browser_limit() {
    let world = TestService::with(limited()).await;
    let good = get_as_app(&world, &world.app.bearer_token, 5 * RATE.burst).await;
    assert!(good.iter().all(|status| *status == 200), "{good:?}");
    let bad = "A".repeat(world.app.bearer_token.len());
    let bad = get_as_app(&world, &bad, 3 * RATE.burst).await;
    assert!(bad.contains(&401) && bad.contains(&429), "{bad:?}");
    let good = get_as_app(&world, &world.app.bearer_token, 5).await;
    assert_eq!(good, [200; 5], "others at the same address have not used anything up");
    let (key, owner) = (&world.app.api_key, world.demo.user_id);
    world.service.accounts().rotate_secrets(key, owner, Rotation::BearerToken).await.unwrap();
    let void = get_as_app(&world, &world.app.bearer_token, 3 * RATE.burst).await;
    assert!(!void.contains(&200) && void.contains(&429), "{void:?}");
}

#[tokio::test]
async fn valid_bearer_token_is_limited_per_address() {
    let world = TestService::with(limited()).await;
    get_as_app(&world, &world.app.bearer_token, 1).await;
    for _ in 0..100 {
        let at_once = (0..50).map(|_| get_as_app(&world, &world.app.bearer_token, 1));
        if futures_util::future::join_all(at_once).await.concat().contains(&429) {
            return;
        }
    }
    panic!("whoever registers an app must not be rid of all limits");
}
