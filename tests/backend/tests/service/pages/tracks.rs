//! The page on which users delete their tracks.

use std::time::Duration;

use stagepass_test_support::api_client::ApiClient;
use stagepass_test_support::{Browser, Reply};

async fn page(scene: &ApiClient) -> (Browser, Reply) {
    let (browser, page) = scene.world.signed_in("demo", "/v1/my-tracks").await;
    page.is_page(200, "my-tracks");
    (browser, page)
}

#[tokio::test]
async fn user_deletes_a_track_for_good() {
    let scene = ApiClient::new().await;
    let (_, empty) = page(&scene).await;
    assert!(empty.body.contains("You have no tracks"), "{}", empty.body);
    let cid = scene.cid(Duration::from_secs(1)).await;
    let [kept, deleted] = [scene.track("Kept", &cid).await, scene.track("<Deleted>", &cid).await];
    let (mut browser, shown) = page(&scene).await;
    assert!(shown.body.contains("Public") && shown.body.contains("&#60;Deleted&#62;"), "{}", shown.body);
    let left = browser.submit(&shown, &format!("delete-{deleted}"), &[]).await.location();
    let shown = browser.get(&left).await;
    assert!(shown.body.contains("The track is deleted") && !shown.body.contains("Deleted&#62;"), "{}", shown.body);
    let statuses = [kept, deleted].map(|id| format!("/tracks/{id}"));
    assert_eq!(scene.get(&statuses[0], &scene.token).await.status, 200);
    assert_eq!(scene.get(&statuses[1], &scene.token).await.status, 404);
}

#[tokio::test]
async fn form_deletes_only_its_own_users_track() {
    let (scene, cid) = ApiClient::with_audio().await;
    let [one, two] = [scene.track("One", &cid).await, scene.track("Two", &cid).await];
    let (mut browser, shown) = page(&scene).await;
    let other = browser.submit_anything(&shown, &format!("delete-{one}"), &[("track", &two.to_string())]).await;
    assert_eq!(other.status, 403, "{}", other.body);
    scene.add_user("grace", "read").await;
    let (_, shown) = scene.world.signed_in("grace", "/v1/my-tracks").await;
    assert!(!shown.body.contains("One"), "{}", shown.body);
    for id in [one, two] {
        assert_eq!(scene.get(&format!("/tracks/{id}"), &scene.token).await.status, 200);
    }
}

#[tokio::test]
async fn many_tracks_are_shown_in_pages() {
    let scene = ApiClient::new().await;
    // There may be 20 tracks of one audio.
    for batch in 0..3 {
        let cid = scene.cid(Duration::from_secs(batch + 1)).await;
        for number in 0..17 {
            scene.track(&format!("Track {}.", batch * 17 + number), &cid).await;
        }
    }
    let (mut browser, first) = page(&scene).await;
    assert!(first.body.contains("Track 50.") && first.body.contains("Track 1.") && !first.body.contains("Track 0."));
    let (_, rest) = first.body.split_once("/v1/my-tracks?after=").expect("a next page");
    let after = rest.split('"').next().unwrap();
    let second = browser.get(&format!("/v1/my-tracks?after={after}")).await;
    assert!(second.body.contains("Track 0.") && !second.body.contains("Track 1."), "{}", second.body);
    assert!(!second.body.contains("?after="), "{}", second.body);
}
