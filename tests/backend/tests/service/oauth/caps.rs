//! What one user can add: codes, sessions and consents have caps, and no app ends what belongs to another.

use stagepass_test_support::{PASSWORD, Request, TestService, TestStorage, Tokens, exchange, registered};

const OTHER: &str = "https://other.example/callback";

async fn world() -> (TestService, TestStorage) {
    let place = TestStorage::new();
    (TestService::with(place.settings()).await, place)
}

/// Inserts sign-ins of unregistered apps, each with a name of its own.
fn insert_grants(place: &TestStorage, user_id: i64, count: i64) {
    let is_postgres = place.database().file().is_none();
    let id = if is_postgres { "decode(md5(CAST(n AS TEXT)), 'hex')" } else { "randomblob(16)" };
    place.execute(&format!(
        "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < {count})
         INSERT INTO grants (grant_id, user_id, app_name, scope, redirect_uri, code_challenge, generation,
                             generation_key, generation_used, rotated_at, created_at, expires_at, authenticated_at)
         SELECT {id}, {user_id}, 'App ' || n, 'read', '{OTHER}', '', 1, 0, FALSE, 0, 1800000000, 1900000000, 0
         FROM numbers"
    ));
}

#[tokio::test]
async fn unused_codes_end_only_those_of_their_app() {
    let (world, _place) = world().await;
    let other = registered(&world.service, "Other", &[OTHER]).await;
    let of_other = world.browser().approve("demo", &Request::new(&other.api_key, OTHER).path()).await;
    let mut codes = Vec::new();
    for _ in 0..11 {
        world.clock.advance(1);
        codes.push(world.code().await);
    }
    assert_eq!(world.token(&world.exchange_of(&codes[0])).await.error(), "invalid_grant");
    for code in &codes[1..] {
        assert_eq!(world.token(&world.exchange_of(code)).await.status, 200);
    }
    assert_eq!(world.token(&exchange(&other.api_key, OTHER, &of_other)).await.status, 200);
}

#[tokio::test]
async fn session_over_cap_ends_least_recently_refreshed_one() {
    let (world, _place) = world().await;
    let other = registered(&world.service, "Other", &[OTHER]).await;
    let of_other = world.login_with(&other.api_key, OTHER).await;
    let mut sessions = Vec::new();
    for _ in 0..50 {
        world.clock.advance(1);
        sessions.push(world.login().await);
    }
    world.clock.advance(1);
    let refreshed = Tokens::of(&world.refresh(&sessions[0].refresh).await);
    let newest = world.login().await;
    assert_eq!(world.refresh(&sessions[1].refresh).await.error(), "invalid_grant");
    for tokens in [&refreshed, &sessions[2], &newest, &of_other] {
        assert_eq!(world.me(&tokens.access).await.status, 200);
    }
}

#[tokio::test]
async fn unregistered_app_counts_with_its_redirect_uri() {
    let (world, _place) = world().await;
    let first = world.login_unregistered("Radio", "https://one.example/callback").await;
    for _ in 0..51 {
        world.clock.advance(1);
        world.login_unregistered("Radio", "https://two.example/callback").await;
    }
    assert_eq!(world.me(&first.access).await.status, 200);
}

#[tokio::test]
async fn full_account_is_refused_and_keeps_its_sessions() {
    let (world, place) = world().await;
    let tokens = world.login().await;
    insert_grants(&place, world.demo.user_id, 999);
    let mut browser = world.browser();
    let path = world.request().path();
    let consent = browser.sign_in("demo", &path).await;
    let page = browser.get(&consent).await;
    let refused = browser.submit(&page, "approve", &[]).await.with_status(409);
    assert!(refused.body.contains("/connected-apps"), "{}", refused.body);
    assert_eq!(world.refresh(&tokens.refresh).await.status, 200);

    let apps = browser.get("/v1/connected-apps").await;
    assert_eq!(apps.body.matches("class=\"panel\"").count(), 50, "a page at a time");
    assert!(apps.body.contains("/connected-apps?after=50"), "{}", apps.body);
    let last = browser.get("/v1/connected-apps?after=990").await;
    assert_eq!(last.body.matches("class=\"panel\"").count(), 10);
    // Signing out makes room.
    assert_eq!(world.revoke(&tokens.refresh, &world.app.api_key.as_str().into()).await.status, 200);
    assert_eq!(browser.get(&consent).await.status, 200);
    let page = browser.get(&consent).await;
    assert_eq!(browser.submit(&page, "approve", &[]).await.status, 303);
}

#[tokio::test]
async fn signing_in_and_out_leaves_no_row() {
    let (world, place) = world().await;
    for _ in 0..3 {
        let tokens = world.login().await;
        assert_eq!(world.revoke(&tokens.refresh, &world.app.api_key.as_str().into()).await.status, 200);
    }
    world.service.shutdown().await;
    assert_eq!(place.count("grants"), 0);
}

#[tokio::test]
async fn browsers_over_the_cap_sign_the_oldest_out() {
    let (world, _place) = world().await;
    let mut browsers = Vec::new();
    for _ in 0..101 {
        world.clock.advance(1);
        let mut browser = world.browser();
        assert_eq!(browser.try_sign_in("demo", PASSWORD, "/v1/account").await.status, 303);
        browsers.push(browser);
    }
    let mut statuses = Vec::new();
    for browser in [0, 1, 100] {
        statuses.push(browsers[browser].get("/v1/account").await.status);
    }
    assert_eq!(statuses, [303, 200, 200]);
}
