//! The user closes the popup: the app reports that within three seconds of the user's return.

use stagepass_e2e_tests::setting::Setting;
use stagepass_e2e_tests::visit::visit;
use stagepass_e2e_tests::visitor::Visitor;

#[tokio::test(flavor = "multi_thread")]
async fn popup_closed_later_is_reported_without_a_click() {
    visit(Setting::default(), async |visitor: Visitor| {
        visitor.open_demo().await;
        visitor.speed_up_clock().await;
        visitor.begin_popup_login().await;
        visitor.closes_the_popup_and_sees_error().await;
        assert_eq!(visitor.site.token_requests(), 0);
        // A second click signs in.
        visitor.sign_in_by_popup().await;
        visitor.wait_for_status("signed-in").await;
        assert_eq!(visitor.site.token_requests(), 1);
        // The login that was given up is stored for as long as its popup might still be open.
        assert_eq!(visitor.keys("stagepass/login/").await.len(), 1);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn closed_popup_is_reported_when_focus_returns() {
    visit(Setting::default(), async |visitor: Visitor| {
        visitor.open_demo().await;
        // A headless browser reports that every window has the focus. So the test sets what `hasFocus` returns.
        let _: Option<bool> = visitor
            .run("document.hasFocus = () => { window.hasLooked = true; return window.isAttended === true; };")
            .await;
        visitor.click("#sign-in-popup").await;
        visitor.wait_until("window.hasLooked").await;
        visitor.turn_to_popup().await;
        visitor.close_window().await;
        let _: Option<bool> = visitor.run("window.isAttended = true").await;
        visitor.wait_for_error("popup_closed").await;
    })
    .await;
}
