//! The public page of a track, at the address at which the API has its JSON.

use std::time::Duration;

use reqwest::Method;
use serde_json::json;
use stagepass_backend::Settings;
use stagepass_test_support::api_client::{ApiClient, sent};
use stagepass_test_support::{Reply, TestService};

use crate::api::tracks::sites::GatedTrack;

const PICTURE: &[u8] = include_bytes!("../../../assets/demo-picture.png");
const BROWSER: &str = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

/// A service with a stream node.
pub(super) async fn with_node() -> ApiClient {
    let node_url = Some("https://node.example".to_owned());
    ApiClient::with(Settings { node_url, ..stagepass_test_support::settings() }).await
}

async fn opened(world: &TestService, path: &str) -> Reply {
    sent(world.ask(Method::GET, path, "").header("accept", BROWSER)).await
}

/// The content of a `meta` element.
fn meta<'a>(page: &'a Reply, name: &str) -> Option<&'a str> {
    let start = format!("=\"{name}\" content=\"");
    page.body.split_once(&start)?.1.split('"').next()
}

async fn public_track(scene: &ApiClient) -> i64 {
    let cid = scene.cid(Duration::from_secs(2)).await;
    let body = json!({ "title": "Night <Train>", "track_cid": cid, "description": "By \"night\"" });
    scene.post("/tracks", &scene.token, &body).await.with_status(201).json()["data"]["id"].as_i64().unwrap()
}

#[tokio::test]
async fn public_track_has_player_and_cards() {
    let scene = with_node().await;
    let track = public_track(&scene).await;
    let artwork = scene.ask(Method::PUT, &format!("/tracks/{track}/artwork"), &scene.token).body(PICTURE);
    assert_eq!(sent(artwork).await.status, 200);
    let page = opened(&scene.world, &format!("/tracks/{track}")).await;
    page.is_page(200, "track");
    let url = scene.world.url(&format!("/tracks/{track}"));
    assert!(page.body.contains("<h1 id=\"track-title\"><bdi>Night &#60;Train&#62;</bdi></h1>"), "{}", page.body);
    assert!(page.body.contains("Demo Listener") && page.body.contains("0:02"), "{}", page.body);
    let audio = format!("src=\"{url}/stream\" aria-labelledby=\"track-title\"></audio>");
    assert!(page.body.contains(&audio), "{}", page.body);
    for (name, content) in [
        ("og:type", "music.song"),
        ("og:title", "Night &#60;Train&#62;"),
        ("og:url", &url),
        ("og:audio", &format!("{url}/stream")),
        ("og:description", "By &#34;night&#34;"),
        ("music:duration", "2"),
        ("twitter:card", "player"),
        ("twitter:player", &scene.world.url(&format!("/embed/{track}"))),
        ("twitter:player:width", "480"),
    ] {
        assert_eq!(meta(&page, name), Some(content), "{name}");
    }
    let image = meta(&page, "og:image").unwrap();
    assert_eq!(scene.world.http.get(image).send().await.unwrap().status(), 200, "{image}");
    let discovery = page.body.split_once("type=\"application/json+oembed\" href=\"").unwrap().1;
    let address = discovery.split('"').next().unwrap().replace("&#38;", "&");
    let oembed = sent(scene.world.http.get(&address)).await;
    assert_eq!((oembed.status, &oembed.json()["title"]), (200, &json!("Night <Train>")), "{address}");
}

#[tokio::test]
async fn page_is_revalidated_and_never_framed() {
    let scene = with_node().await;
    let track = public_track(&scene).await;
    let page = opened(&scene.world, &format!("/tracks/{track}")).await;
    assert_eq!(page.header("cache-control"), "no-cache");
    assert_eq!(page.header("vary"), "accept, accept-language, authorization, user-agent");
    let policy = page.header("content-security-policy");
    for rule in ["frame-ancestors 'none'", "script-src 'self'", "media-src 'self' https://node.example"] {
        assert!(policy.split("; ").any(|part| part == rule), "{policy}");
    }
    assert!(!policy.contains("connect-src") && page.headers.get("set-cookie").is_none(), "{policy}");
    assert!(!page.body.contains("<script>") && !page.body.contains("style="), "{}", page.body);
}

#[tokio::test]
async fn only_browsers_and_link_previews_get_the_page() {
    let scene = with_node().await;
    let path = format!("/tracks/{}", public_track(&scene).await);
    let ask = |token: &str, name: &'static str, value: &'static str| {
        sent(scene.ask(Method::GET, &path, token).header(name, value))
    };
    for (name, value) in [
        ("accept", "*/*"),
        ("accept", "application/json"),
        ("accept", "application/json, text/plain, */*"),
        ("user-agent", "curl/8.5.0"),
    ] {
        assert_eq!(ask("", name, value).await.json()["data"]["title"], "Night <Train>", "{value}");
    }
    assert_eq!(ask(&scene.token, "accept", BROWSER).await.json()["data"]["title"], "Night <Train>", "an API client");
    for agent in ["facebookexternalhit/1.1", "Twitterbot/1.0", "Slackbot-LinkExpanding 1.0"] {
        ask("", "user-agent", agent).await.is_page(200, "track");
    }
}

#[tokio::test]
async fn hidden_deleted_and_unknown_tracks_look_the_same() {
    let scene = with_node().await;
    let [hidden, deleted] = [public_track(&scene).await, public_track(&scene).await];
    assert_eq!(scene.change(hidden, &scene.token, &json!({ "delisted": true })).await.status, 200);
    assert_eq!(scene.delete(&format!("/tracks/{deleted}"), &scene.token).await.status, 204);
    let (mut owner, _) = scene.world.signed_in("demo", "/v1/account").await;
    owner.headers.push(("accept", BROWSER));
    for id in [hidden.to_string(), deleted.to_string(), "99".to_owned(), "x".to_owned()] {
        let page = opened(&scene.world, &format!("/tracks/{id}")).await;
        page.is_page(404, "error");
        let embed = opened(&scene.world, &format!("/embed/{id}")).await;
        embed.is_page(404, "embed");
        let of_owner = owner.get(&format!("/v1/tracks/{id}")).await;
        of_owner.is_page(404, "error");
        for reply in [page, embed, of_owner] {
            assert!(!reply.body.contains("Night") && !reply.body.contains("Demo Listener"), "{}", reply.body);
        }
    }
}

#[tokio::test]
async fn gated_track_reveals_no_audio_and_no_signer() {
    let gated = GatedTrack::of(with_node().await).await;
    gated.plays_on(&json!(["https://radio.example"])).await;
    let world = &gated.scene.world;
    for path in ["tracks", "embed"].map(|part| format!("/{part}/{}", gated.track)) {
        let page = opened(world, &path).await;
        assert_eq!(page.status, 200, "{}", page.body);
        assert!(page.body.contains("Night Train") && page.body.contains("data-access-server"), "{}", page.body);
        for private in ["0x1563915e194D8CfBA1943570603F7606A3115508", "bafkrei", "cidstream", "/stream", "as_", "demo@"]
        {
            assert!(!page.body.to_lowercase().contains(&private.to_lowercase()), "{private}: {}", page.body);
        }
        assert!(!page.body.contains(&world.app.api_key), "{}", page.body);
        assert_eq!((meta(&page, "og:audio"), meta(&page, "twitter:player")), (None, None));
    }
    let page = opened(world, &format!("/tracks/{}", gated.track)).await;
    assert!(page.body.contains("It plays on: <span class=\"host\">https://radio.example</span>"), "{}", page.body);
}

#[tokio::test]
async fn owner_copies_link_and_code_of_listed_tracks() {
    let scene = with_node().await;
    let [shown, hidden] = [public_track(&scene).await, public_track(&scene).await];
    assert_eq!(scene.change(hidden, &scene.token, &json!({ "delisted": true })).await.status, 200);
    let (_, page) = scene.world.signed_in("demo", "/v1/my-tracks").await;
    let field = |id: &str| {
        let (_, field) = page.body.split_once(&format!("<textarea id=\"{id}\""))?;
        Some(field.split_once('>')?.1.split("</textarea>").next()?.to_owned())
    };
    assert_eq!(field(&format!("link-{shown}")), Some(scene.world.url(&format!("/tracks/{shown}"))));
    let code = field(&format!("code-{shown}")).unwrap();
    let frame = format!("&#60;iframe src=&#34;{}&#34; title=", scene.world.url(&format!("/embed/{shown}")));
    assert!(code.starts_with(&frame), "{code}");
    assert_eq!(field(&format!("link-{hidden}")), None);
}
