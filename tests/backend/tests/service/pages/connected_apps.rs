//! Connected apps: listing and revoking them.

use stagepass_test_support::{Browser, CALLBACK, Reply, TestService, TestStorage, person, registered};

async fn page(world: &TestService) -> (Browser, Reply) {
    let (browser, page) = world.signed_in("demo", "/v1/connected-apps").await;
    page.is_page(200, "connected-apps");
    (browser, page)
}

/// The part of the page that is about this app.
fn about<'a>(page: &'a Reply, name: &str) -> &'a str {
    let mut parts = page.body.split("<li class=\"panel\">").skip(1);
    parts.find(|part| part.contains(name)).unwrap_or_else(|| panic!("nothing about {name} in {}", page.body))
}

/// The button of the form in which this value is sent.
fn button(page: &Reply, value: &str) -> String {
    let part = about(page, &format!("value=\"{value}\""));
    stagepass_test_support::html::attribute(part.split_once("<button ").unwrap().1, "data-act").unwrap()
}

#[tokio::test]
async fn connected_app_shows_scopes_and_last_use() {
    let world = TestService::new().await;
    let (_, nothing) = page(&world).await;
    assert!(nothing.body.contains("No app can act for you"), "{}", nothing.body);

    let tokens = world.login().await;
    let named = world.login_unregistered("Cool Radio", "http://localhost:5173/cb").await;
    world.clock.advance(60);
    let (mut browser, shown) = page(&world).await;
    let radio = about(&shown, "Late Night Radio");
    assert!(radio.contains("upload tracks in your name") && radio.contains("never"), "{radio}");
    assert!(radio.contains("<dd>signed in</dd>"), "{radio}");
    // 1,800,000,000 in UTC.
    assert!(radio.contains("<time datetime=\"2027-01-15T08:00:00Z\">15 January 2027, 08:00 UTC</time>"), "{radio}");
    let cool = about(&shown, "Cool Radio");
    assert!(
        cool.contains("<h2 class=\"host\">localhost:5173</h2>") && cool.contains("This name is not verified"),
        "{cool}"
    );
    assert!(!cool.contains("upload tracks"), "it may only read");

    for access in [&tokens.access, &named.access] {
        assert_eq!(world.me(access).await.status, 200);
    }
    world.clock.advance(180);
    let shown = browser.get("/v1/connected-apps").await;
    for name in ["Late Night Radio", "Cool Radio"] {
        let part = about(&shown, name);
        assert!(
            part.contains("<time datetime=\"2027-01-15T08:01:00Z\">15 January 2027, 08:01 UTC</time> (3 minutes ago)")
        );
    }
    // By its bearer token it acts as well, signed in or not.
    world.revoke(&tokens.refresh, &serde_json::json!(world.app.api_key)).await;
    assert_eq!(world.library_as_app(&world.app.bearer_token).await, 200);
    world.clock.advance(3_600);
    let shown = browser.get("/v1/connected-apps").await;
    let radio = about(&shown, "Late Night Radio");
    assert!(radio.contains("(1 hour ago)") && radio.contains("signed out, but its server can still act"), "{radio}");
    assert!(radio.contains("2027-01-15T08:00:00Z"), "it has been allowed for as long as before: {radio}");
}

#[tokio::test]
async fn removing_an_app_revokes_its_tokens_at_once() {
    let world = TestService::new().await;
    let (first, second) = (world.login().await, world.login().await);
    let code = world.code().await;
    let other = registered(&world.service, "Other", &[CALLBACK]).await;
    let of_other = world.login_with(&other.api_key, CALLBACK).await;
    let (mut browser, shown) = page(&world).await;
    let left = browser.submit(&shown, &button(&shown, &world.app.api_key), &[]).await.location();
    let shown = browser.get(&left).await;
    assert!(shown.body.contains("role=\"status\"") && !shown.body.contains("Late Night Radio"), "{}", shown.body);

    for tokens in [&first, &second] {
        world.me(&tokens.access).await.is_error(401, "invalid_token");
        assert_eq!(world.refresh(&tokens.refresh).await.error(), "invalid_grant");
    }
    assert_eq!(world.token(&world.exchange_of(&code)).await.error(), "invalid_grant", "nor is a code under way good");
    assert_eq!(world.library_as_app(&world.app.bearer_token).await, 403);
    assert_eq!(world.me(&of_other.access).await.status, 200, "another app is not touched");

    let again = world.login().await;
    assert_eq!(world.me(&again.access).await.status, 200, "it may ask again");
}

#[tokio::test]
async fn unregistered_apps_are_distinguished_by_redirect_host() {
    let world = TestService::new().await;
    let one = world.login_unregistered("Cool Radio", "http://localhost:5173/one").await;
    let two = world.login_unregistered("Cool Radio", "http://localhost:5173/two").await;
    let namesake = world.login_unregistered("Cool Radio", "https://evil.example/cb").await;
    let (mut browser, shown) = page(&world).await;
    assert_eq!(shown.body.matches("<li class=\"panel\">").count(), 2, "{}", shown.body);
    browser.submit(&shown, &button(&shown, "localhost:5173"), &[]).await.location();
    for tokens in [&one, &two] {
        assert_eq!(world.me(&tokens.access).await.status, 401);
    }
    assert_eq!(world.me(&namesake.access).await.status, 200);
    let shown = browser.get("/v1/connected-apps").await;
    assert!(!shown.body.contains("localhost:5173") && shown.body.contains("evil.example"), "{}", shown.body);
}

#[tokio::test]
async fn removal_form_affects_only_its_user_and_app() {
    let world = TestService::new().await;
    let tokens = world.login().await;
    world.service.accounts().add_user(person("other", "Other")).await.unwrap();
    let mut other = world.browser();
    other.approve("other", &world.request().path()).await;
    let other_page = other.get("/v1/connected-apps").await;

    let (mut browser, shown) = page(&world).await;
    let another = format!("0x{}", "1".repeat(40));
    assert_eq!(browser.submit(&shown, &button(&shown, &world.app.api_key), &[("api_key", &another)]).await.status, 403);
    assert_eq!(other.submit(&other_page, &button(&other_page, &world.app.api_key), &[]).await.status, 303);
    assert_eq!(world.me(&tokens.access).await.status, 200, "demo's consent is demo's");
    assert_eq!(browser.get("/v1/connected-apps/revoke").await.location(), "/v1/connected-apps");
    let signed_out = world.browser().submit(&shown, "remove-1", &[]).await.location();
    assert_eq!(signed_out, "/v1/sign-in?next=%2Fv1%2Fconnected-apps");
}

#[tokio::test]
async fn last_use_is_stored_at_shutdown() {
    let place = TestStorage::new();
    let world = TestService::with(place.settings()).await;
    let tokens = world.login().await;
    let written = || {
        let rows = place.rows().into_iter().filter(|row| row.table == "consents");
        rows.map(|row| row.number("last_used_at")).collect::<Vec<_>>()
    };
    world.me(&tokens.access).await;
    assert_eq!(written(), [None], "never a write a request");
    let world = world.restarted(place.settings()).await;
    assert_eq!(written(), [Some(1_800_000_000)]);
    assert_eq!(world.me(&tokens.access).await.status, 200);
}
