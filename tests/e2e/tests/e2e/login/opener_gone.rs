//! The page that opened the popup is no longer there as the answer comes, or does not hear of it.

use stagepass_e2e_tests::foreign_server::ForeignServer;
use stagepass_e2e_tests::setting::Setting;
use stagepass_e2e_tests::visit::visit;
use stagepass_e2e_tests::visitor::Visitor;
use thirtyfour::WindowHandle;

/// The other site, which is in the opener's window, receives no message.
#[tokio::test(flavor = "multi_thread")]
async fn returning_from_another_site_finds_app_signed_in() {
    let foreign = ForeignServer::start().await;
    visit(Setting::default(), async move |visitor: Visitor| {
        open_popup_at_consent(&visitor).await;
        visitor.turn_to_app().await;
        visitor.mark().await;
        // As a link does: a driver's own navigation would cut the popup off, and nothing could be posted to the page.
        let _: Option<bool> = visitor.run(&format!("location.href = '{}/'", foreign.origin)).await;
        let arrived = format!("location.origin === '{}' && document.readyState === 'complete'", foreign.origin);
        visitor.wait_until(&arrived).await;
        let _: Option<bool> =
            visitor.run("window.letters = 0; addEventListener('message', () => { window.letters += 1 })").await;
        visitor.turn_to_popup().await;
        assert!(visitor.run::<bool>("return Boolean(window.opener)").await, "the popup is cut off");
        approve_in_popup(&visitor).await;
        assert_eq!(visitor.run::<u32>("return window.letters").await, 0, "the other site is told");
        visitor.back().await;
        println!("the page that had opened the popup was kept as it was: {}", visitor.is_restored().await);
        wait_until_signed_in_once(&visitor).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_window_that_cannot_close_becomes_the_app() {
    visit(Setting::default(), async |visitor: Visitor| {
        let popup = open_popup_at_consent(&visitor).await;
        let consent = visitor.address().await;
        // The user opens the popup's address in another tab, which had shown another page before.
        let tab = visitor.open_tab().await;
        visitor.turn_to(&popup).await;
        visitor.close_window().await;
        visitor.close_window_for(&tab).await;
        visitor.go("/?page=another").await;
        visitor.wait_for_status("signed-out").await;
        visitor.goto(&consent).await;
        visitor.approve().await;
        wait_until_signed_in_once(&visitor).await;
        assert_eq!(visitor.address().await, format!("{}/", visitor.site.app()));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn app_in_minimized_window_is_signed_in() {
    // A window that is put away stays so.
    visit(Setting { whole_browser: true, ..Setting::default() }, async |visitor: Visitor| {
        open_popup_at_consent(&visitor).await;
        visitor.turn_to_app().await;
        visitor.minimize().await;
        println!("put away the app was {}", visibility(&visitor).await);
        approve_in_popup(&visitor).await;
        wait_until_signed_in_once(&visitor).await;
    })
    .await;
}

/// Opens the demo and its popup, up to the consent page. Returns the popup.
async fn open_popup_at_consent(visitor: &Visitor) -> WindowHandle {
    visitor.open_demo().await;
    visitor.begin_popup_login().await
}

/// Approves in the popup, and switches to the app once the popup has closed.
async fn approve_in_popup(visitor: &Visitor) {
    visitor.turn_to_popup().await;
    visitor.approve().await;
    visitor.wait_until_popup_is_closed().await;
}

/// Waits until Ada is signed in, by the one login that there was.
async fn wait_until_signed_in_once(visitor: &Visitor) {
    visitor.wait_until_signed_in().await;
    assert_eq!(visitor.site.token_requests(), 1);
    assert_eq!(visitor.site.revocations(), 0);
}

/// The page's `visibilityState`: `visible` or `hidden`.
async fn visibility(visitor: &Visitor) -> String {
    visitor.run("return document.visibilityState").await
}
