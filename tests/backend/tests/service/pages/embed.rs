//! The player that pages of other sites show in a frame.

use std::time::Duration;

use reqwest::Method;
use serde_json::json;
use stagepass_test_support::api_client::{ApiClient, sent};
use stagepass_test_support::{AUDIENCE, Reply};

use super::track::with_node;
use crate::api::tracks::sites::GatedTrack;

async fn embed(scene: &ApiClient, track: i64, query: &str) -> Reply {
    let page = sent(scene.ask(Method::GET, &format!("/embed/{track}{query}"), "").header("accept", "text/html")).await;
    page.is_page(200, "embed");
    page
}

fn rule<'a>(page: &'a Reply, name: &str) -> Option<&'a str> {
    let policy = page.header("content-security-policy");
    policy.split("; ").find_map(|rule| rule.strip_prefix(name)?.strip_prefix(' '))
}

#[tokio::test]
async fn every_site_frames_public_track() {
    let scene = with_node().await;
    let track = scene.track("Night Train", &scene.cid(Duration::from_secs(1)).await).await;
    let page = embed(&scene, track, "").await;
    assert_eq!((rule(&page, "frame-ancestors"), rule(&page, "connect-src")), (Some("*"), None));
    assert_eq!(rule(&page, "media-src"), Some("'self' https://node.example"));
    assert_eq!(page.header("cross-origin-resource-policy"), "cross-origin");
    assert_eq!((page.header("cache-control"), page.headers.get("set-cookie")), ("no-cache", None));
    assert!(!page.body.contains("<script"), "it plays without one: {}", page.body);
}

#[tokio::test]
async fn sites_of_rule_frame_gated_track() {
    let gated = GatedTrack::of(with_node().await).await;
    for (sites, ancestors) in [
        (json!(["https://radio.example", "http://localhost:5173"]), "https://radio.example http://localhost:5173"),
        (json!(null), "*"),
        (json!([]), "'none'"),
    ] {
        gated.plays_on(&sites).await;
        let page = embed(&gated.scene, gated.track, "").await;
        assert_eq!((rule(&page, "frame-ancestors"), rule(&page, "connect-src")), (Some(ancestors), Some(AUDIENCE)));
        assert_eq!(page.body.contains("No site can embed this track"), ancestors == "'none'", "{}", page.body);
    }
}

#[tokio::test]
async fn gated_track_with_unknown_rule_is_framed_nowhere() {
    let gated = GatedTrack::of(with_node().await).await;
    let page = embed(&gated.scene, gated.track, "").await;
    assert_eq!((rule(&page, "frame-ancestors"), rule(&page, "connect-src")), (Some("'none'"), None));
    assert!(page.body.contains("No site can embed this track") && !page.body.contains("<audio"), "{}", page.body);
    assert!(page.body.contains("This track cannot be played here"), "{}", page.body);
}

#[tokio::test]
async fn track_made_public_is_framed_everywhere() {
    let gated = GatedTrack::of(with_node().await).await;
    gated.plays_on(&json!(["https://radio.example"])).await;
    let open = json!({ "access_authorities": [] });
    assert_eq!(gated.scene.change(gated.track, &gated.scene.token, &open).await.status, 200);
    assert_eq!(rule(&embed(&gated.scene, gated.track, "").await, "frame-ancestors"), Some("*"));
}

#[tokio::test]
async fn deleted_access_server_closes_the_player() {
    let gated = GatedTrack::of(with_node().await).await;
    gated.plays_on(&json!(null)).await;
    let (store, owner) = (&gated.scene.world.service.accounts().store, gated.scene.world.demo.user_id);
    let servers = store.access_servers_of(owner).await.unwrap();
    assert!(store.delete_access_server(&servers[0].access_server_id, owner).await.unwrap());
    assert_eq!(rule(&embed(&gated.scene, gated.track, "").await, "frame-ancestors"), Some("'none'"));
}

#[tokio::test]
async fn player_has_a_name_in_each_language() {
    let gated = GatedTrack::of(with_node().await).await;
    gated.plays_on(&json!(null)).await;
    let mut texts = std::collections::BTreeSet::new();
    for language in ["en", "ar", "de", "es", "fr", "ja", "pt"] {
        let page = embed(&gated.scene, gated.track, &format!("?ui_locales={language}")).await;
        assert!(page.body.contains(&format!("<html lang=\"{language}\"")), "{}", page.body);
        assert!(page.body.contains("<article class=\"player\" aria-labelledby=\"track-title\""), "{}", page.body);
        let (_, button) = page.body.split_once("<button class=\"primary\" type=\"button\" hidden>").unwrap();
        let (name, _) = button.split_once("</button>").unwrap();
        assert!(name.ends_with("<span class=\"hidden\"> Night Train</span>"), "{name}");
        assert!(!page.body.contains(['{', '}']), "a value is missing: {}", page.body);
        texts.insert(name.to_owned());
    }
    assert_eq!(texts.len(), 7, "{texts:?}");
}
