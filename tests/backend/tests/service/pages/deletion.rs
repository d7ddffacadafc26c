//! The deletion of an account by its user.

use std::time::Duration;

use stagepass_backend::clock::Clock;
use stagepass_backend::store::NewTrackRecord;
use stagepass_test_support::api_client::{ApiClient, wav};
use stagepass_test_support::{Browser, PASSWORD, Reply, TestService, person, sent};

const WEEK: i64 = 7 * 24 * 60 * 60;

async fn signed_in(world: &TestService) -> (Browser, Reply) {
    world.signed_in("demo", "/v1/account").await
}

async fn delete(world: &TestService) -> Browser {
    let (mut browser, page) = signed_in(world).await;
    browser.submit(&page, "delete-account", &[("password", PASSWORD)]).await.is_page(200, "deletion");
    browser
}

#[tokio::test]
async fn deleted_account_ends_after_a_week() {
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
    world.browser().try_sign_in("demo", PASSWORD, "/v1/account").await.is_page(200, "deletion");

    world.clock.advance(WEEK - 1);
    world.service.sweep().await;
    assert!(world.service.store().user_of_handle("demo").await.unwrap().is_some());
    world.clock.advance(1 + 60);
    world.service.sweep().await;
    let store = world.service.store();
    assert!(store.user_of_handle("demo").await.unwrap().is_none());
    let now = world.clock.now();
    assert_eq!(store.unfinished_drops(now).await.unwrap(), [(cid, now)], "no other user has the audio");
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
    world.clock.advance(WEEK + 60);
    world.service.sweep().await;
    assert!(world.service.store().user_of_handle("demo").await.unwrap().is_some());
}

#[tokio::test]
async fn account_whose_deletion_is_due_is_not_kept() {
    let world = TestService::new().await;
    delete(&world).await;
    let store = world.service.store();
    let due = store.deletion_at(world.demo.user_id).await.unwrap().unwrap();
    assert!(!store.keep_account(world.demo.user_id, due).await.unwrap());
    assert!(store.keep_account(world.demo.user_id, due - 1).await.unwrap());
}

/// As when a gated track is listed again by its owner.
#[tokio::test]
async fn kept_account_gates_no_audio_that_became_public() {
    let scene = ApiClient::new().await;
    let world = &scene.world;
    let cid = scene.cid(Duration::from_secs(1)).await;
    let store = world.service.store();
    let other = world.service.accounts().add_user(person("other", "Other")).await.unwrap().user_id;
    let insert = async |owner_id, authorities: &[String]| {
        let (title, genre, description, made_by) = ("One", None, None, None);
        let cid = &cid;
        let new = NewTrackRecord { owner_id, title, genre, description, cid, authorities, created_at: 0, made_by };
        store.insert_track(&new).await.unwrap().unwrap()
    };
    let gated = insert(world.demo.user_id, &[format!("0x{:040}", 1)]).await;
    delete(world).await;
    insert(other, &[]).await;
    assert!(store.keep_account(world.demo.user_id, world.clock.now()).await.unwrap());
    assert_eq!(sent(world.http.get(world.url(&format!("/tracks/{gated}")))).await.status, 404, "still delisted");
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

fn export(world: &TestService, browser: &Browser) -> reqwest::RequestBuilder {
    world.http.get(world.url("/account/export")).header("cookie", browser.cookie_header())
}

#[tokio::test]
async fn export_has_profile_tracks_library_and_audio() {
    let scene = ApiClient::new().await;
    let sound = wav(Duration::from_secs(1));
    let cid = scene.cid(Duration::from_secs(1)).await;
    let track = scene.track("One", &cid).await;
    let (mut browser, page) = signed_in(&scene.world).await;
    assert!(page.body.contains("/v1/account/export"));
    let saved = format!("/users/{}/library/tracks/{track}", scene.world.demo.user_id);
    assert_eq!(scene.put(&saved, &scene.token).await.status, 204);
    let reply = export(&scene.world, &browser).send().await.unwrap();
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
    let (tracks, library) = (json(read("tracks.json")), json(read("library.json")));
    assert_eq!((&tracks[0]["id"], &tracks[0]["audio"]), (&track.into(), &format!("audio/{cid}").into()));
    assert_eq!((&library[0]["id"], library[0].get("audio")), (&track.into(), None));
    assert!(zip.by_name("missing.txt").is_err());
    assert_eq!(scene.world.browser().get("/v1/account/export").await.status, 303);
    drop(browser.get("/v1/account").await);
}

/// The user may delete the account next, so the file must not look complete.
#[tokio::test]
async fn export_without_an_audio_is_cut_off() {
    let (scene, cid) = ApiClient::with_audio().await;
    scene.track("One", &cid).await;
    std::fs::remove_file(scene.folder("audio").join(&cid)).unwrap();
    let (browser, _) = signed_in(&scene.world).await;
    // The connection may end before the head of the response, which waits for the first bytes.
    let was_cut_off = match export(&scene.world, &browser).send().await {
        Ok(reply) => {
            assert_eq!(reply.status(), 200);
            reply.bytes().await.is_err()
        }
        Err(_) => true,
    };
    assert!(was_cut_off);
}
