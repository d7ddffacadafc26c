//! The list of tracks on the page: artwork, plays, search.

use serde_json::Value;
use stagepass_core_tests::service::HANDLE;
use stagepass_e2e_tests::fault_proxy::Fault;
use stagepass_e2e_tests::visit::visit;
use stagepass_e2e_tests::visitor::Visitor;
use thirtyfour::Key;

use super::{come_in, open_page, own_a_track, setting, write};

const TITLES: &str = "[...document.querySelectorAll('#place-tracks h3')].map(({ textContent }) => textContent).join()";

#[tokio::test(flavor = "multi_thread")]
async fn tracks_have_artwork_and_plays_and_are_searched() {
    visit(setting(), async |visitor: Visitor| {
        let owner = visitor.site.owner(HANDLE).await;
        let [played, unknown] = [
            owner.gated_track("Night Bus", &serde_json::json!({ "signed_in": {} })).await,
            owner.gated_track("Ferry, 6 a.m.", &Value::Null).await,
        ];
        owner.set_artwork(played).await;
        let listens = |track| format!("GET /v1/tracks/{track}/listens");
        let answer = Fault::Answer {
            status: 200,
            content_type: "application/json",
            body: r#"{"data": {"total": 1204, "days": []}}"#,
        };
        visitor.site.service_proxy.inject(&listens(played), answer);
        visitor.site.service_proxy.inject(&listens(unknown), Fault::Cut);
        own_a_track(&visitor).await;
        assert_eq!(titles(&visitor).await, "Tape 1,Ferry, 6 a.m.,Night Bus");
        visitor
            .wait_until("[...document.querySelectorAll('[data-plays]')].every(({ textContent }) => textContent)")
            .await;
        let plays: Vec<String> =
            visitor.run("return [...document.querySelectorAll('[data-plays]')].map((one) => one.textContent)").await;
        let many: String = visitor.run("return (1204).toLocaleString()").await;
        assert_eq!(plays, ["0 plays".to_owned(), "Plays unknown".to_owned(), format!("{many} plays")]);
        visitor.wait_until("document.querySelector('img.artwork').naturalWidth === 150").await;
        assert_eq!(visitor.run::<u32>("return document.querySelectorAll('span.artwork').length").await, 2);
        visitor.examine("owner-track-list").await;

        search(&visitor, "nIGHT").await;
        visitor.wait_until(&format!("{TITLES} === 'Night Bus'")).await;
        assert!(visitor.has_focus("[data-search] input").await);
        search(&visitor, "nothing of the kind").await;
        visitor.wait_until("document.querySelector('#place-tracks .empty')").await;
        visitor.examine("owner-track-search").await;
        visitor.run::<()>("document.querySelector('[data-search] input').select()").await;
        visitor.press_key(Key::Backspace).await;
        visitor.wait_until(&format!("{TITLES}.includes('Tape 1')")).await;
        let broken: Vec<String> = visitor.console_errors().await;
        assert!(!broken.iter().any(|message| message.contains("Security Policy")), "{broken:#?}");
    })
    .await;
}

/// A page of the service has 20 tracks.
#[tokio::test(flavor = "multi_thread")]
async fn gated_track_is_found_behind_public_ones() {
    visit(setting(), async |visitor: Visitor| {
        let owner = visitor.site.owner(HANDLE).await;
        let track = owner.gated_track("Night Bus", &Value::Null).await;
        owner.public_tracks(20).await;
        open_page(&visitor).await;
        come_in(&visitor).await;
        assert_eq!(titles(&visitor).await, "Night Bus");
        let id: String = visitor.run("return document.querySelector('[data-track]').dataset.track").await;
        assert_eq!(id, track.to_string());
    })
    .await;
}

/// The titles in the list, in order.
async fn titles(visitor: &Visitor) -> String {
    visitor.run(&format!("return {TITLES}")).await
}

/// Searches with Enter.
async fn search(visitor: &Visitor, text: &str) {
    write(visitor, "[data-search] input", text).await;
    visitor.press_key(Key::Enter).await;
    visitor.wait_until("document.body.ariaBusy === 'false'").await;
}
