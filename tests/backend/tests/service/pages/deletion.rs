//! The deletion of an account by its user.

use std::time::Duration;

use stagepass_test_support::api_client::{ApiClient, wav};
use stagepass_test_support::{Browser, PASSWORD, Reply, TestService, person, sent};

const WEEK: i64 = 7 * 24 * 60 * 60;

async fn signed_in(world: &TestService) -> (Browser, Reply) {
    let mut browser = world.browser();
    browser.sign_in("demo", "/v1/account").await;
    let page = browser.get("/v1/account").await;
    (browser, page)
}

async fn delete(world: &TestService) -> Browser {
    let (mut browser, page) = signed_in(world).await;
    let reply = browser.submit(&page, "delete-account", &[("password", PASSWORD)]).await;
    assert_eq!((reply.status, reply.page().as_str()), (200, "deletion"));
    browser
}

#[tokio::test]
async fn deleted_account_ends_after_a_week_and_its_handle_stays_taken() {
    let scene = ApiClient::new().await;
    let world = &scene.world;
    let cid = scene.cid(Duration::from_secs(1)).await;
    let track = scene.track("One", &cid).await;
    let by_app = || {
        world.ask(
            reqwest::Method::GET,
            &format!("/users/{}/tracks?user_id={0}", world.demo.user_id),
            &world.app.bearer_token,
        )
    };
    assert_eq!(sent(by_app()).await.status, 200);

    let mut browser = delete(world).await;
    assert_eq!(browser.get("/v1/account").await.status, 303, "signed out");
    assert_eq!(world.me(&scene.token).await.status, 401);
    assert_eq!(sent(by_app()).await.status, 403);
    let shown = || world.http.get(world.url(&format!("/tracks/{track}")));
    assert_eq!(sent(shown()).await.status, 404);
    let marked = world.browser().try_sign_in("demo", PASSWORD, "/v1/account").await;
    assert_eq!((marked.status, marked.page().as_str()), (200, "deletion"));

    world.clock.advance(WEEK - 1);
    world.service.sweep().await;
    assert!(world.service.store().user_of_handle("demo").await.unwrap().is_some());
    world.clock.advance(1);
    world.service.sweep().await;
    assert!(world.service.store().user_of_handle("demo").await.unwrap().is_none());
    assert!(world.service.accounts().add_user(person("Demo", "Another")).await.is_err(), "the handle stays taken");
}

#[tokio::test]
async fn kept_account_is_as_before() {
    let scene = ApiClient::new().await;
    let world = &scene.world;
    let cid = scene.cid(Duration::from_secs(1)).await;
    let [listed, hidden] = [scene.track("One", &cid).await, scene.track("Two", &cid).await];
    scene.change(hidden, &scene.token, &serde_json::json!({ "delisted": true })).await;
    delete(world).await;
    let mut browser = world.browser();
    let marked = browser.try_sign_in("demo", PASSWORD, "/v1/account").await;
    let kept = browser.submit(&marked, "keep", &[]).await;
    assert_eq!(kept.location(), "/v1/sign-in");
    assert_eq!(browser.try_sign_in("demo", PASSWORD, "/v1/account").await.status, 303);
    let status = async |track| sent(world.http.get(world.url(&format!("/tracks/{track}")))).await.status;
    assert_eq!((status(listed).await, status(hidden).await), (200, 404), "what was hidden before stays hidden");
    world.clock.advance(WEEK);
    world.service.sweep().await;
    assert!(world.service.store().user_of_handle("demo").await.unwrap().is_some());
}

#[tokio::test]
async fn wrong_passwords_are_counted_like_sign_ins() {
    let world = TestService::new().await;
    let (mut browser, page) = signed_in(&world).await;
    for _ in 0..10 {
        let refused = browser.submit(&page, "delete-account", &[("password", "a wrong password")]).await;
        assert_eq!((refused.status, refused.page().as_str()), (403, "account"));
    }
    assert_eq!(browser.submit(&page, "delete-account", &[("password", PASSWORD)]).await.status, 429);
    assert_eq!(world.service.store().deletion_at(world.demo.user_id).await.unwrap(), None);
}

/// The token of another account, or none, keeps nothing.
#[tokio::test]
async fn only_the_password_keeps_an_account() {
    let world = TestService::new().await;
    delete(&world).await;
    let mut browser = world.browser();
    let marked = browser.try_sign_in("demo", PASSWORD, "/v1/account").await;
    let mut form = marked.form("keep");
    for (name, value) in &mut form.fields {
        if name == "user" {
            *value = "999".to_owned();
        }
    }
    assert_eq!(browser.post(&form.action, &form.fields).await.status, 403);
    assert!(world.service.store().deletion_at(world.demo.user_id).await.unwrap().is_some());
}

#[tokio::test]
async fn export_has_the_profile_the_tracks_and_their_audio() {
    let scene = ApiClient::new().await;
    let sound = wav(Duration::from_secs(1));
    let cid = scene.cid(Duration::from_secs(1)).await;
    let track = scene.track("One", &cid).await;
    let (mut browser, page) = signed_in(&scene.world).await;
    assert!(page.body.contains("/v1/account/export"));
    let cookies: Vec<String> = browser.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let request = scene.world.http.get(scene.world.url("/account/export")).header("cookie", cookies.join("; "));
    let reply = request.send().await.unwrap();
    assert_eq!((reply.status().as_u16(), &reply.headers()["content-type"]), (200, &"application/zip".parse().unwrap()));
    let bytes = reply.bytes().await.unwrap().to_vec();
    let mut zip = zip::ZipArchive::new(std::io::Cursor::new(bytes)).unwrap();
    let mut read = |name: &str| {
        let mut bytes = Vec::new();
        std::io::copy(&mut zip.by_name(name).unwrap(), &mut bytes).unwrap();
        bytes
    };
    assert_eq!(read(&format!("audio/{cid}")), sound);
    let json = |bytes: Vec<u8>| serde_json::from_slice::<serde_json::Value>(&bytes).unwrap();
    assert_eq!(json(read("profile.json"))["handle"], "demo");
    assert_eq!(json(read("tracks.json"))[0]["id"], track);
    assert_eq!(json(read("library.json")), serde_json::json!([]));
    assert_eq!(scene.world.browser().get("/v1/account/export").await.status, 303);
    drop(browser.get("/v1/account").await);
}
