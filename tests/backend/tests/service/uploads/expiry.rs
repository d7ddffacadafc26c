//! How long unfinished uploads stay (the extension `expiration`).

use reqwest::Method;
use stagepass_test_support::TestStorage;
use stagepass_test_support::api_client::{ApiClient, fixture, sent};

const HOUR: i64 = 60 * 60;
const DAY: i64 = 24 * HOUR;

#[tokio::test]
async fn each_answer_says_until_when() {
    let scene = ApiClient::new().await;
    let sound = fixture("tone.mp3");
    let created = scene.create(&scene.token, sound.len()).await;
    // The clock stands at Fri, 15 Jan 2027 08:00:00 GMT.
    assert_eq!(created.header("upload-expires"), "Sat, 16 Jan 2027 08:00:00 GMT");
    let upload = created.header("location").to_owned();
    scene.world.clock.advance(HOUR / 2);
    let appended = scene.append(&upload, 0, &sound[..100]).await;
    assert_eq!(appended.header("upload-expires"), "Sat, 16 Jan 2027 08:30:00 GMT");
    let asked = sent(scene.tus(Method::HEAD, &upload, &scene.token)).await;
    assert_eq!(asked.header("upload-expires"), "Sat, 16 Jan 2027 08:30:00 GMT");
    assert_eq!(scene.shown(&upload).await["expires_at"], 1_800_000_000 + HOUR / 2 + DAY);
    let completed = scene.append(&upload, 100, &sound[100..]).await;
    assert_eq!((completed.status, completed.header("upload-expires")), (204, ""));
    assert_eq!(sent(scene.tus(Method::HEAD, &upload, &scene.token)).await.header("upload-expires"), "");
    assert_eq!(scene.shown(&upload).await.get("expires_at"), None);
}

#[tokio::test]
async fn it_ends_a_day_after_its_last_bytes() {
    let scene = ApiClient::new().await;
    let sound = fixture("tone.mp3");
    let (open, done) = (scene.begin(sound.len()).await, scene.begin(sound.len()).await);
    assert_eq!(scene.append(&done, 0, &sound).await.status, 204);
    let scene = scene.later(DAY - 1).await;
    assert_eq!(scene.append(&open, 0, &sound[..100]).await.status, 204);
    let scene = scene.later(DAY - 1).await;
    assert_eq!(scene.offset(&open).await, Some(100));
    let scene = scene.later(1).await;
    assert_eq!(scene.offset(&open).await, None);
    assert_eq!(scene.append(&open, 100, &sound[100..]).await.status, 404);
    assert_eq!(scene.terminate(&open).await.status, 404);
    assert_eq!(scene.shown(&done).await["status"], "completed");
}

#[tokio::test]
async fn it_ends_after_a_week_whatever_comes() {
    let mut scene = ApiClient::new().await;
    let upload = scene.begin(1_000).await;
    for day in 1..7 {
        scene = scene.later(DAY - 1).await;
        assert_eq!(scene.append(&upload, day - 1, b"x").await.status, 204, "day {day}");
    }
    let scene = scene.later(HOUR).await;
    assert_eq!(scene.append(&upload, 6, b"x").await.status, 204);
    assert_eq!(scene.shown(&upload).await["expires_at"], 1_800_000_000 + 7 * DAY);
    let scene = scene.later(DAY - HOUR + 6).await;
    assert_eq!(scene.offset(&upload).await, None);
}

#[tokio::test]
async fn sweep_removes_only_expired_unfinished_uploads() {
    let place = TestStorage::with_bucket();
    for scene in [ApiClient::new().await, ApiClient::at(&place).await] {
        let sound = fixture("tone.mp3");
        let (open, done) = (scene.begin(sound.len()).await, scene.begin(sound.len()).await);
        scene.append(&open, 0, &sound[..100]).await;
        scene.append(&done, 0, &sound).await;
        scene.world.clock.advance(DAY - 1);
        scene.world.service.sweep().await;
        assert_eq!((scene.files("uploads"), scene.files("audio")), (1, 1));
        scene.world.clock.advance(1);
        scene.world.service.sweep().await;
        assert_eq!((scene.files("uploads"), scene.files("audio")), (0, 1));
    }
    let rows = place.rows();
    let uploads: Vec<_> = rows.iter().filter(|row| row.table == "uploads").collect();
    assert_eq!((uploads.len(), uploads[0].number("leftovers")), (1, Some(0)));
}
