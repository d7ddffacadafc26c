//! A listener's way in each gated state: what the app and the address of the track show, and where it leads. With
//! `STAGEPASS_RENEW=1`, the screenshots are written into the documentation (docs/guides/gating.md).

use std::env;
use std::path::Path;

use serde_json::{Value, json};
use stagepass_e2e_tests::setting::Setting;
use stagepass_e2e_tests::site::{GatedTrack, UNITED_STATES};
use stagepass_e2e_tests::visit::visit;
use stagepass_e2e_tests::visitor::Visitor;

use crate::tracks::listening::is_refused;

const PICTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/gates");
const JOIN: &str = "https://band.example/join";
const BUY: &str = "https://shop.example/night-trains";

/// A gated state.
struct State {
    name: &'static str,
    rule: Value,
    /// A part of the sentence that the listener reads.
    words: &'static str,
    /// What leads on in the app.
    way_in: Option<&'static str>,
    /// The address of the button on the page.
    leads_to: Option<&'static str>,
}

/// Those that a listener meets before a sign-in, and those that remain after it.
fn states() -> ([State; 3], [State; 2]) {
    let state = |name, rule, words, way_in, leads_to| State { name, rule, words, way_in, leads_to };
    let opening = json!({ "schedule": { "from": "2040-12-04", "zone": "UTC" } });
    (
        [
            state("country", json!({ "geo": { "in": ["SE", "NO"] } }), "United States", None, None),
            state("signed-in", json!({ "signed_in": {} }), "Sign in", Some("button.sign-in"), None),
            state("time", opening, "4 December 2040", Some("time"), None),
        ],
        [
            state("group", json!({ "group": "friends" }), "Friends of the band", Some("a.join"), Some(JOIN)),
            state("paid", json!({ "paid": "album" }), "Night Trains", Some("a.buy"), Some(BUY)),
        ],
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn each_denial_says_why_and_where_to_go() {
    visit(Setting::gated(), async |visitor: Visitor| {
        let GatedTrack { owner, track } = visitor.site.gated();
        owner.put("/owner/groups/friends", &json!({ "name": "Friends of the band", "joinUrl": JOIN })).await;
        owner.put("/owner/products/album", &json!({ "name": "Night Trains", "buyUrl": BUY })).await;
        visitor.site.listen_from(UNITED_STATES);
        let (before, after) = states();
        visitor.open_demo().await;
        for state in &before {
            is_led_by_the_app(&visitor, state).await;
        }
        visitor.sign_in().await;
        for state in &after {
            is_led_by_the_app(&visitor, state).await;
        }
        for state in before.iter().chain(&after) {
            owner.set_rule(*track, &state.rule).await;
            visitor.goto(&format!("{}/stream/{track}", visitor.site.access())).await;
            let words: String = visitor.run("return document.querySelector('main').innerText").await;
            assert!(words.contains(state.words), "{}: {words}", state.name);
            let leads_to: Option<String> = visitor.run("return document.querySelector('a.button')?.href ?? null").await;
            assert_eq!(leads_to.as_deref(), state.leads_to, "{}", state.name);
            visitor.examine(&format!("denial-{}", state.name)).await;
            keep_picture(&visitor, "main", &format!("{}-page", state.name)).await;
        }
        visitor.goto(visitor.site.access()).await;
        visitor.examine("access-home").await;
    })
    .await;
}

/// Presses play in the demo, and checks what it says.
async fn is_led_by_the_app(visitor: &Visitor, state: &State) {
    let GatedTrack { owner, track } = visitor.site.gated();
    owner.set_rule(*track, &state.rule).await;
    let words = is_refused(visitor, track).await;
    assert!(words.contains(state.words), "{}: {words}", state.name);
    let ways = ["button.sign-in", "time", "a.join", "a.buy"];
    for way in ways {
        let is_there = format!("return !!document.querySelector('#listen-error {way}')");
        assert_eq!(visitor.run::<bool>(&is_there).await, state.way_in == Some(way), "{}: {way}", state.name);
    }
    keep_picture(visitor, "#listen-error", &format!("{}-app", state.name)).await;
}

/// Takes a screenshot of an element for the documentation, if that is to be renewed.
async fn keep_picture(visitor: &Visitor, css: &str, name: &str) {
    if env::var_os("STAGEPASS_RENEW").is_some() {
        // As high as its content, and not as the window.
        visitor.run::<()>(&format!("document.querySelector({css:?}).style.alignSelf = 'start'")).await;
        visitor.take_picture_of(css, &Path::new(PICTURES).join(format!("{name}.png"))).await;
    }
}
