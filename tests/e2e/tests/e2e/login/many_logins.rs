//! A page that stays open for long.

use std::env;
use std::time::Duration;

use serde::Deserialize;
use stagepass_e2e_tests::engine::Engine;
use stagepass_e2e_tests::pages::{PagePatch, Pages};
use stagepass_e2e_tests::setting::Setting;
use stagepass_e2e_tests::visit::visit;
use stagepass_e2e_tests::visitor::Visitor;
use tokio::time::sleep;

/// The resources of a page: event listeners by their target, and more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
struct PageResources {
    window: u32,
    document: u32,
    signals: u32,
    others: u32,
    channels: u32,
    timers: u32,
    /// Pages of WebAssembly's memory, 64 KiB each.
    pages: u32,
}

/// Waits until nothing is left to do. The browser may report a closed window only after a moment.
async fn resources_at_rest(visitor: &Visitor, channels: Option<u32>) -> PageResources {
    visitor.wait_until("countResources().timers === 0").await;
    if let Some(channels) = channels {
        visitor.wait_until(&format!("countResources().channels <= {channels}")).await;
    }
    visitor.run("return countResources()").await
}

#[tokio::test(flavor = "multi_thread")]
async fn repeated_logins_and_logouts_leak_no_resources() {
    let all: u32 = env::var("STAGEPASS_LOGINS").map_or(5, |number| number.parse().unwrap());
    // How many of them may make the page hold on to more.
    let first = if all > 10 { 10 } else { 2 };
    let takes = Some(Duration::from_mins(1) + Duration::from_secs(5) * all);
    visit(Setting { takes, ..Setting::client(&[PagePatch::ResourceCounter]) }, async move |visitor: Visitor| {
        visitor.open_client().await;
        let mut at_first = None;
        for login in 1..=all {
            visitor.sign_in_client_by_popup().await;
            visitor.wait_for_status("signed-in").await;
            visitor.settles("sp.oauth.logout()").await.unwrap();
            visitor.wait_for_status("signed-out").await;
            if login == first {
                at_first = Some(resources_at_rest(&visitor, None).await);
            }
        }
        let at_last = resources_at_rest(&visitor, at_first.map(|resources: PageResources| resources.channels)).await;
        println!("after {first} logins {at_first:?}, after {all} {at_last:?}");
        assert_eq!(Some(at_last), at_first, "after {all} logins");
        assert_eq!(at_last.pages > 0, Engine::from_environment() == Engine::Wasm);
        assert!(visitor.keys("stagepass/").await.is_empty());
        assert_eq!(visitor.site.token_requests(), all as usize);
    })
    .await;
}

/// A popup that has been seen open for three seconds can be seen to be closed. A busy page looks late.
const CUT_OFF_WITHIN: Duration = Duration::from_secs(5);

/// A login is remembered for an hour.
const OVER_AN_HOUR: Duration = Duration::from_mins(61);

/// All ways in which a popup may come to nothing while the page stays.
async fn sign_in_in_vain(visitor: &Visitor) {
    let _: Option<bool> = visitor.run("logins.length = 0").await;

    let _: Option<bool> = visitor.run("const { open } = window; window.open = () => { window.open = open; }").await;
    visitor.click("#popup").await;
    visitor.wait_for_logins(&["popup_blocked"]).await;

    open_popup(visitor).await;
    sleep(CUT_OFF_WITHIN).await;
    visitor.close_window().await;
    visitor.wait_for_logins(&["popup_blocked", "popup_closed"]).await;

    open_popup(visitor).await;
    let first = visitor.window().await;
    visitor.turn_to_app().await;
    click_for_now(visitor).await;
    visitor.wait_until_closed(&first, &visitor.window().await).await;
    visitor.wait_for_logins(&["popup_blocked", "popup_closed", "superseded", "pending"]).await;
    give_up(visitor).await;
    visitor.wait_for_logins(&["popup_blocked", "popup_closed", "superseded", "aborted"]).await;
}

async fn open_popup(visitor: &Visitor) {
    visitor.click("#popup").await;
    visitor.turn_to_popup().await;
    visitor.wait_for_page("sign-in").await;
}

/// Begins a login that can be aborted.
async fn click_for_now(visitor: &Visitor) {
    let _: Option<bool> =
        visitor.run("window.giving = new AbortController(); window.options = { signal: giving.signal }").await;
    visitor.click("#popup").await;
}

/// Aborts it, once its popup shows something.
async fn give_up(visitor: &Visitor) {
    visitor.turn_to_popup().await;
    visitor.wait_for_page("sign-in").await;
    visitor.turn_to_app().await;
    let _: Option<bool> = visitor.run("giving.abort(); window.options = {}").await;
    visitor.wait_until_popup_is_closed().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn repeated_failed_logins_leak_no_resources() {
    let setting =
        Setting { pages: Pages::ClientOnly(&[PagePatch::ResourceCounter, PagePatch::Clock]), ..Setting::default() };
    visit(setting, async |visitor: Visitor| {
        visitor.open_client().await;
        visitor.record_logins().await;
        let before = resources_at_rest(&visitor, None).await;
        sign_in_in_vain(&visitor).await;
        let at_first = resources_at_rest(&visitor, Some(before.channels)).await;
        sign_in_in_vain(&visitor).await;
        let at_last = resources_at_rest(&visitor, Some(before.channels)).await;
        assert_eq!(at_last, at_first);
        // But for the memory in which the first login was done.
        assert_eq!(PageResources { pages: before.pages, ..at_last }, before);

        // Two popups were closed, and two were replaced by another login. Their responses may still arrive. After an
        // hour, the next login removes them.
        assert_eq!(visitor.keys("stagepass/").await.len(), 4);
        visitor.pass(OVER_AN_HOUR).await;
        click_for_now(&visitor).await;
        give_up(&visitor).await;
        visitor.wait_until("logins.at(-1) === 'aborted'").await;
        assert!(visitor.keys("stagepass/").await.is_empty());
        assert_eq!(visitor.site.token_requests(), 0);
    })
    .await;
}
