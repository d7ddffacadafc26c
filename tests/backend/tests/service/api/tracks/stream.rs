//! From a track to its audio.

use std::time::Duration;

use stagepass_backend::{Settings, StartError};
use stagepass_test_support::api_client::ApiClient;

#[tokio::test]
async fn it_leads_to_the_node() {
    let node_url = Some("https://node.example/".to_owned());
    let scene = ApiClient::with(Settings { node_url, ..stagepass_test_support::settings() }).await;
    let cid = scene.cid(Duration::from_secs(1)).await;
    let id = scene.track("One", &cid).await;
    let stream = format!("/tracks/{id}/stream");
    let reply = scene.get(&stream, "").await;
    let url = format!("https://node.example/tracks/cidstream/{cid}?track_id={id}");
    assert_eq!((reply.status, reply.header("location"), reply.body.as_str()), (302, url.as_str(), ""));
    assert_eq!((reply.header("access-control-allow-origin"), reply.header("cache-control")), ("*", "no-store"));
    let without_redirect = scene.get(&format!("{stream}?no_redirect=true"), "").await;
    assert_eq!((without_redirect.status, without_redirect.json()["data"].as_str()), (200, Some(url.as_str())));
    assert_eq!(scene.get(&format!("{stream}?no_redirect=false"), "").await.status, 302);
    assert_eq!(scene.get(&stream, "not-a-token").await.status, 302, "it reads no token");
    assert_eq!(scene.get("/tracks/99/stream", "").await.error(), "not_found");
}

#[tokio::test]
async fn without_a_node_it_says_so() {
    let (scene, cid) = ApiClient::with_audio().await;
    scene.get(&format!("/tracks/{}/stream", scene.track("One", &cid).await), "").await.is_error(503, "no_node");
    for node_url in ["node.example", "ftp://node.example", "https://node.example?x"] {
        let settings = Settings { node_url: Some(node_url.to_owned()), ..stagepass_test_support::settings() };
        assert!(matches!(stagepass_backend::start(settings).await, Err(StartError::NodeUrl(_))), "{node_url}");
    }
}
