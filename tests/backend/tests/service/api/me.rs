//! The profile.

use reqwest::Method;
use serde_json::json;
use stagepass_test_support::{TestService, sent};

#[tokio::test]
async fn flat_and_under_data() {
    let world = TestService::new().await;
    let user_id = world.demo.user_id;
    let expected = json!({
        "userId": user_id, "name": "Demo Listener", "handle": "demo", "verified": false,
        "data": {
            "id": user_id.to_string(), "user_id": user_id, "name": "Demo Listener", "handle": "demo",
            "is_verified": false,
        },
    });
    assert_eq!(world.me(&world.login().await.access).await.json(), expected);
}

#[tokio::test]
async fn without_a_good_token_there_is_none() {
    let world = TestService::new().await;
    let access = world.login().await.access;
    // RFC 6750 §3.1: without a token, no error code. RFC 9728 §5.1: the URL of the metadata.
    let metadata = format!("resource_metadata=\"{}/.well-known/oauth-protected-resource/v1\"", world.service.origin());
    let (invalid, missing) = (format!("Bearer error=\"invalid_token\", {metadata}"), format!("Bearer {metadata}"));
    let me = |value: &str| sent(world.ask(Method::GET, "/me", "").header("authorization", value));
    for (value, why, challenge) in [
        (format!("Bearer {}", &access[..access.len() - 1]), "cut off", &invalid),
        (format!("Bearer {access}A"), "too long", &invalid),
        (format!("Basic {access}"), "another scheme", &missing),
        ("Bearer".to_owned(), "no token", &missing),
        (String::new(), "nothing", &missing),
    ] {
        let reply = me(&value).await;
        assert_eq!((reply.status, reply.header("www-authenticate")), (401, challenge.as_str()), "{why}");
    }
    for path in ["/me".to_owned(), format!("/me?access_token={access}")] {
        assert_eq!(sent(world.ask(Method::GET, &path, "")).await.status, 401);
    }
    assert_eq!(me(&format!("bearer {access}")).await.status, 200);
}
