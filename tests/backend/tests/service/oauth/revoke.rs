//! Signing out of an app.

use serde_json::{Value, json};
use stagepass_test_support::{CALLBACK, TestService, Tokens, registered};

#[tokio::test]
async fn ends_the_whole_family() {
    let world = TestService::new().await;
    let (tokens, others) = (world.login().await, world.login().await);
    assert_eq!(world.revoke(&tokens.refresh, &json!(world.app.api_key)).await.status, 200);
    assert_eq!(world.me(&tokens.access).await.status, 401);
    assert_eq!(world.refresh(&tokens.refresh).await.error(), "invalid_grant");
    assert_eq!(world.me(&others.access).await.status, 200, "another login is another family");
}

#[tokio::test]
async fn a_replaced_token_ends_it_as_well() {
    let world = TestService::new().await;
    let first = world.login().await;
    let second = Tokens::of(&world.refresh(&first.refresh).await);
    world.clock.advance(24 * 60 * 60);
    assert_eq!(world.revoke(&first.refresh, &json!(world.app.api_key)).await.status, 200);
    assert_eq!(world.refresh(&second.refresh).await.error(), "invalid_grant");
}

#[tokio::test]
async fn access_token_revokes_its_family_until_it_expires() {
    let world = TestService::new().await;
    let tokens = world.login().await;
    assert_eq!(world.revoke(&tokens.access, &json!(world.app.api_key)).await.status, 200);
    assert_eq!(world.refresh(&tokens.refresh).await.error(), "invalid_grant");

    let tokens = world.login().await;
    world.clock.advance(60 * 60);
    assert_eq!(world.revoke(&tokens.access, &json!(world.app.api_key)).await.status, 200);
    assert_eq!(world.refresh(&tokens.refresh).await.status, 200);
}

#[tokio::test]
async fn unknown_or_foreign_token_returns_200_without_effect() {
    let world = TestService::new().await;
    let other = registered(&world.service, "Other", &[CALLBACK]).await;
    let tokens = world.login().await;
    let own = json!(world.app.api_key);
    let code = world.code().await;
    for (token, client_id) in [
        ("nonsense", own.clone()),
        (&code, own),
        (&tokens.refresh, json!(other.api_key)),
        (&tokens.refresh, json!("Late Night Radio")),
        (&tokens.refresh, Value::Null),
    ] {
        let reply = world.revoke(token, &client_id).await;
        assert_eq!((reply.status, reply.body.as_str()), (200, "{}"));
    }
    assert_eq!(world.me(&tokens.access).await.status, 200);
    assert_eq!(world.token(&world.exchange_of(&code)).await.status, 200);
}

#[tokio::test]
async fn requests_that_are_not_in_order() {
    let world = TestService::new().await;
    let unknown = json!(format!("0x{}", "3".repeat(40)));
    assert_eq!(world.revoke("", &json!(world.app.api_key)).await.error(), "invalid_request");
    assert_eq!(world.revoke("token", &unknown).await.error(), "invalid_client");
    assert_eq!(world.revoke("token", &json!(7)).await.error(), "invalid_request");
}
