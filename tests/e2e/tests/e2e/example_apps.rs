//! The apps in `examples` that use the crate `stagepass`: the same tests for each framework. `STAGEPASS_EXAMPLE_APP`
//! names the built app.

use std::env;
use std::path::PathBuf;

use serde_json::json;
use stagepass_core_tests::service::HANDLE;
use stagepass_e2e_tests::pages::Pages;
use stagepass_e2e_tests::setting::Setting;
use stagepass_e2e_tests::site::UNITED_STATES;
use stagepass_e2e_tests::sound::Tone;
use stagepass_e2e_tests::visit::visit;
use stagepass_e2e_tests::visitor::Visitor;

use crate::tracks::listening::{hears, press_play};

fn app() -> Setting {
    let pages = env::var_os("STAGEPASS_EXAMPLE_APP").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/examples/pages/yew")),
        PathBuf::from,
    );
    Setting {
        pages: Pages::ExampleApp(pages),
        callback_path: Some("/callback"),
        has_own_engines: true,
        ..Setting::default()
    }
}

/// Opens the app and signs in by popup.
async fn sign_in(visitor: &Visitor) {
    visitor.open_demo().await;
    visitor.sign_in_by_popup().await;
    visitor.wait_until_signed_in().await;
}

/// Checks the console. A debug build of Dioxus looks for its development server, which is not there.
async fn assert_no_console_errors(visitor: &Visitor) {
    let mut errors = visitor.console_errors().await;
    errors.retain(|error| !error.contains("/_dioxus?build_id="));
    assert_eq!(errors, Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn popup_approval_signs_in_and_survives_reload() {
    visit(app(), async |visitor: Visitor| {
        sign_in(&visitor).await;
        assert_eq!(visitor.address().await, format!("{}/", visitor.site.app()));
        visitor.reload().await;
        visitor.wait_until_signed_in().await;
        assert_eq!(visitor.site.token_requests(), 1);
        assert_no_console_errors(&visitor).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn full_page_approval_returns_signed_in() {
    visit(app(), async |visitor: Visitor| {
        visitor.open_demo().await;
        visitor.sign_in_by_full_page().await;
        visitor.wait_for_address("/").await;
        visitor.wait_until_signed_in().await;
        assert_eq!(visitor.site.token_requests(), 1);
        assert_no_console_errors(&visitor).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn denied_login_shows_error_and_can_be_retried() {
    visit(app(), async |visitor: Visitor| {
        visitor.open_demo().await;
        visitor.begin_popup_login().await;
        visitor.deny().await;
        visitor.wait_until_popup_is_closed().await;
        visitor.wait_for_failed_login("access_denied").await;
        visitor.begin_full_page_login().await;
        visitor.deny().await;
        visitor.wait_for_failed_login("access_denied").await;
        assert_eq!(visitor.site.token_requests(), 0);
        visitor.sign_in_by_popup().await;
        visitor.wait_until_signed_in().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn logout_ends_session_in_all_tabs_and_service() {
    visit(app(), async |visitor: Visitor| {
        sign_in(&visitor).await;
        let session = visitor.session().await;
        visitor.open_demo_in_another_tab().await;
        visitor.wait_until_signed_in().await;
        visitor.sign_out().await;
        visitor.turn_to_app().await;
        visitor.wait_for_status("signed-out").await;
        assert!(visitor.keys("stagepass/").await.is_empty());
        assert_eq!(visitor.site.revocations(), 1);
        let refused = visitor.site.refresh_with(session.refresh_token.expose()).await;
        assert_eq!(refused, (400, Some("invalid_grant".to_owned())));
        assert_no_console_errors(&visitor).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn uploaded_and_gated_tracks_play_if_allowed() {
    visit(Setting { gated: true, ..app() }, async |visitor: Visitor| {
        let owner = visitor.site.owner(HANDLE).await;
        let gated = owner.gated_track("Backstage", &json!({ "geo": { "in": ["SE"] } })).await;
        sign_in(&visitor).await;
        hears(&visitor, gated).await;

        let tone = Tone::of_seconds(20);
        visitor.fill_in("#upload-file", &tone.path().display().to_string()).await;
        let item = "document.querySelector('#track-list [data-track-id]')";
        visitor.wait_until(&format!("{item}?.textContent.includes('Night Train')")).await;
        let track: String = visitor.run(&format!("return {item}.dataset.trackId")).await;
        hears(&visitor, &track).await;
        assert_no_console_errors(&visitor).await;

        // A player without a source.
        visitor.reload().await;
        visitor.wait_until(&format!("{item}?.textContent.includes('Night Train')")).await;
        visitor.site.listen_from(UNITED_STATES);
        press_play(&visitor, gated).await;
        visitor.wait_for_error("access_refused").await;
        let source: String = visitor.run("return document.querySelector('audio').currentSrc").await;
        assert_eq!(source, "", "no audio for a user who is refused");
    })
    .await;
}
