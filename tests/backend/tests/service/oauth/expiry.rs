//! What ends by the clock, to the second.

use std::time::Duration;

use reqwest::Method;
use serde_json::json;
use stagepass_backend::clock::Clock as _;
use stagepass_backend::{Settings, start};
use stagepass_test_support::{TestService, TestStorage, Tokens, sent};

const MINUTE: i64 = 60;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

#[tokio::test]
async fn a_code_is_good_for_ten_minutes() {
    let world = TestService::new().await;
    let (first, second) = (world.code().await, world.code().await);
    world.clock.advance(10 * MINUTE - 1);
    assert_eq!(world.token(&world.exchange_of(&first)).await.status, 200);
    world.clock.advance(1);
    assert_eq!(world.token(&world.exchange_of(&second)).await.error(), "invalid_grant");
}

#[tokio::test]
async fn access_token_is_good_for_its_lifetime() {
    let ten_seconds = Duration::from_secs(10);
    let short = Settings { access_token_lifetime: ten_seconds, ..stagepass_test_support::settings() };
    for (settings, seconds) in [(stagepass_test_support::settings(), HOUR), (short, 10)] {
        let world = TestService::with(settings).await;
        let tokens = Tokens::of(&world.refresh(&world.login().await.refresh).await);
        world.clock.advance(seconds - 1);
        assert_eq!(world.me(&tokens.access).await.status, 200);
        world.clock.advance(1);
        let late = world.me(&tokens.access).await.with_status(401);
        assert!(late.header("www-authenticate").starts_with("Bearer error=\"invalid_token\""));
        assert_eq!(world.refresh(&tokens.refresh).await.json()["expires_in"], json!(seconds));
    }
}

#[tokio::test]
async fn repeating_a_rotation_extends_nothing() {
    let world = TestService::new().await;
    let first = world.login().await;
    world.clock.advance(30 * DAY - 10);
    let second = Tokens::of(&world.refresh(&first.refresh).await);
    world.clock.advance(9);
    let repeated = world.refresh(&first.refresh).await;
    assert_eq!(Tokens::of(&repeated).refresh, second.refresh);
    assert_eq!(repeated.json()["refresh_token_expires_in"], json!(30 * DAY - 9));
    world.clock.advance(1);
    assert_eq!(world.refresh(&first.refresh).await.error(), "invalid_grant", "the old token itself has expired");
    assert_eq!(world.refresh(&second.refresh).await.status, 200, "and that revoked nothing");
}

/// The limits are the idle time since the last refresh and the longest sign-in since the approval.
#[tokio::test]
async fn refresh_token_expires_at_earlier_of_both_limits() {
    let (day, week) = (Duration::from_hours(24), Duration::from_hours(7 * 24));
    let settings = Settings { idle_sign_in: day, longest_sign_in: week, ..stagepass_test_support::settings() };
    let world = TestService::with(settings).await;
    let code = world.code().await;
    world.clock.advance(MINUTE);
    let exchanged = world.token(&world.exchange_of(&code)).await;
    assert_eq!(exchanged.json()["refresh_token_expires_in"], json!(DAY));
    let mut tokens = Tokens::of(&exchanged);
    for days in 1..=7 {
        world.clock.advance(DAY - MINUTE);
        let refreshed = world.refresh(&tokens.refresh).await;
        let left = (7 * DAY - MINUTE - days * (DAY - MINUTE)).min(DAY);
        assert_eq!(refreshed.json()["refresh_token_expires_in"], json!(left), "after {days} days");
        tokens = Tokens::of(&refreshed);
    }
    world.clock.advance(6 * MINUTE - 1);
    let idle = world.login().await;
    world.clock.advance(1);
    assert_eq!(world.refresh(&tokens.refresh).await.error(), "invalid_grant", "a week after the approval");
    world.clock.advance(DAY - 1);
    assert_eq!(world.refresh(&idle.refresh).await.error(), "invalid_grant", "unused for a day");
}

#[tokio::test]
async fn refresh_keeps_the_auth_time_of_sign_in() {
    let world = TestService::new().await;
    let path = world.request().path();
    let signed_in_at = world.clock.now();
    let (mut browser, _) = world.signed_in("demo", &path).await;
    world.clock.advance(HOUR);
    let code = browser.approve("demo", &path).await;
    let exchanged = world.token(&world.exchange_of(&code)).await;
    assert_eq!(exchanged.json()["auth_time"], json!(signed_in_at));
    world.clock.advance(HOUR);
    let refreshed = world.refresh(&Tokens::of(&exchanged).refresh).await;
    assert_eq!(refreshed.json()["auth_time"], json!(signed_in_at));
}

#[tokio::test]
async fn refresh_after_the_longest_sign_in_is_rejected() {
    let world = TestService::new().await;
    let mut tokens = world.login().await;
    for _ in 0..8 {
        world.clock.advance(20 * DAY);
        tokens = Tokens::of(&world.refresh(&tokens.refresh).await);
    }
    world.clock.advance(20 * DAY - HOUR / 2);
    let last = world.refresh(&tokens.refresh).await;
    assert_eq!((last.status, &last.json()["expires_in"]), (200, &json!(HOUR / 2)), "the access token ends with it");
    let last = Tokens::of(&last);
    world.clock.advance(HOUR / 2 - 1);
    assert_eq!(world.me(&last.access).await.status, 200);
    world.clock.advance(1);
    assert_eq!(world.refresh(&last.refresh).await.error(), "invalid_grant", "180 days after the approval");
    assert_eq!(world.me(&last.access).await.status, 401);
}

#[tokio::test]
async fn shorter_longest_sign_in_ends_grants_of_before() {
    let place = TestStorage::new();
    let world = TestService::with(place.settings()).await;
    let old = world.login().await;
    world.clock.advance(8 * DAY);
    let week = Duration::from_hours(7 * 24);
    let settings = Settings { clock: world.clock.clone(), longest_sign_in: week, ..place.settings() };
    let stricter = start(settings).await.unwrap();
    let url = format!("{}/v1/oauth/token", stricter.origin());
    sent(world.ask(Method::POST, &url, "").json(&world.refresh_of(&old.refresh))).await.is_error(400, "invalid_grant");
}

#[tokio::test]
async fn browser_session_ends_after_30_days_or_earlier() {
    let week = Duration::from_hours(7 * 24);
    let limited = Settings { longest_sign_in: week, ..stagepass_test_support::settings() };
    for (settings, days) in [(stagepass_test_support::settings(), 30), (limited, 7)] {
        let world = TestService::with(settings).await;
        let path = world.request().path();
        let (mut browser, _) = world.signed_in("demo", &path).await;
        world.clock.advance(days * DAY - 1);
        assert_eq!(browser.get(&path).await.page(), "consent");
        world.clock.advance(1);
        assert!(browser.get(&path).await.location().starts_with("/v1/sign-in?"));
    }
}

#[tokio::test]
async fn consent_form_expires_after_an_hour() {
    let world = TestService::new().await;
    let (mut browser, consent) = world.signed_in("demo", &world.request().path()).await;
    world.clock.advance(HOUR);
    let late = browser.submit(&consent, "approve", &[]).await;
    late.is_page(403, "error");
    assert!(late.body.contains("href=\"/v1/oauth/authorize?"), "there is a way to start again");
}
