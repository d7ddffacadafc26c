//! How much one listener may keep, and leave unfinished.

use std::time::Duration;

use stagepass_backend::{Settings, UploadLimits};
use stagepass_test_support::TestStorage;
use stagepass_test_support::api_client::{ApiClient, wav};

async fn scene(quota: u64, unfinished: u32) -> ApiClient {
    ApiClient::limited(UploadLimits { quota, unfinished, ..UploadLimits::default() }).await
}

/// Unfinished uploads count with their full length. Deleting an upload frees its bytes.
#[tokio::test]
async fn upload_beyond_byte_quota_is_rejected() {
    let sound = wav(Duration::from_secs(1));
    let size = sound.len();
    let scene = scene(3 * size as u64, 20).await;
    let complete = scene.begin(size).await;
    assert_eq!(scene.append(&complete, 0, &sound).await.status, 204);
    let open = scene.begin(size).await;
    let refused = scene.create(&scene.token, size + 1).await;
    refused.is_error(413, "quota_exceeded");
    let description = refused.json()["error_description"].as_str().unwrap().to_owned();
    let (may, are) = ((3 * size).to_string(), (2 * size).to_string());
    assert!(description.contains(&may) && description.contains(&are), "{description}");
    let last = scene.begin(size).await;
    assert_eq!(scene.create(&scene.token, 1).await.status, 413, "an unfinished one counts as what it will be");

    for (upload, free) in [(&open, size), (&complete, 2 * size), (&last, 3 * size)] {
        assert_eq!(scene.terminate(upload).await.status, 204);
        assert_eq!(scene.create(&scene.token, free + 1).await.status, 413);
        let fits = scene.begin(free).await;
        assert_eq!(scene.terminate(&fits).await.status, 204);
    }
}

#[tokio::test]
async fn so_many_may_be_unfinished() {
    let sound = wav(Duration::from_secs(1));
    let scene = scene(1_000_000_000, 2).await;
    let (first, _) = (scene.begin(sound.len()).await, scene.begin(100).await);
    scene.create(&scene.token, 100).await.is_error(429, "too_many_uploads");
    let (other, _) = scene.add_user("other", "write").await;
    assert_eq!(scene.create(&other, 100).await.status, 201, "each listener has their own");
    assert_eq!(scene.append(&first, 0, &sound).await.status, 204);
    scene.begin(100).await;
    assert_eq!(scene.create(&scene.token, 100).await.status, 429);
    // An upload that cannot be resumed does not count, though it may not have been swept yet.
    let scene = scene.later(24 * 60 * 60).await;
    scene.begin(100).await;
    scene.begin(100).await;
    assert_eq!(scene.create(&scene.token, 100).await.status, 429);
}

#[tokio::test]
async fn concurrent_creations_respect_byte_and_count_limits() {
    for (quota, unfinished) in [(350, 100), (1_000_000, 3)] {
        let scene = scene(quota, unfinished).await;
        let begun = futures_util::future::join_all((0..10).map(|_| scene.create(&scene.token, 100))).await;
        assert_eq!(begun.iter().filter(|reply| reply.status == 201).count(), 3);
        assert!(begun.iter().all(|reply| matches!(reply.status, 201 | 413 | 429)));
    }
}

#[tokio::test]
async fn fully_received_expired_upload_is_unfinished_until_swept() {
    let (place, sound) = (TestStorage::new(), wav(Duration::from_secs(1)));
    let uploads = UploadLimits { quota: sound.len() as u64, unfinished: 1, ..UploadLimits::default() };
    let scene = ApiClient::with(Settings { uploads, ..place.settings() }).await;
    // The one at the start is over, and does not meet the upload.
    scene.world.service.sweep().await;
    let whole = scene.begin(sound.len()).await;
    std::fs::write(scene.draft(&whole), &sound).unwrap();
    place.execute("UPDATE uploads SET arrived = size");
    let scene = scene.later(24 * 60 * 60).await;
    assert_eq!(scene.create(&scene.token, 1).await.error(), "too_many_uploads");
    assert_eq!(scene.get("/uploads", &scene.token).await.json()["quota"]["used"], sound.len());
    scene.world.service.sweep().await;
    assert_eq!(scene.create(&scene.token, 1).await.error(), "quota_exceeded");
}

#[tokio::test]
async fn upload_beyond_ceiling_of_all_users_is_rejected() {
    let uploads = UploadLimits { ceiling: Some(300), disk_reserve: Some(0), ..UploadLimits::default() };
    let scene = ApiClient::limited(uploads).await;
    let (other, _) = scene.add_user("other", "write").await;
    let first = scene.begin(200).await;
    scene.create(&other, 101).await.is_error(507, "storage_full");
    assert_eq!(scene.create(&other, 100).await.status, 201);
    assert_eq!(scene.create(&scene.token, 1).await.status, 507, "an unfinished one counts as what it will be");
    assert_eq!(scene.terminate(&first).await.status, 204);
    let begun = futures_util::future::join_all(
        (0..10).map(|number| scene.create(if number % 2 == 0 { &scene.token } else { &other }, 100)),
    );
    let begun = begun.await.iter().map(|reply| reply.status).collect::<Vec<_>>();
    assert_eq!(begun.iter().filter(|status| **status == 201).count(), 2, "{begun:?}");
}

#[tokio::test]
async fn new_account_quota_grows_over_30_days() {
    let uploads =
        UploadLimits { quota: 3_100, new_account_quota: 100, disk_reserve: Some(0), ..UploadLimits::default() };
    let settings = || Settings { uploads, ..stagepass_test_support::settings() };
    let scene = ApiClient::with(settings()).await;
    let quota = async |scene: &ApiClient| scene.get("/uploads", &scene.token).await.json()["quota"]["bytes"].clone();
    assert_eq!(quota(&scene).await, 100);
    scene.create(&scene.token, 101).await.is_error(413, "quota_exceeded");
    scene.begin(100).await;
    let day = 24 * 60 * 60;
    let scene = scene.later(15 * day).await;
    assert_eq!(quota(&scene).await, 1_600);
    // Where the operator makes all accounts, each has all of the quota at once.
    let scene = ApiClient::with(Settings { sign_up: false, ..settings() }).await;
    assert_eq!(quota(&scene).await, 3_100);
}

/// Their bytes are summed up whenever the user begins an upload.
#[tokio::test]
async fn a_user_has_10_000_uploads() {
    let place = TestStorage::new();
    let scene = ApiClient::with(place.settings()).await;
    let user_id = scene.world.demo.user_id;
    place.execute(&format!(
        "INSERT INTO contents (cid, mime_type, size, duration_ms, created_at, state) VALUES ('tiny', 'audio/wav', 1, 1, 0, 0);
         WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < 9999)
         INSERT INTO uploads (upload_id, user_id, size, cid, created_at, arrived, leftovers, entry)
         SELECT 'tiny' || number, {user_id}, 1, 'tiny', 0, 1, 0, 1000000 + number FROM numbers"
    ));
    let last = scene.begin(100).await;
    let refused = scene.create(&scene.token, 100).await;
    refused.is_error(413, "quota_exceeded");
    assert!(refused.body.contains("you have 10,000 uploads, which is the limit"), "{}", refused.body);
    assert_eq!(scene.get("/uploads", &scene.token).await.json()["quota"]["used"], 9_999 + 100);
    let (other, _) = scene.add_user("other", "write").await;
    assert_eq!(scene.create(&other, 100).await.status, 201, "each user has their own");
    assert_eq!(scene.terminate(&last).await.status, 204);
    scene.begin(100).await;
}
