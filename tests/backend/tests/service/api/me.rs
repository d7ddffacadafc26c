//! The profile and its pictures.

use stagepass_backend::accounts::{AddUserError, NewUser};
use stagepass_test_support::{TestService, Tokens, answer, person};

const PICTURE: &[u8] = include_bytes!("../../../assets/demo-picture.png");

#[tokio::test]
async fn flat_and_under_data() {
    let world = TestService::new().await;
    let profile = world.me(&world.login().await.access).await.json();
    assert_eq!(profile["userId"], world.demo.user_id);
    assert_eq!(profile["name"], "Demo Listener");
    assert_eq!(profile["handle"], "demo");
    assert_eq!(profile["verified"], false);
    assert!(profile.get("profilePicture").is_none());
    let data = &profile["data"];
    assert_eq!(data["id"], world.demo.user_id.to_string());
    assert_eq!(data["user_id"], world.demo.user_id);
    assert_eq!(data["name"], "Demo Listener");
    assert_eq!(data["handle"], "demo");
    assert_eq!(data["is_verified"], false);
}

#[tokio::test]
async fn a_picture_is_served_in_three_sizes() {
    let world = TestService::new().await;
    let new = NewUser { picture: Some(PICTURE.to_vec()), verified: true, ..person("star", "Star") };
    world.service.accounts().add_user(new).await.unwrap();
    let path = world.request().path();
    let mut browser = world.browser();
    browser.sign_in("star", &path).await;
    let consent = browser.get(&path).await;
    let code = answer(&browser.submit(&consent, "approve", &[]).await.location(), "code").unwrap();
    let profile = world.me(&Tokens::of(&world.token(&world.exchange_of(&code)).await).access).await.json();
    assert_eq!(profile["verified"], true);
    let pictures = &profile["profilePicture"];
    assert_eq!(pictures["mirrors"].as_array().unwrap().len(), 0, "no other origin has them");
    assert_eq!(pictures, &profile["data"]["profile_picture"]);
    for side in [150, 480, 1000] {
        let address = pictures[format!("{side}x{side}")].as_str().unwrap();
        assert!(address.starts_with(&world.url("/pictures/")));
        let reply = world.http.get(address).send().await.unwrap();
        assert_eq!(reply.headers()["content-type"], "image/png");
        assert!(reply.headers()["cache-control"].to_str().unwrap().contains("immutable"));
        let picture = image::load_from_memory(&reply.bytes().await.unwrap()).unwrap();
        assert_eq!((picture.width(), picture.height()), (side, side));
    }
    let missing = world.http.get(world.url("/pictures/none/150x150")).send().await.unwrap();
    assert_eq!(missing.status().as_u16(), 404);
    assert!(consent.body.contains("/150x150\""), "the consent page shows it");
}

#[tokio::test]
async fn without_a_good_token_there_is_none() {
    let world = TestService::new().await;
    let tokens = world.login().await;
    let mut last = tokens.access.clone();
    last.pop();
    // RFC 6750 §3.1: without a token, no error code. RFC 9728 §5.1: the URL of the metadata.
    let metadata = format!("resource_metadata=\"{}/.well-known/oauth-protected-resource/v1\"", world.service.origin());
    let (invalid, missing) = (format!("Bearer error=\"invalid_token\", {metadata}"), format!("Bearer {metadata}"));
    for (value, why, challenge) in [
        (format!("Bearer {last}"), "cut off", &invalid),
        (format!("Bearer {}A", tokens.access), "too long", &invalid),
        (format!("Basic {}", tokens.access), "another scheme", &missing),
        ("Bearer".to_owned(), "no token", &missing),
        (String::new(), "nothing", &missing),
    ] {
        let reply = world.http.get(world.url("/me")).header("authorization", value).send().await.unwrap();
        assert_eq!(reply.status().as_u16(), 401, "{why}");
        assert_eq!(reply.headers()["www-authenticate"], challenge.as_str(), "{why}");
    }
    assert_eq!(world.http.get(world.url("/me")).send().await.unwrap().status().as_u16(), 401);
    assert_eq!(
        world
            .http
            .get(world.url(&format!("/me?access_token={}", tokens.access)))
            .send()
            .await
            .unwrap()
            .status()
            .as_u16(),
        401
    );
    let lower_case = world.http.get(world.url("/me")).header("authorization", format!("bearer {}", tokens.access));
    assert_eq!(lower_case.send().await.unwrap().status().as_u16(), 200);
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
