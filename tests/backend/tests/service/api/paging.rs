//! Long lists of tracks, a page at a time.

use std::time::Duration;

use serde_json::{Value, json};
use stagepass_test_support::api_client::{ApiClient, titles};

/// The page at `path`, and where the next one is.
async fn page(scene: &ApiClient, path: &str, token: &str) -> (Value, Option<String>) {
    let reply = scene.get(path, token).await;
    assert_eq!(reply.status, 200, "{path}: {}", reply.body);
    let page = reply.json();
    let (base, query) = path.split_once('?').unwrap();
    let kept = query.split('&').filter(|pair| !pair.starts_with("cursor=")).collect::<Vec<_>>().join("&");
    let next = page.get("next_cursor").map(|cursor| format!("{base}?{kept}&cursor={}", cursor.as_str().unwrap()));
    (page, next)
}

/// The titles of all pages.
async fn pages(scene: &ApiClient, path: &str, token: &str) -> Vec<Vec<String>> {
    let (mut all, mut next) = (Vec::new(), Some(path.to_owned()));
    while let Some(path) = next {
        let (page, more) = page(scene, &path, token).await;
        all.push(titles(&page).into_iter().map(str::to_owned).collect());
        next = more;
    }
    all
}

async fn with_tracks(number: usize) -> (ApiClient, String) {
    let scene = ApiClient::new().await;
    let mut cid = String::new();
    for title in 1..=number {
        // A user can only have 20 tracks of the same audio.
        if title % 20 == 1 {
            cid = scene.cid(Duration::from_millis(1_000 + title as u64)).await;
        }
        // More authorities than a page has tracks.
        let authorities: Vec<String> = (0..title % 4).map(|signer| format!("0x{:040x}", signer + 1)).collect();
        let body = json!({ "title": title.to_string(), "track_cid": cid, "access_authorities": authorities });
        assert_eq!(scene.post("/tracks", &scene.token, &body).await.status, 201);
    }
    let tracks = format!("/users/{}/tracks", scene.world.demo.user_id);
    (scene, tracks)
}

#[tokio::test]
async fn query_finds_own_tracks_by_title() {
    let (scene, cid) = ApiClient::with_audio().await;
    for title in ["Blue Night", "100% Été", "under_score", "night drive", "Noon"] {
        scene.track(title, &cid).await;
    }
    assert_eq!(scene.change(4, &scene.token, &json!({ "delisted": true })).await.status, 200);
    let tracks = format!("/users/{}/tracks", scene.world.demo.user_id);
    for (query, expected) in [
        ("NIGHT", &[&["night drive"][..], &["Blue Night"]][..]),
        ("e%20n", &[&["Blue Night"]]),
        ("%25", &[&["100% Été"]]),
        ("Été", &[&["100% Été"]]),
        ("_", &[&["under_score"]]),
        ("!", &[&[]]),
    ] {
        assert_eq!(pages(&scene, &format!("{tracks}?limit=1&query={query}"), &scene.token).await, expected, "{query}");
    }
    let (other, _) = scene.add_user("other", "read").await;
    for token in ["", &other] {
        scene.get(&format!("{tracks}?query=night"), token).await.is_error(403, "access_denied");
        assert_eq!(scene.get(&format!("{tracks}?query="), token).await.status, 200, "an empty query is none");
    }
    scene.get(&format!("{tracks}?query={}", "x".repeat(201)), &scene.token).await.is_error(400, "invalid_request");
}

#[tokio::test]
async fn pages_are_of_tracks_whatever_authorities_they_have() {
    let (scene, tracks) = with_tracks(7).await;
    assert_eq!(
        pages(&scene, &format!("{tracks}?limit=3"), "").await,
        [vec!["7", "6", "5"], vec!["4", "3", "2"], vec!["1"]]
    );
    let (first, _) = page(&scene, &format!("{tracks}?limit=3"), "").await;
    let authorities: Vec<usize> = first["data"]
        .as_array()
        .unwrap()
        .iter()
        .map(|track| track["access_authorities"].as_array().unwrap().len())
        .collect();
    assert_eq!(authorities, [3, 2, 1]);
    for limit in ["7", "8", "100"] {
        assert_eq!(pages(&scene, &format!("{tracks}?limit={limit}"), "").await.len(), 1, "{limit}: it ends there");
    }
    assert_eq!(pages(&scene, &format!("{tracks}?limit=1"), "").await.concat(), ["7", "6", "5", "4", "3", "2", "1"]);
}

#[tokio::test]
async fn changes_between_pages_neither_skip_nor_repeat_tracks() {
    let (scene, tracks) = with_tracks(6).await;
    let cid = scene.seen(1).await["track_cid"].as_str().unwrap().to_owned();
    let (first, next) = page(&scene, &format!("{tracks}?limit=2"), "").await;
    assert_eq!(titles(&first), ["6", "5"]);
    scene.track("7", &cid).await;
    // The very one that the cursor was made of, one that was read, and one that is to come.
    for track in [5, 6, 3] {
        scene.delete(&format!("/tracks/{track}"), &scene.token).await;
    }
    scene.change(2, &scene.token, &json!({ "delisted": true })).await;
    let rest = next.unwrap();
    assert_eq!(pages(&scene, &rest, "").await, [vec!["4", "1"]]);
    assert_eq!(pages(&scene, &rest, &scene.token).await, [vec!["4", "2"], vec!["1"]], "the owner's has one more");
    assert_eq!(pages(&scene, &format!("{tracks}?limit=2"), "").await, [vec!["7", "4"], vec!["1"]]);
}

#[tokio::test]
async fn a_library_by_the_page() {
    let (scene, _) = with_tracks(5).await;
    let (fan, fan_id) = scene.add_user("fan", "write").await;
    let library = format!("/users/{fan_id}/library/tracks");
    for track in [3, 1, 5, 2, 4] {
        scene.put(&format!("{library}/{track}"), &fan).await;
        scene.put(&format!("/users/{}/library/tracks/{track}", scene.world.demo.user_id), &scene.token).await;
    }
    assert_eq!(scene.put(&format!("{library}/3"), &fan).await.status, 204, "it stays where it was");
    assert_eq!(pages(&scene, &format!("{library}?limit=2"), &fan).await, [vec!["4", "2"], vec!["5", "1"], vec!["3"]]);
    let (_, next) = page(&scene, &format!("{library}?limit=2"), &fan).await;
    scene.delete(&format!("{library}/2"), &fan).await;
    scene.put(&format!("{library}/2"), &fan).await;
    scene.delete("/tracks/5", &scene.token).await;
    assert_eq!(pages(&scene, &next.unwrap(), &fan).await, [["1", "3"]]);
    let reader = scene.tokens("fan", "read").await.access;
    assert_eq!(pages(&scene, &format!("{library}?limit=100"), &reader).await, [["2", "4", "1", "3"]]);
    for missing in ["5", "99", "x"] {
        assert_eq!(scene.put(&format!("{library}/{missing}"), &fan).await.status, 404, "{missing}");
        assert_eq!(scene.delete(&format!("{library}/{missing}"), &fan).await.status, 204, "{missing}");
    }
}
