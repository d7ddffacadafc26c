//! The profile.

use reqwest::Method;
use serde_json::json;
use stagepass_backend::accounts::{AddUserError, NewUser};
use stagepass_test_support::{TestService, person, sent};

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

#[tokio::test]
async fn listeners_that_are_refused_leave_nothing_behind() {
    let world = TestService::new().await;
    let accounts = world.service.accounts();
    let refused = accounts.add_user(person("DEMO", "Another")).await;
    assert!(matches!(refused, Err(AddUserError::HandleTaken(handle)) if handle == "DEMO"));
    let refused = accounts.add_user(NewUser { password: "short".to_owned(), ..person("x", "X") }).await;
    assert!(matches!(refused, Err(AddUserError::Password(_))));
    let refused = accounts.add_user(person("a b", "X")).await;
    assert!(matches!(refused, Err(AddUserError::Handle)));
    let refused = accounts.add_user(person("x", "\u{202e}X")).await;
    assert!(matches!(refused, Err(AddUserError::Name(_))));
    let refused = accounts.add_user(NewUser { picture: Some(b"<svg/>".to_vec()), ..person("x", "X") }).await;
    assert!(matches!(refused, Err(AddUserError::Picture(_))));
    assert!(accounts.add_user(person("x", "X")).await.is_ok(), "the handle is still free");
}
