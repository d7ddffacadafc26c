//! The limits of an app's sessions, which its owner sets.

use serde_json::{Value, json};
use stagepass_test_support::{CALLBACK, TestService, Tokens};

use super::Developer;

const HOUR: i64 = 60 * 60;
const DAY: i64 = 24 * HOUR;

fn details(idle: &Value, longest: &Value) -> Value {
    json!({
        "name": "Radio", "redirectUris": [CALLBACK], "sessionIdleSeconds": idle, "sessionLongestSeconds": longest,
    })
}

#[tokio::test]
async fn session_ends_at_earlier_limit_of_its_app() {
    let world = TestService::new().await;
    let developer = Developer::demo(&world).await;
    let mut tokens = world.login().await;
    let replaced = developer.replace(&world.app.api_key, &details(&json!(HOUR), &json!(3 * HOUR))).await;
    assert_eq!(replaced.status, 200, "{}", replaced.body);
    assert_eq!(replaced.json()["sessionIdleSeconds"], json!(HOUR));
    assert_eq!(developer.get(&format!("/{}", world.app.api_key)).await.json(), replaced.json());

    for left in [HOUR, HOUR, HOUR, 3] {
        let refreshed = world.refresh(&tokens.refresh).await;
        assert_eq!(refreshed.json()["refresh_token_expires_in"], json!(left), "{}", refreshed.body);
        tokens = Tokens::of(&refreshed);
        world.clock.advance((HOUR - 1).min(left));
    }
    assert_eq!(world.refresh(&tokens.refresh).await.error(), "invalid_grant", "three hours after the approval");
    let unused = world.login().await;
    world.clock.advance(HOUR);
    assert_eq!(world.refresh(&unused.refresh).await.error(), "invalid_grant");
}

#[tokio::test]
async fn app_limits_only_shorten_those_of_the_service() {
    let world = TestService::new().await;
    let developer = Developer::demo(&world).await;
    for (idle, longest, expected) in [
        (json!(100 * DAY), json!(1000 * DAY), 30 * DAY),
        (Value::Null, json!(DAY), DAY),
        (json!(300), Value::Null, 300),
        (Value::Null, Value::Null, 30 * DAY),
    ] {
        assert_eq!(developer.replace(&world.app.api_key, &details(&idle, &longest)).await.status, 200);
        let refreshed = world.refresh(&world.login().await.refresh).await;
        assert_eq!(refreshed.json()["refresh_token_expires_in"], json!(expected), "{idle} {longest}");
    }
}

#[tokio::test]
async fn rotation_and_deletion_need_a_recent_sign_in() {
    let world = TestService::new().await;
    let mut developer = Developer::demo(&world).await;
    let api_key = &world.app.api_key;
    world.clock.advance(15 * 60);
    assert_eq!(developer.rotate(api_key, "both").await.status, 200);
    world.clock.advance(1);
    for reply in [developer.rotate(api_key, "both").await, developer.delete(api_key).await] {
        reply.is_error(403, "recent_login_required");
    }
    assert_eq!(developer.get("").await.status, 200, "the others need none");
    assert_eq!(developer.replace(api_key, &details(&Value::Null, &Value::Null)).await.status, 200);

    // The sign-in page asks again although the user is signed in.
    let page = developer.browser.get("/v1/sign-in?next=/v1/apps&prompt=login").await;
    assert_eq!(page.page(), "sign-in");
    assert_eq!(developer.browser.get("/v1/sign-in?next=/v1/apps").await.location(), "/v1/apps");
    let mut developer = Developer::signed_in(&world, "demo").await;
    assert_eq!(developer.rotate(api_key, "both").await.status, 200);
    developer.browser.cookies.clear();
    assert_eq!(developer.rotate(api_key, "both").await.status, 401);
}
