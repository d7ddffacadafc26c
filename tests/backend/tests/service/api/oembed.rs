//! `GET /oembed`, by the specification at oembed.com.

use std::time::Duration;

use serde_json::json;
use stagepass_test_support::api_client::ApiClient;

use super::tracks::sites::GatedTrack;

async fn scene() -> (ApiClient, i64) {
    let scene = ApiClient::new().await;
    let track = scene.track("Night \"Train\" <1>", &scene.cid(Duration::from_secs(1)).await).await;
    (scene, track)
}

fn query(url: &str, more: &str) -> String {
    let url: String = url::form_urlencoded::byte_serialize(url.as_bytes()).collect();
    format!("/oembed?url={url}{more}")
}

#[tokio::test]
async fn track_page_is_a_rich_frame() {
    let (scene, track) = scene().await;
    let url = scene.world.url(&format!("/tracks/{track}"));
    let reply = scene.get(&query(&url, "&format=json"), "").await.with_status(200);
    let embed = scene.world.url(&format!("/embed/{track}"));
    let html = format!(
        "<iframe src=\"{embed}\" title=\"Night &quot;Train&quot; &lt;1&gt; – Demo Listener\" width=\"480\" height=\"200\" \
         style=\"border:0;max-width:100%\" referrerpolicy=\"origin\" loading=\"lazy\"></iframe>"
    );
    let expected = json!({
        "type": "rich", "version": "1.0", "title": "Night \"Train\" <1>", "author_name": "Demo Listener",
        "provider_name": "Stagepass", "provider_url": scene.world.url(""), "html": html, "width": 480, "height": 200,
    });
    assert_eq!(reply.json(), expected);
    assert_eq!((reply.header("access-control-allow-origin"), reply.header("cache-control")), ("*", "no-cache"));
    let small = scene.get(&query(&url, "&maxwidth=300&maxheight=160"), "").await.json();
    assert_eq!((&small["width"], &small["height"]), (&json!(300), &json!(160)));
    let large = scene.get(&query(&url, "&maxwidth=9000&maxheight=9000"), "").await.json();
    assert_eq!((&large["width"], &large["height"]), (&json!(480), &json!(200)));
}

#[tokio::test]
async fn only_exact_addresses_of_own_tracks_are_found() {
    let (scene, track) = scene().await;
    let url = scene.world.url(&format!("/tracks/{track}"));
    let origin = url.split("/v1").next().unwrap();
    for bad in [
        format!("{url}/"),
        format!("{url}?x=1"),
        format!("{url}#x"),
        format!("{url}/stream"),
        scene.world.url(&format!("/tracks/0{track}")),
        scene.world.url(&format!("/tracks/+{track}")),
        scene.world.url("/tracks/99"),
        scene.world.url("/tracks/"),
        scene.world.url(&format!("/embed/{track}")),
        format!("{origin}/tracks/{track}"),
        format!("https://music.example/v1/tracks/{track}"),
        format!("{origin}.evil.example/v1/tracks/{track}"),
        "x".repeat(5_000),
        "javascript:alert(1)".to_owned(),
    ] {
        let reply = scene.get(&query(&bad, ""), "").await;
        assert_eq!((reply.status, reply.error().as_str()), (404, "not_found"), "{bad}");
    }
}

#[tokio::test]
async fn wrong_parameters_have_their_status() {
    let (scene, track) = scene().await;
    let url = scene.world.url(&format!("/tracks/{track}"));
    for (more, status, code) in [
        ("&format=xml", 501, "unsupported_format"),
        ("&maxwidth=x", 400, "invalid_request"),
        ("&maxwidth=100", 400, "invalid_request"),
        ("&maxheight=-1", 400, "invalid_request"),
        ("&maxheight=99999999999999999999", 400, "invalid_request"),
        ("&url=x", 400, "invalid_request"),
    ] {
        let reply = scene.get(&query(&url, more), "").await;
        assert_eq!((reply.status, reply.error().as_str()), (status, code), "{more}");
    }
    assert_eq!(scene.get("/oembed", "").await.status, 400);
}

/// A delisted track looks like a missing one, so its status is not 401.
#[tokio::test]
async fn hidden_track_is_not_found_for_its_owner() {
    let (scene, track) = scene().await;
    assert_eq!(scene.change(track, &scene.token, &json!({ "delisted": true })).await.status, 200);
    let path = query(&scene.world.url(&format!("/tracks/{track}")), "");
    for token in ["", &scene.token] {
        assert_eq!(scene.get(&path, token).await.status, 404);
    }
}

#[tokio::test]
async fn track_no_site_may_frame_is_a_link() {
    let gated = GatedTrack::of(ApiClient::new().await).await;
    let path = query(&gated.scene.world.url(&format!("/tracks/{}", gated.track)), "");
    let link = gated.scene.get(&path, "").await.json();
    assert_eq!((&link["type"], link.get("html")), (&json!("link"), None));
    gated.plays_on(&json!(["https://radio.example"])).await;
    assert_eq!(gated.scene.get(&path, "").await.json()["type"], "rich");
}
