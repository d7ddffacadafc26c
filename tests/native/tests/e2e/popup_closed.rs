//! The person closes the popup.

use std::time::Duration;

use stagepass_native_tests::driven::site::Setting;
use stagepass_native_tests::driven::visitor::{Visitor, visit};

/// A popup that looks closed so soon after it was opened may have been cut off instead.
const CUT_OFF_WITHIN: Duration = Duration::from_secs(3);

#[tokio::test(flavor = "multi_thread")]
async fn who_closes_it_is_told_so() {
    visit(Setting::default(), async |visitor: Visitor| {
        visitor.open_demo().await;
        visitor.click("#sign-in-popup").await;
        visitor.turn_to_popup().await;
        visitor.wait_for_page("sign-in").await;
        tokio::time::sleep(CUT_OFF_WITHIN).await;
        visitor.close_window().await;
        visitor.wait_for_error("popup_closed").await;
        visitor.wait_for_status("signed-out").await;
        assert_eq!(visitor.site.token_requests(), 0);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_closes_it_at_once_is_told_so() {
    visit(Setting::default(), async |visitor: Visitor| {
        visitor.open_demo().await;
        // A browser without a screen says that every window has the focus. So the page is told where the person is.
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

#[tokio::test(flavor = "multi_thread")]
async fn who_closed_it_can_sign_in_again() {
    visit(Setting::default(), async |visitor: Visitor| {
        visitor.open_demo().await;
        visitor.click("#sign-in-popup").await;
        visitor.turn_to_popup().await;
        visitor.sign_in_at_service().await;
        tokio::time::sleep(CUT_OFF_WITHIN).await;
        visitor.close_window().await;
        visitor.wait_for_error("popup_closed").await;
        visitor.click("#sign-in-popup").await;
        visitor.turn_to_popup().await;
        visitor.approve().await;
        visitor.wait_until_popup_is_closed().await;
        visitor.wait_for_status("signed-in").await;
        assert_eq!(visitor.site.token_requests(), 1);
    })
    .await;
}
