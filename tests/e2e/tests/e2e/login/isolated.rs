//! Pages with a Cross-Origin-Opener-Policy. The app and its popup cannot reference each other. To the app, the popup
//! looks closed as soon as it has opened, and the app cannot close it.

use stagepass_e2e_tests::foreign_server::ForeignServer;
use stagepass_e2e_tests::pages::Pages;
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
async fn closed_popup_of_an_isolated_service_is_reported() {
    begin_slow_login(Isolation::Service, async |visitor: Visitor| {
        visitor.close_window().await;
        visitor.comes_back_and_sees_error().await;
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
        visitor.comes_back_and_sees_error().await;
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

/// The app reports `popup_closed` first, because the popup looks closed.
#[tokio::test(flavor = "multi_thread")]
async fn popup_isolated_by_foreign_page_still_signs_in() {
    let foreign = ForeignServer::start_isolated().await;
    visit(Setting { pages: Pages::ClientOnly(&[]), ..Setting::default() }, async move |visitor: Visitor| {
        visitor.open_client().await;
        // Soon after it was opened, a popup that looks closed may have been cut off by the service's own page.
        visitor.speed_up_clock().await;
        let app = visitor.window().await;
        let popup = visitor.click_and_turn_to_popup("#popup").await;
        visitor.sign_in_at_service().await;
        let service = visitor.address().await;
        visitor.leave_for(&foreign.origin).await;
        visitor.wait_until(&format!("location.origin === {:?}", foreign.origin)).await;
        visitor.turn_to(&app).await;
        assert_eq!(visitor.settles("pending").await.unwrap_err().code, "popup_closed");
        assert_eq!(visitor.windows().await, 2);
        visitor.turn_to(&popup).await;
        // By a link there: after such a page, WebKit's driver does not come back from going back.
        visitor.leave_for(&service).await;
        visitor.sign_in_at_service().await;
        visitor.approve().await;
        visitor.wait_until_closed(&popup, &app).await;
        visitor.wait_for_status("signed-in").await;
        assert!(visitor.keys("stagepass/login/").await.is_empty());
        assert_eq!(visitor.site.token_requests(), 1);
        visitor.wait_for_events(&["error popup_closed", "signed-in"]).await;
    })
    .await;
}
