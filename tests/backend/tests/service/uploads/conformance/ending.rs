//! `expiration` and `termination`.

use std::time::Duration;

use reqwest::Method;
use stagepass_test_support::TestStorage;
use stagepass_test_support::api_client::{ApiClient, fixture, sent, wav};

use super::{OCTETS, create_with, everywhere, head};

const HOUR: i64 = 60 * 60;
const DAY: i64 = 24 * HOUR;

#[tokio::test]
async fn upload_expires_header_is_sent_until_completion() {
    let scene = ApiClient::new().await;
    let sound = fixture("tone.mp3");
    let created = scene.create(&scene.token, sound.len()).await;
    // The clock stands at Fri, 15 Jan 2027 08:00:00 GMT.
    assert_eq!(created.header("upload-expires"), "Sat, 16 Jan 2027 08:00:00 GMT");
    let upload = created.header("location").to_owned();
    scene.world.clock.advance(HOUR / 2);
    assert_eq!(head(&scene, &upload).await.header("upload-expires"), "Sat, 16 Jan 2027 08:00:00 GMT");
    for reply in [
        scene.append(&upload, 0, &sound[..100]).await,
        head(&scene, &upload).await,
        create_with(&scene, 100, &[("content-type", OCTETS)], b"x").await,
    ] {
        assert_eq!(reply.header("upload-expires"), "Sat, 16 Jan 2027 08:30:00 GMT");
    }
    assert_eq!(scene.shown(&upload).await["expires_at"], 1_800_000_000 + HOUR / 2 + DAY);
    let completed = scene.append(&upload, 100, &sound[100..]).await;
    assert_eq!((completed.status, completed.header("upload-expires")), (204, ""));
    assert_eq!(head(&scene, &upload).await.header("upload-expires"), "");
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
    for gone in [head(&scene, &open).await, scene.append(&open, 100, &sound[100..]).await, scene.terminate(&open).await]
    {
        assert_eq!((gone.status, gone.header("upload-offset")), (404, ""));
    }
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
    let last = scene.append(&upload, 6, b"x").await;
    assert_eq!((last.status, last.header("upload-expires")), (204, "Fri, 22 Jan 2027 08:00:00 GMT"));
    let scene = scene.later(DAY - HOUR + 6).await;
    assert_eq!(scene.offset(&upload).await, None);
}

#[tokio::test]
async fn sweep_removes_only_expired_unfinished_uploads() {
    let (place, scenes) = everywhere().await;
    for scene in scenes {
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

#[tokio::test]
async fn an_upload_can_be_ended_wherever_it_stands() {
    for place in [TestStorage::new(), TestStorage::with_bucket()] {
        let scene = ApiClient::at(&place).await;
        let bytes = wav(Duration::from_millis(500));
        for count in [0, 100, bytes.len()] {
            let upload = scene.begin(bytes.len()).await;
            if count > 0 {
                assert_eq!(scene.append(&upload, 0, &bytes[..count]).await.status, 204);
            }
            let reply = scene.terminate(&upload).await;
            assert_eq!((reply.status, reply.body.as_str(), reply.header("tus-resumable")), (204, "", "1.0.0"));
            let again = scene.terminate(&upload).await;
            for gone in [head(&scene, &upload).await, scene.append(&upload, count, b"").await, again] {
                assert_eq!((gone.status, gone.header("upload-offset")), (404, ""), "{count}");
            }
            assert_eq!((scene.files("uploads"), scene.files("audio")), (0, 0), "{count}");
        }
        assert_eq!(place.count("uploads"), 0);
        // The same audio can be uploaded again.
        let cid = scene.uploaded(&bytes).await["track_cid"].as_str().unwrap().to_owned();
        assert_eq!(std::fs::read(scene.folder("audio").join(&cid)).unwrap(), bytes);
        scene.track("Here again", &cid).await;
    }
}

#[tokio::test]
async fn upload_belongs_to_its_user_alone() {
    let scene = ApiClient::new().await;
    let upload = scene.begin(100).await;
    let (stranger, _) = scene.add_user("mallory", "write").await;
    let reader = scene.tokens("demo", "read").await.access;
    for (method, by_reader) in [(Method::HEAD, 200), (Method::GET, 200), (Method::PATCH, 403), (Method::DELETE, 403)] {
        for (token, status) in [(stranger.as_str(), 404), ("", 401), (reader.as_str(), by_reader)] {
            let request = scene.tus(method.clone(), &upload, token).header("upload-offset", "0");
            let reply = sent(request.header("content-type", OCTETS).body("x")).await;
            assert_eq!(reply.status, status, "{method}");
        }
    }
    assert_eq!(scene.offset(&upload).await, Some(0));
    let reply = scene.create(&reader, 10).await;
    reply.is_error(403, "insufficient_scope");
    assert_eq!(reply.header("www-authenticate"), "Bearer error=\"insufficient_scope\", scope=\"write\"");
}
