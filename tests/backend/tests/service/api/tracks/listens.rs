//! How often tracks were listened to.

use std::time::Duration;

use futures_util::future::join_all;
use serde_json::json;
use stagepass_backend::store::Store;
use stagepass_test_support::TestStorage;
use stagepass_test_support::api_client::ApiClient;

/// 22 November 2026.
const TODAY: i64 = 20_779;

async fn scene(place: &TestStorage) -> (ApiClient, Store, i64) {
    let scene = ApiClient::with(place.settings()).await;
    let store = Store::open(&place.database()).await.unwrap();
    let cid = scene.cid(Duration::from_secs(1)).await;
    let track = scene.track("One", &cid).await;
    (scene, store, track)
}

#[tokio::test]
async fn they_add_up_day_by_day() {
    let place = TestStorage::new();
    let (scene, store, track) = scene(&place).await;
    let path = format!("/tracks/{track}/listens");
    let reader = scene.tokens("demo", "read").await.access;
    assert_eq!(scene.get(&path, &reader).await.json(), json!({ "data": { "total": 0, "days": [] } }));
    store.add_listens(&[]).await.unwrap();
    store.add_listens(&[(track, TODAY, 2), (track, TODAY - 1, 5), (track, TODAY, 1)]).await.unwrap();
    store.add_listens(&[(track, TODAY - 40, 10), (track, TODAY, 1)]).await.unwrap();
    let expected = json!({ "data": { "total": 19, "days": [
        { "date": "2026-11-22", "listens": 4 },
        { "date": "2026-11-21", "listens": 5 },
        { "date": "2026-10-13", "listens": 10 },
    ] } });
    assert_eq!(scene.get(&path, &reader).await.json(), expected);
    scene.change(track, &scene.token, &json!({ "delisted": true })).await;
    store.add_listens(&[(track, TODAY + 1, 1)]).await.unwrap();
    assert_eq!(scene.get(&path, &reader).await.json()["data"]["total"], 20, "what was heard before it was withdrawn");
}

/// Lists the last 30 days that have listens. The total counts all days.
#[tokio::test]
async fn thirty_days_are_listed_and_all_listens_counted() {
    let place = TestStorage::new();
    let (scene, store, track) = scene(&place).await;
    let listens: Vec<_> = (0..40).map(|ago| (track, TODAY - 2 * ago, 1 + ago)).collect();
    store.add_listens(&listens).await.unwrap();
    let data = scene.get(&format!("/tracks/{track}/listens"), &scene.token).await.json()["data"].clone();
    let days = data["days"].as_array().unwrap();
    assert_eq!((&data["total"], days.len()), (&json!(820), 30));
    assert_eq!(days[0], json!({ "date": "2026-11-22", "listens": 1 }));
    assert_eq!(days[29], json!({ "date": "2026-09-25", "listens": 30 }));
}

#[tokio::test]
async fn unknown_tracks_and_invalid_counts_are_skipped() {
    let place = TestStorage::new();
    let (scene, store, track) = scene(&place).await;
    let deleted = scene.track("Two", scene.seen(track).await["track_cid"].as_str().unwrap()).await;
    scene.delete(&format!("/tracks/{deleted}"), &scene.token).await;
    let listens = [
        (99, TODAY, 1),
        (-1, TODAY, 1),
        (deleted, TODAY, 1),
        (track, TODAY, 0),
        (track, TODAY, -5),
        (track, TODAY, i64::MAX),
        (track, TODAY, 3),
    ];
    store.add_listens(&listens).await.unwrap();
    assert_eq!(scene.get(&format!("/tracks/{track}/listens"), &scene.token).await.json()["data"]["total"], 3);
    assert_eq!(place.count("track_listens"), 1);
    scene.world.service.accounts().delete_user("demo").await.unwrap();
    assert_eq!(place.count("track_listens"), 0, "they go with the owner");
}

#[tokio::test]
async fn of_many_at_once_none_is_lost() {
    let place = TestStorage::new();
    let (scene, store, first) = scene(&place).await;
    let second = scene.track("Two", scene.seen(first).await["track_cid"].as_str().unwrap()).await;
    let reports: Vec<_> = (0..20)
        .map(|turn| {
            let mut report = vec![(first, TODAY, 1), (second, TODAY, 2), (first, TODAY - 1, 3)];
            report.rotate_left(turn % 3);
            report
        })
        .collect();
    for done in join_all(reports.iter().map(|report| store.add_listens(report))).await {
        done.unwrap();
    }
    for (track, total) in [(first, 80), (second, 40)] {
        assert_eq!(scene.get(&format!("/tracks/{track}/listens"), &scene.token).await.json()["data"]["total"], total);
    }
}

#[tokio::test]
async fn report_repeated_concurrently_counts_once() {
    let place = TestStorage::new();
    let (scene, store, track) = scene(&place).await;
    let other = Store::open(&place.database()).await.unwrap();
    let arrivals = (0..16_i64).map(|turn| {
        let (store, key) = (if turn % 2 == 0 { &store } else { &other }, [u8::from(turn < 8); 16]);
        let listens = [(track, TODAY, 3), (track, TODAY - 1, 4)];
        async move { store.add_report(key, &listens, TODAY * 86_400 + turn).await }
    });
    for arrived in join_all(arrivals).await {
        arrived.unwrap();
    }
    let total = scene.get(&format!("/tracks/{track}/listens"), &scene.token).await.json()["data"]["total"].clone();
    assert_eq!(total, 14, "two reports of 7 listens, each of which came 8 times");
}

#[tokio::test]
async fn listens_are_reported_until_track_is_deleted() {
    let place = TestStorage::new();
    let (scene, store, track) = scene(&place).await;
    store.add_listens(&[(track, TODAY, 7)]).await.unwrap();
    let path = format!("/tracks/{track}/listens");
    let as_app = format!("{path}?user_id={}", scene.world.demo.user_id);
    assert_eq!(scene.get(&as_app, &scene.world.app.bearer_token).await.json()["data"]["total"], 7);
    assert!(!scene.get(&format!("/tracks/{track}"), "").await.body.contains("listens"));
    scene.delete(&format!("/tracks/{track}"), &scene.token).await;
    assert_eq!(scene.get(&path, &scene.token).await.status, 404);
}
