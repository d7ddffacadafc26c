//! The service refuses an app or its redirect URI. It cannot send the user back, so its own page explains the problem,
//! and reports it to the window that opened it.

use stagepass_e2e_tests::setting::{Registration, Setting};
use stagepass_e2e_tests::visit::visit;
use stagepass_e2e_tests::visitor::Visitor;

/// The login rejects at once. The popup stays open, for the developer to read.
#[tokio::test(flavor = "multi_thread")]
async fn refused_redirect_uri_is_explained_in_the_popup() {
    visit(Setting { registration: Registration::OtherRedirectUri, ..Setting::default() }, async |visitor: Visitor| {
        visitor.open_demo().await;
        visitor.click("#sign-in-popup").await;
        visitor.turn_to_popup().await;
        visitor.wait_for_page("error").await;
        assert!(visitor.address().await.starts_with(visitor.site.base_url()));
        let words: String = visitor.run("return document.body.innerText").await;
        assert!(words.contains(&format!("{}/callback.html", visitor.site.app())), "{words}");

        visitor.turn_to_app().await;
        visitor.wait_for_error("request_refused").await;
        visitor.wait_for_status("signed-out").await;
        assert_eq!((visitor.site.token_requests(), visitor.windows().await), (0, 2));
        assert!(visitor.keys("stagepass/session/").await.is_empty());
        visitor.turn_to_popup().await;
        visitor.close_window().await;
    })
    .await;
}

/// By full page, the user can go back. In a popup, the same page reports the problem
/// (`tests/backend/tests/service/oauth/refusal_notice.rs`).
#[tokio::test(flavor = "multi_thread")]
async fn unknown_app_is_explained_and_back_works() {
    visit(Setting { registration: Registration::None, ..Setting::default() }, async |visitor: Visitor| {
        visitor.open_demo().await;
        visitor.click_and_leave("#sign-in-page").await;
        visitor.wait_for_page("error").await;
        assert!(visitor.address().await.starts_with(visitor.site.base_url()));
        let words: String = visitor.run("return document.body.innerText").await;
        assert!(words.contains("api_key"), "{words}");
        visitor.back().await;
        visitor.wait_for_status("signed-out").await;
        assert_eq!(visitor.address().await, format!("{}/", visitor.site.app()));
        assert!(visitor.keys("stagepass/session/").await.is_empty());
    })
    .await;
}
