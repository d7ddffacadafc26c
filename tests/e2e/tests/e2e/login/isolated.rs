//! Pages with a Cross-Origin-Opener-Policy. The app and its popup cannot reference each other. To the app, the popup
//! looks closed as soon as it has opened, and the app cannot close it.

use stagepass_e2e_tests::setting::{Isolation, Setting};
use stagepass_e2e_tests::visit::visit;
use stagepass_e2e_tests::visitor::Visitor;

/// Opens the popup on pages with this isolation, up to the consent page. By the app's clock that takes so long that a
/// popup which looks closed would count as closed by the user, if it had ever looked open.
async fn begin_slow_login<F>(isolation: Isolation, story: impl FnOnce(Visitor) -> F + Send + 'static)
where
    F: Future<Output = ()> + Send,
{
    visit(Setting { isolation, ..Setting::default() }, async move |visitor: Visitor| {
        visitor.open_demo().await;
        visitor.speed_up_clock().await;
        visitor.begin_popup_login().await;
        assert!(visitor.run::<bool>("return window.opener === null").await, "the popup still sees its app");
        story(visitor).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn slow_login_in_isolated_app_signs_in() {
    begin_slow_login(Isolation::App, async |visitor: Visitor| {
        visitor.finish_popup_login().await;
        assert_eq!(visitor.site.token_requests(), 1);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn closed_popup_of_an_isolated_service_is_reported() {
    begin_slow_login(Isolation::Service, async |visitor: Visitor| {
        visitor.close_window().await;
        visitor.comes_back_and_is_told().await;
        assert_eq!(visitor.site.token_requests(), 0);
        // The login that was given up is stored: its popup might still be open.
        assert_eq!(visitor.keys("stagepass/login/").await.len(), 1);
        visitor.sign_in_by_popup().await;
        visitor.wait_for_status("signed-in").await;
        assert_eq!(visitor.site.token_requests(), 1);
        assert_eq!(visitor.keys("stagepass/login/").await.len(), 1);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn approval_after_reported_popup_close_still_signs_in() {
    begin_slow_login(Isolation::Both, async |visitor: Visitor| {
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
