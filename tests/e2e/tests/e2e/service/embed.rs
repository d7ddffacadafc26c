//! A track's player in pages of other sites: `localhost` shows what is at `127.0.0.1`, so browsers partition storage and
//! send no cookies.

use std::time::Duration;

use axum::Router;
use axum::response::Html;
use serde_json::{Value, json};
use stagepass_e2e_tests::fault_proxy;
use stagepass_e2e_tests::pages::Pages;
use stagepass_e2e_tests::server::Server;
use stagepass_e2e_tests::setting::Setting;
use stagepass_e2e_tests::site::GatedTrack;
use stagepass_e2e_tests::visit::visit;
use stagepass_e2e_tests::visitor::Visitor;
use tokio::time::sleep;

/// How long a frame may take that the browser refuses to show. A shown one takes a fraction of it.
const REFUSED_AFTER: Duration = Duration::from_secs(2);

const AUDIO: &str = "document.querySelector('audio')";

/// Without an app.
fn setting() -> Setting {
    let no_pages = Pages::Server("http://127.0.0.1:9".to_owned());
    Setting { pages: no_pages, has_own_engines: true, gated: true, ..Setting::default() }
}

/// A site that embeds a track, as oEmbed says.
struct Embedder {
    origin: String,
    _server: Server,
}

impl Embedder {
    async fn of(visitor: &Visitor, track: u64) -> Self {
        let base = visitor.site.base_url();
        let address = format!("{base}/oembed?format=json&url={base}/tracks/{track}");
        let oembed: Value = reqwest::get(address).await.unwrap().json().await.unwrap();
        assert_eq!(oembed["type"], "rich", "{oembed}");
        let html = oembed["html"].as_str().unwrap();
        let page = format!("<!doctype html><html lang=en><title>Radio</title><main><h1>Radio</h1>{html}</main></html>");
        let listener = fault_proxy::listen().await;
        let origin = format!("http://localhost:{}", listener.local_addr().unwrap().port());
        Self { origin, _server: Server::start(listener, Router::new().fallback(async || Html(page))) }
    }

    /// Opens the page, and turns to the frame once its player is there.
    async fn open(&self, visitor: &Visitor) {
        visitor.goto(&self.origin).await;
        visitor.turn_to_frame().await;
        visitor.wait_until("document.querySelector('.player')").await;
        // Without a sound card, Firefox reports unmuted audio as damaged.
        visitor.run::<()>(&format!("{AUDIO}.addEventListener('play', () => {{ {AUDIO}.muted = true; }})")).await;
    }

    /// Opens the page, and checks that the browser does not show the player.
    async fn is_refused(&self, visitor: &Visitor, track: u64) {
        let embed = format!("GET /v1/embed/{track}");
        let access = format!("GET /tracks/{track}/access");
        let (service, gate) = (&visitor.site.service_proxy.requests, &visitor.site.access_proxy.requests);
        let counts = || (service.count(&embed), gate.count(&access));
        let (embeds, accesses) = counts();
        visitor.goto(&self.origin).await;
        sleep(REFUSED_AFTER).await;
        assert_eq!(counts(), (embeds + 1, accesses), "the page was requested, and its script did not run");
    }
}

async fn plays(visitor: &Visitor) {
    visitor.wait_until(&format!("{AUDIO}.currentTime > 0.2")).await;
    visitor.run::<()>(&format!("{AUDIO}.pause()")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn player_plays_on_allowed_sites_only() {
    visit(setting(), async |visitor: Visitor| {
        let GatedTrack { owner, track } = visitor.site.gated();
        owner.set_rule(*track, &Value::Null).await;
        let [radio, other] = [Embedder::of(&visitor, *track).await, Embedder::of(&visitor, *track).await];
        owner.set_rule(*track, &json!({ "site": { "from": [radio.origin] } })).await;

        radio.open(&visitor).await;
        visitor.wait_until("document.querySelector('.play button')?.checkVisibility()").await;
        visitor.click(".play button").await;
        plays(&visitor).await;
        visitor.turn_to_app().await;
        other.is_refused(&visitor, *track).await;

        // As a page of its own, it is on no allowed site.
        visitor.goto(&format!("{}/embed/{track}", visitor.site.base_url())).await;
        visitor.wait_until("document.querySelector('#reasons [data-reason=site]')?.checkVisibility()").await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn closed_track_says_why_in_frame() {
    visit(setting(), async |visitor: Visitor| {
        let GatedTrack { owner, track } = visitor.site.gated();
        owner.put("/owner/products/album", &json!({ "name": "Trains", "buyUrl": "https://shop.example/trains" })).await;
        owner.set_rule(*track, &json!({ "geo": { "in": ["NO"] } })).await;
        let radio = Embedder::of(&visitor, *track).await;
        for (rule, reasons) in [
            (json!({ "geo": { "in": ["NO"] } }), "country"),
            (json!({ "schedule": { "from": "2040-12-04", "zone": "UTC" } }), "opens"),
            (json!({ "paid": "album" }), "paid,sign-in,buy"),
            (json!({ "signed_in": {} }), "sign-in"),
        ] {
            owner.set_rule(*track, &rule).await;
            radio.open(&visitor).await;
            let shown =
                "[...document.querySelectorAll('#reasons [data-reason]')].map((one) => one.dataset.reason).join()";
            visitor.wait_until(&format!("{shown} === '{reasons}'")).await;
            let has_button: bool = visitor.run("return document.querySelector('.play button').checkVisibility()").await;
            assert!(!has_button, "{rule}");
            visitor.turn_to_app().await;
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn public_track_plays_in_frame_without_cookies() {
    visit(setting(), async |visitor: Visitor| {
        let track = visitor.site.gated().owner.public_track().await;
        let radio = Embedder::of(&visitor, track).await;
        radio.open(&visitor).await;
        // Browsers play nothing in a frame that its user has not used.
        visitor.click("#track-title").await;
        visitor.run::<()>(&format!("{AUDIO}.play().catch(() => {{}})")).await;
        plays(&visitor).await;
        assert_eq!(visitor.run::<String>("return document.cookie").await, "");
        visitor.turn_to_app().await;
    })
    .await;
}

/// axe finds nothing serious, and each part has the name that screen readers announce.
#[tokio::test(flavor = "multi_thread")]
async fn track_page_and_player_are_accessible() {
    visit(setting(), async |visitor: Visitor| {
        let GatedTrack { owner, track } = visitor.site.gated();
        owner.set_artwork(*track).await;
        owner.set_rule(*track, &json!({ "geo": { "in": ["SE"] } })).await;
        for (path, name) in [("tracks", "track"), ("embed", "embed")] {
            visitor.goto(&format!("{}/{path}/{track}", visitor.site.base_url())).await;
            visitor.wait_until("document.querySelector('.play button')?.checkVisibility()").await;
            visitor.examine(name).await;
            for (part, role, label) in [
                (".player", "article", "Night Train"),
                (".play button", "button", "Play Night Train"),
                ("#reasons", "status", ""),
            ] {
                assert_eq!(visitor.announced(part).await, (role.to_owned(), label.to_owned()), "{path}: {part}");
            }
        }
        owner.set_rule(*track, &json!({ "geo": { "in": ["NO"] } })).await;
        visitor.goto(&format!("{}/embed/{track}", visitor.site.base_url())).await;
        visitor.wait_until("document.querySelector('#reasons [data-reason=country]')").await;
        visitor.examine("embed-closed").await;
    })
    .await;
}
