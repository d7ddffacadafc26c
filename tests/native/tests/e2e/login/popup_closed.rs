//! The person closes the popup: the app says so within three seconds of being looked at again.

use std::time::Duration;

use stagepass_native_tests::e2e::fault_proxy::Fault;
use stagepass_native_tests::e2e::pages::callback_script_of_demo;
use stagepass_native_tests::e2e::site::Setting;
use stagepass_native_tests::e2e::visit::visit;
use stagepass_native_tests::e2e::visitor::Visitor;
use tokio::time::sleep;

/// A popup that looks closed so soon after it was opened may have been cut off instead.
const CUT_OFF_WITHIN: Duration = Duration::from_secs(3);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    SignIn,
    Consent,
    /// The callback page is loaded, but its script is not: no window has read the response yet.
    Callback,
}

impl Stage {
    /// Opens the popup, and proceeds to this stage.
    async fn reach(self, visitor: &Visitor) {
        visitor.open_demo().await;
        visitor.click("#sign-in-popup").await;
        visitor.turn_to_popup().await;
        visitor.wait_for_page("sign-in").await;
        if self == Self::SignIn {
            return;
        }
        visitor.sign_in_at_service().await;
        if self == Self::Consent {
            return;
        }
        let script = format!("GET {}", callback_script_of_demo());
        visitor.site.pages_proxy.inject_next(1, &script, Fault::status(404));
        visitor.approve().await;
        visitor.site.pages_proxy.requests.wait_for(&script, 1).await;
    }
}

/// The user closes the popup at this stage, after the time in which a popup that was cut off could look open.
async fn closed_later(stage: Stage) {
    visit(Setting::default(), async move |visitor: Visitor| {
        stage.reach(&visitor).await;
        sleep(CUT_OFF_WITHIN).await;
        visitor.closes_the_popup_and_is_told().await;
        signs_in_after_all(&visitor).await;
    })
    .await;
}

/// The user closes the popup as soon as it reaches this stage.
async fn closed_at_once(stage: Stage) {
    visit(Setting::default(), async move |visitor: Visitor| {
        stage.reach(&visitor).await;
        visitor.close_window().await;
        visitor.comes_back_and_is_told().await;
        signs_in_after_all(&visitor).await;
    })
    .await;
}

async fn signs_in_after_all(visitor: &Visitor) {
    assert_eq!(visitor.site.token_requests(), 0);
    visitor.sign_in_by_popup().await;
    visitor.wait_for_status("signed-in").await;
    assert_eq!(visitor.site.token_requests(), 1);
    // The one that was given up is remembered for as long as its popup might still be there.
    assert_eq!(visitor.keys("stagepass/login/").await.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_closes_it_at_the_sign_in_is_told_so_and_can_sign_in_again() {
    closed_later(Stage::SignIn).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_closes_it_at_the_question_is_told_so_and_can_sign_in_again() {
    closed_later(Stage::Consent).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_closes_it_before_the_answer_is_read_is_told_so_and_can_sign_in_again() {
    closed_later(Stage::Callback).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_closes_it_at_the_sign_in_at_once_is_told_so_and_can_sign_in_again() {
    closed_at_once(Stage::SignIn).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_closes_it_at_the_question_at_once_is_told_so_and_can_sign_in_again() {
    closed_at_once(Stage::Consent).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_closes_it_before_the_answer_is_read_at_once_is_told_so_and_can_sign_in_again() {
    closed_at_once(Stage::Callback).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_window_that_has_the_focus_back_says_so_by_itself() {
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
