//! A code for tokens: what is checked, and what a failed check leaves behind.

use serde_json::{Value, json};
use stagepass_backend::accounts::NewUser;
use stagepass_test_support::{CALLBACK, TestService, Tokens, VERIFIER, person, registered};

const PICTURE: &[u8] = include_bytes!("../../../../assets/demo-picture.png");

fn changed(body: &Value, member: &str, value: Value) -> Value {
    let mut body = body.clone();
    body[member] = value;
    body
}

#[tokio::test]
async fn a_failed_check_neither_consumes_nor_revokes() {
    let world = TestService::new().await;
    let other = registered(&world.service, "Other", &[CALLBACK]).await;
    let code = world.code().await;
    let good = world.exchange_of(&code);
    let wrong_ones = [
        changed(&good, "code_verifier", VERIFIER.replace('d', "e").into()),
        changed(&good, "redirect_uri", "http://localhost:5173/other".into()),
        changed(&good, "client_id", other.api_key.clone().into()),
        changed(&good, "client_id", "Late Night Radio".into()),
    ];
    for wrong in &wrong_ones {
        let reply = world.token(wrong).await;
        assert_eq!((reply.status, reply.error().as_str()), (400, "invalid_grant"), "{wrong}");
    }
    let reply = world.token(&good).await.with_status(200);
    for wrong in &wrong_ones {
        assert_eq!(world.token(wrong).await.error(), "invalid_grant");
    }
    assert_eq!(world.me(&Tokens::of(&reply).access).await.status, 200, "a leaked code is no weapon");
}

/// It saves the app a request.
#[tokio::test]
async fn exchange_returns_the_user_and_refresh_does_not() {
    let world = TestService::new().await;
    let star = NewUser { picture: Some(PICTURE.to_vec()), verified: true, ..person("star", "Star") };
    world.service.accounts().add_user(star).await.unwrap();
    for (handle, scope) in [("demo", "read"), ("demo", "write"), ("star", "read")] {
        let code = world.browser().approve(handle, &world.request().with("scope", scope).path()).await;
        let exchanged = world.token(&world.exchange_of(&code)).await;
        let tokens = Tokens::of(&exchanged);
        let mut me = world.me(&tokens.access).await.json();
        me.as_object_mut().unwrap().remove("data");
        assert_eq!((&exchanged.json()["user"], &me["handle"]), (&me, &json!(handle)));
        assert_eq!((me.get("profilePicture").is_some(), &me["verified"]), (handle == "star", &json!(handle == "star")));
        let refreshed = world.refresh(&tokens.refresh).await;
        assert_eq!((refreshed.status, refreshed.json().get("user")), (200, None));
        let repeated = world.refresh(&tokens.refresh).await;
        assert_eq!((repeated.status, repeated.json().get("user")), (200, None));
    }
    let request = world.unregistered_request("Radio");
    let code = world.browser().approve("demo", &request.path()).await;
    let exchanged = world.token(&changed(&world.exchange_of(&code), "client_id", "Radio".into())).await;
    assert_eq!(exchanged.json()["user"]["handle"], "demo", "{}", exchanged.body);
}

#[tokio::test]
async fn second_exchange_revokes_tokens() {
    let world = TestService::new().await;
    let body = world.exchange_of(&world.code().await);
    let tokens = Tokens::of(&world.token(&body).await);
    assert_eq!(world.me(&tokens.access).await.status, 200);
    assert_eq!(world.token(&body).await.error(), "invalid_grant");
    assert_eq!(world.me(&tokens.access).await.status, 401);
    assert_eq!(world.refresh(&tokens.refresh).await.error(), "invalid_grant");
}

#[tokio::test]
async fn requests_that_are_not_in_order() {
    let world = TestService::new().await;
    let good = world.exchange_of(&world.code().await);
    let unknown = format!("0x{}", "2".repeat(40));
    for (body, error) in [
        (json!([]), "invalid_request"),
        (json!({}), "invalid_request"),
        (changed(&good, "grant_type", "password".into()), "unsupported_grant_type"),
        (changed(&good, "client_id", unknown.into()), "invalid_client"),
        (changed(&good, "client_id", "\u{202e}".into()), "invalid_client"),
        (changed(&good, "client_id", "".into()), "invalid_request"),
        (changed(&good, "client_id", Value::Null), "invalid_request"),
        (changed(&good, "code", "nonsense".into()), "invalid_grant"),
        (changed(&good, "code", "".into()), "invalid_request"),
    ] {
        let reply = world.token(&body).await;
        assert_eq!((reply.status, reply.error().as_str()), (400, error), "{body}");
        assert!(!reply.json()["error_description"].as_str().unwrap().is_empty());
        assert_eq!(reply.header("cache-control"), "no-store");
    }
    for member in ["grant_type", "code", "code_verifier", "client_id", "redirect_uri"] {
        let mut body = good.clone();
        body.as_object_mut().unwrap().remove(member);
        let reply = world.token(&body).await;
        assert_eq!(reply.error(), "invalid_request");
        assert!(reply.json()["error_description"].as_str().unwrap().contains(member), "{}", reply.body);
    }
    assert_eq!(world.token(&good).await.status, 200, "none of it touched the code");
}
