//! What a change means for those who are signed in, or about to be.

use serde_json::json;
use stagepass_test_support::{AUDIENCE, CALLBACK, TestService, answer};

use super::Developer;

const SECOND: &str = "http://localhost:5173/second";

#[tokio::test]
async fn deleting_an_app_ends_tokens_codes_and_consents() {
    let world = TestService::new().await;
    let developer = Developer::demo(&world).await;
    let tokens = world.login().await;
    let code = world.code().await;
    let ticket = world.ticket(&tokens.access).await;
    let other = developer.registered(&[CALLBACK]).await;
    assert_eq!(developer.delete(&other).await.status, 204);
    assert_eq!(world.me(&tokens.access).await.status, 200, "another app notices nothing");
    let path = world.request().path();
    let (mut undecided, consent) = world.signed_in("demo", &path).await;
    assert_eq!(consent.page(), "consent");

    assert_eq!(developer.delete(&world.app.api_key).await.status, 204);
    world.me(&tokens.access).await.is_error(401, "invalid_token");
    for reply in [world.refresh(&tokens.refresh).await, world.token(&world.exchange_of(&code)).await] {
        reply.is_error(400, "invalid_client");
    }
    let bearer_token = &world.app.bearer_token;
    let verified = world.verify_ticket(bearer_token, &ticket, AUDIENCE).await;
    assert_eq!(verified.status, 401, "nobody has that bearer token any more");
    assert_eq!(world.library_as_app(bearer_token).await, 401, "and no consent is left");
    for page in [undecided.submit(&consent, "approve", &[]).await, undecided.get(&path).await] {
        assert_eq!((page.status, page.page().as_str(), page.header("location")), (400, "error", ""));
    }
}

/// Users stay signed in. The code works again once its redirect URI is registered again.
#[tokio::test]
async fn code_of_a_removed_redirect_uri_is_rejected() {
    let world = TestService::new().await;
    let developer = Developer::demo(&world).await;
    let key = &world.app.api_key;
    let tokens = world.login().await;
    let code = world.code().await;
    let without = json!({ "name": "Radio", "redirectUris": [SECOND] });
    assert_eq!(developer.replace(key, &without).await.status, 200);

    let refused = world.token(&world.exchange_of(&code)).await;
    refused.is_error(400, "invalid_grant");
    assert!(refused.body.contains("no longer registered for this app"), "{}", refused.body);
    let page = world.browser().get(&world.request().path()).await;
    assert_eq!((page.status, page.page().as_str()), (400, "error"), "no new one is sent there");
    assert_eq!(world.me(&tokens.access).await.status, 200, "whoever is signed in stays so");

    // The attempt has used nothing up: a mistake can be undone.
    let with = json!({ "name": "Radio", "redirectUris": [SECOND, CALLBACK] });
    assert_eq!(developer.replace(key, &with).await.status, 200);
    assert_eq!(world.token(&world.exchange_of(&code)).await.status, 200);
}

#[tokio::test]
async fn added_redirect_uri_is_accepted_but_no_variant() {
    let world = TestService::new().await;
    let developer = Developer::demo(&world).await;
    let request = world.request().with("redirect_uri", SECOND);
    assert_eq!(world.browser().get(&request.path()).await.status, 400);
    let both = json!({ "name": "Renamed", "redirectUris": [CALLBACK, SECOND, "com.example.radio:/callback"] });
    assert_eq!(developer.replace(&world.app.api_key, &both).await.status, 200);
    let address = world.approve(&request).await;
    assert!(address.starts_with(SECOND) && answer(&address, "code").is_some(), "{address}");
    assert!(world.signed_in("demo", &request.path()).await.1.body.contains("Renamed"));
    for other in ["com.example.radio:/callback2", "COM.example.radio:/callback", "com.example.radio://callback"] {
        let page = world.browser().get(&request.clone().with("redirect_uri", other).path()).await;
        assert_eq!((page.status, page.header("location")), (400, ""), "{other}");
    }
}
