//! How many tracks there can be, of one user and of one audio.

use std::time::Duration;

use serde_json::json;
use stagepass_backend::store::Store;
use stagepass_test_support::TestStorage;
use stagepass_test_support::api_client::{ApiClient, wav};
use stagepass_test_support::browser::Reply;

use super::AUTHORITY;

/// Inserts rows for the numbers from 1 to `count`. `values` can use `number`.
fn insert(place: &TestStorage, count: usize, columns: &str, values: &str) {
    place.execute(&format!(
        "WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < {count})
         INSERT INTO {columns} SELECT {values} FROM numbers"
    ));
}

async fn create(scene: &ApiClient, token: &str, cid: &str) -> Reply {
    scene.post("/tracks", token, &json!({ "title": "One more", "track_cid": cid })).await
}

fn is_refused(reply: &Reply, reason: &str) {
    reply.is_error(409, "too_many");
    assert!(reply.body.contains(reason), "{}", reply.body);
}

/// Deleted tracks count too.
#[tokio::test]
async fn user_has_at_most_20_tracks_per_audio() {
    let (scene, cid) = ApiClient::with_audio().await;
    for _ in 1..20 {
        let track = scene.track("Again", &cid).await;
        assert_eq!(scene.delete(&format!("/tracks/{track}"), &scene.token).await.status, 204);
    }
    assert_eq!(create(&scene, &scene.token, &cid).await.status, 201);
    is_refused(&create(&scene, &scene.token, &cid).await, "you have 20 tracks of this audio");
    let another = scene.cid(Duration::from_secs(2)).await;
    assert_eq!(create(&scene, &scene.token, &another).await.status, 201, "of other audio");
    let (other, _) = scene.add_user("other", "write").await;
    scene.uploaded_by(&other, wav(Duration::from_secs(1))).await;
    assert_eq!(create(&scene, &other, &cid).await.status, 201, "each user has their own");
}

#[tokio::test]
async fn concurrent_requests_create_at_most_20_tracks() {
    let place = TestStorage::new();
    let scene = ApiClient::with(place.settings()).await;
    let cid = scene.cid(Duration::from_secs(1)).await;
    let created = futures_util::future::join_all((0..24).map(|_| create(&scene, &scene.token, &cid))).await;
    assert_eq!(created.iter().filter(|reply| reply.status == 201).count(), 20);
    assert_eq!(created.iter().filter(|reply| reply.status == 409).count(), 4);
}

#[tokio::test]
async fn a_user_has_10_000_tracks() {
    let place = TestStorage::new();
    let scene = ApiClient::with(place.settings()).await;
    let cid = scene.cid(Duration::from_secs(1)).await;
    let another = scene.cid(Duration::from_secs(2)).await;
    place.execute("INSERT INTO contents (cid, mime_type, size, duration_ms, created_at, state) VALUES ('flood', 'audio/wav', 1, 1, 0, 0)");
    let columns = "tracks (track_id, owner_id, title, cid, created_at, deleted_at)";
    let values = format!("1000000 + number, {}, 'Flood', 'flood', 0, 0", scene.world.demo.user_id);
    insert(&place, 9_999, columns, &values);
    assert_eq!(create(&scene, &scene.token, &cid).await.status, 201);
    is_refused(&create(&scene, &scene.token, &another).await, "you have 10,000 tracks");
}

/// Many users together could do that, or one before there were limits.
#[tokio::test]
async fn track_stays_playable_among_thousands_of_same_audio() {
    let place = TestStorage::new();
    let scene = ApiClient::with(place.settings()).await;
    let cid = scene.cid(Duration::from_secs(1)).await;
    let gated = json!({ "title": "Mine", "track_cid": cid, "access_authorities": [AUTHORITY] });
    let track = scene.post("/tracks", &scene.token, &gated).await.json()["data"]["id"].as_i64().unwrap();
    let own_upload = scene.get("/uploads", &scene.token).await.json()["data"][0]["id"].as_str().unwrap().to_owned();
    let (mallory, user_id) = scene.add_user("mallory", "write").await;
    scene.uploaded_by(&mallory, wav(Duration::from_secs(1))).await;

    // Deleted ones that are older, and others that are newer.
    let columns = "tracks (track_id, owner_id, title, cid, created_at, deleted_at)";
    insert(&place, 3_000, columns, &format!("-number, {user_id}, 'Flood', '{cid}', 0, 0"));
    insert(&place, 3_000, columns, &format!("1000000 + number, {user_id}, 'Flood', '{cid}', 0, NULL"));
    let columns = "track_authorities (track_id, position, address)";
    insert(&place, 3_000, columns, &format!("1000000 + number, 0, '{AUTHORITY}'"));
    let columns = "uploads (upload_id, user_id, size, cid, created_at, arrived, leftovers, entry)";
    insert(&place, 3_000, columns, &format!("'flood' || number, {user_id}, 1, '{cid}', 0, 1, 0, 1000000 + number"));

    let store = Store::open(&place.database()).await.unwrap();
    let playable = store.playable(&cid).await.unwrap().unwrap();
    let own = playable.tracks.iter().find(|shown| shown.track_id == track).unwrap();
    assert_eq!((own.deleted, &own.authorities), (false, &vec![AUTHORITY.to_owned()]));
    assert_eq!(playable.tracks.len(), 2_000);
    assert!(playable.tracks.is_sorted_by_key(|shown| shown.track_id));
    assert!(playable.upload_ids.contains(&own_upload));
    assert_eq!(playable.upload_ids.len(), 21, "its own, and 20 of the other user");

    is_refused(&create(&scene, &scene.token, &cid).await, "there are 2,000 tracks of this audio");
    let made = scene.cid(Duration::from_secs(2)).await;
    assert_eq!(create(&scene, &scene.token, &made).await.status, 201, "of other audio");
}
