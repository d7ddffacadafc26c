//! Pages with a Cross-Origin-Opener-Policy. The app and its popup do not see each other. To the app, the popup looks
//! closed as soon as it has opened, and the app cannot close it.

use std::time::Duration;

use stagepass_native_tests::e2e::setting::{Isolation, Setting};
use stagepass_native_tests::e2e::visit::visit;
use stagepass_native_tests::e2e::visitor::Visitor;
use tokio::time::sleep;

/// After this time, a popup that looks closed is no longer assumed to be cut off, but to be closed by the user.
const A_WHILE: Duration = Duration::from_secs(5);

/// Makes the page cancel a login once its popup looks closed.
const CANCELS_ONCE_CUT_OFF: &str = "
    const { open } = window;
    window.open = (...how) => {
        const popup = open.apply(window, how);
        const looking = setInterval(() => {
            if (!popup.closed) return;
            clearInterval(looking);
            document.querySelector('#cancel').click();
        }, 50);
        return popup;
    };
";

/// Opens the popup on pages with this isolation, up to the consent page, and waits there as a slow user does.
async fn takes_a_while<F>(isolation: Isolation, story: impl FnOnce(Visitor) -> F + Send + 'static)
where
    F: Future<Output = ()> + Send,
{
    visit(Setting { isolation, ..Setting::default() }, async move |visitor: Visitor| {
        visitor.open_demo().await;
        visitor.begin_popup_login().await;
        assert!(visitor.run::<bool>("return window.opener === null").await, "the popup still sees its app");
        sleep(A_WHILE).await;
        story(visitor).await;
    })
    .await;
}

async fn who_takes_their_time_is_signed_in(isolation: Isolation) {
    takes_a_while(isolation, async |visitor: Visitor| {
        visitor.finish_popup_login().await;
        assert_eq!(visitor.site.token_requests(), 1);
    })
    .await;
}

async fn who_closes_the_popup_is_told_so(isolation: Isolation) {
    takes_a_while(isolation, async |visitor: Visitor| {
        visitor.close_window().await;
        visitor.comes_back_and_is_told().await;
        assert_eq!(visitor.site.token_requests(), 0);
        // The login that was given up is remembered: its popup might have been there all the same.
        assert_eq!(visitor.keys("stagepass/login/").await.len(), 1);
        visitor.sign_in_by_popup().await;
        visitor.wait_for_status("signed-in").await;
        assert_eq!(visitor.site.token_requests(), 1);
        assert_eq!(visitor.keys("stagepass/login/").await.len(), 1);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn where_the_app_is_who_takes_their_time_is_signed_in() {
    who_takes_their_time_is_signed_in(Isolation::App).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn where_the_service_is_who_takes_their_time_is_signed_in() {
    who_takes_their_time_is_signed_in(Isolation::Service).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn where_both_are_who_takes_their_time_is_signed_in() {
    who_takes_their_time_is_signed_in(Isolation::Both).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn where_the_app_is_who_closes_the_popup_is_told_so() {
    who_closes_the_popup_is_told_so(Isolation::App).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn where_the_service_is_who_closes_the_popup_is_told_so() {
    who_closes_the_popup_is_told_so(Isolation::Service).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn where_both_are_who_closes_the_popup_is_told_so() {
    who_closes_the_popup_is_told_so(Isolation::Both).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_comes_back_and_then_allows_it_after_all_is_signed_in() {
    takes_a_while(Isolation::Both, async |visitor: Visitor| {
        // The popup is still open behind the app's window, which cannot know that.
        visitor.comes_back_and_is_told().await;
        assert_eq!(visitor.windows().await, 2);
        assert_eq!(visitor.keys("stagepass/login/").await.len(), 1);
        visitor.turn_to_popup().await;
        visitor.finish_popup_login().await;
        assert_eq!(visitor.site.token_requests(), 1);
        let error: String = visitor.run("return document.querySelector('#error').textContent").await;
        assert_eq!(error, "", "who is signed in reads no error");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_has_given_up_stays_signed_out_whatever_becomes_of_the_popup() {
    visit(Setting { isolation: Isolation::Service, ..Setting::default() }, async |visitor: Visitor| {
        visitor.open_demo().await;
        // A script cancels. With a click the app's window would get the focus, assume that the popup was closed, and
        // end the login. It cancels after the popup was cut off, because until then a cancellation closes the popup.
        let _: Option<bool> = visitor.run(CANCELS_ONCE_CUT_OFF).await;
        visitor.begin_popup_login().await;
        sleep(A_WHILE).await;
        visitor.turn_to_app().await;
        visitor.wait_for_error("aborted").await;
        assert!(visitor.keys("stagepass/").await.is_empty());
        assert_eq!(visitor.windows().await, 2, "the app cannot close what it does not see");
        visitor.turn_to_popup().await;
        visitor.approve().await;
        // It first looks for an app that the answer could be for.
        visitor.wait_for_error("transaction_lost").await;
        assert_eq!(visitor.address().await, format!("{}/callback.html", visitor.site.app()));
        visitor.close_window().await;
        visitor.wait_for_status("signed-out").await;
        assert!(visitor.keys("stagepass/").await.is_empty());
        assert_eq!(visitor.site.token_requests(), 0);
    })
    .await;
}
