//! PKCE (RFC 7636): no code is exchanged without its code verifier, and no weaker method is accepted.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use stagepass_test_support::{CHALLENGE, TestService, VERIFIER, answer};

#[tokio::test]
async fn missing_or_weaker_challenge_is_rejected() {
    let world = TestService::new().await;
    let good = world.request();
    let mut browser = world.browser_with_consent(&good).await;
    let bad = [
        good.clone().without("code_challenge"),
        good.clone().without("code_challenge").without("code_challenge_method"),
        good.clone().without("code_challenge_method"),
        good.clone().and_again("code_challenge_method", "plain"),
        good.clone().and_again("code_challenge_method", "S256"),
        good.clone().and_again("code_challenge", CHALLENGE),
    ];
    let methods = ["", "plain", "s256", "S512"].map(|method| good.clone().with("code_challenge_method", method));
    let other_characters = ["+", ".", " ", "\0"].map(|character| CHALLENGE.replace('-', character));
    let lengths = [String::new(), CHALLENGE[1..].to_owned(), format!("{CHALLENGE}A"), format!("{CHALLENGE}=")];
    let challenges = other_characters.into_iter().chain(lengths).chain(["é".repeat(43)]);
    let challenges = challenges.map(|challenge| good.clone().with("code_challenge", &challenge));
    for bad in bad.into_iter().chain(methods).chain(challenges) {
        let address = browser.get(&bad.path()).await.location();
        assert_eq!(answer(&address, "error").unwrap(), "invalid_request", "{bad:?}");
        assert_eq!(answer(&address, "code"), None);
    }
}

#[tokio::test]
async fn wrong_verifier_is_rejected_and_keeps_the_code() {
    let world = TestService::new().await;
    let code = world.code().await;
    let with = |verifier: Value| {
        let mut body = world.exchange_of(&code);
        body["code_verifier"] = verifier;
        body
    };
    let last_changed = format!("{}l", &VERIFIER[..42]);
    for (verifier, error) in [
        (json!(CHALLENGE), "invalid_grant"),
        (json!(VERIFIER.to_lowercase()), "invalid_grant"),
        (json!(last_changed), "invalid_grant"),
        (json!(format!("{VERIFIER}A")), "invalid_grant"),
        (json!("a".repeat(43)), "invalid_grant"),
        (json!(&VERIFIER[..42]), "invalid_request"),
        (json!("a".repeat(129)), "invalid_request"),
        (json!(format!("{VERIFIER}=")), "invalid_request"),
        (json!(format!("{VERIFIER}+")), "invalid_request"),
        (json!(""), "invalid_request"),
        (Value::Null, "invalid_request"),
        (json!([VERIFIER]), "invalid_request"),
    ] {
        let reply = world.token(&with(verifier.clone())).await;
        assert_eq!((reply.status, reply.error().as_str()), (400, error), "{verifier}");
    }
    let mut without = with(Value::Null);
    without.as_object_mut().unwrap().remove("code_verifier");
    assert_eq!(world.token(&without).await.error(), "invalid_request");
    assert_eq!(world.token(&with(json!(VERIFIER))).await.status, 200, "none of it used the code up");
}

/// The longest one has every allowed character.
#[tokio::test]
async fn shortest_and_longest_verifiers_are_accepted() {
    let world = TestService::new().await;
    let every = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
    for verifier in ["~".repeat(43), every.repeat(2)[..128].to_owned()] {
        let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(&verifier));
        let address = world.approve(&world.request().with("code_challenge", &challenge)).await;
        let mut body = world.exchange_of(&answer(&address, "code").unwrap());
        assert_eq!(world.token(&body).await.error(), "invalid_grant", "another login's verifier");
        body["code_verifier"] = json!(verifier);
        assert_eq!(world.token(&body).await.status, 200, "{verifier}");
    }
}
