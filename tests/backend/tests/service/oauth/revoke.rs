//! Signing out of an app.

use serde_json::{Value, json};
use stagepass_test_support::{CALLBACK, TestService, Tokens, registered};

/// By the refresh token, by one that was replaced, or by the access token.
#[tokio::test]
async fn any_token_of_a_family_ends_all() {
    let world = TestService::new().await;
    let (client_id, others) = (json!(world.app.api_key), world.login().await);
    for which in ["refresh", "replaced", "access"] {
        let first = world.login().await;
        let newest = Tokens::of(&world.refresh(&first.refresh).await);
        let token = match which {
            "refresh" => &newest.refresh,
            "replaced" => &first.refresh,
            _ => &newest.access,
        };
        assert_eq!(world.revoke(token, &client_id).await.status, 200);
        assert_eq!(world.me(&newest.access).await.status, 401, "{which}");
        assert_eq!(world.refresh(&newest.refresh).await.error(), "invalid_grant", "{which}");
    }
    assert_eq!(world.me(&others.access).await.status, 200, "another login is another family");
    world.clock.advance(60 * 60);
    assert_eq!(world.revoke(&others.access, &client_id).await.status, 200);
    assert_eq!(world.refresh(&others.refresh).await.status, 200, "an expired access token ends nothing");
}

#[tokio::test]
async fn expired_refresh_token_ends_the_renewed_session() {
    let world = TestService::new().await;
    let first = world.login().await;
    world.clock.advance(20 * 24 * 60 * 60);
    let newest = Tokens::of(&world.refresh(&first.refresh).await);
    world.clock.advance(20 * 24 * 60 * 60);
    assert_eq!(world.revoke(&first.refresh, &json!(world.app.api_key)).await.status, 200);
    assert_eq!(world.refresh(&newest.refresh).await.error(), "invalid_grant");
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
