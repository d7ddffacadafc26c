//! The service refuses an app or its redirect URI. It cannot send the user back, so its own page explains the problem,
//! and reports it to the window that opened it.

use stagepass_native_tests::e2e::setting::{Registration, Setting};
use stagepass_native_tests::e2e::visit::visit;
use stagepass_native_tests::e2e::visitor::Visitor;

#[tokio::test(flavor = "multi_thread")]
async fn a_redirect_uri_that_is_not_registered_is_named_in_the_popup_which_leads_nowhere() {
    visit(Setting { registration: Registration::OtherRedirectUri, ..Setting::default() }, async |visitor: Visitor| {
        let words = visitor.read_error_page_in_popup().await;
        assert!(words.contains(&format!("{}/callback.html", visitor.site.app())), "{words}");
        visitor.is_rejected_while_the_popup_is_open().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_api_key_that_is_nobodys_is_named_in_the_popup_which_leads_nowhere() {
    visit(Setting { registration: Registration::None, ..Setting::default() }, async |visitor: Visitor| {
        let words = visitor.read_error_page_in_popup().await;
        assert!(words.contains("api_key"), "{words}");
        visitor.is_rejected_while_the_popup_is_open().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_went_there_by_the_page_itself_comes_back_as_they_were() {
    visit(Setting { registration: Registration::None, ..Setting::default() }, async |visitor: Visitor| {
        visitor.open_demo().await;
        visitor.click_and_leave("#sign-in-page").await;
        visitor.wait_for_page("error").await;
        assert!(visitor.address().await.starts_with(visitor.site.base_url()));
        visitor.back().await;
        visitor.wait_for_status("signed-out").await;
        assert_eq!(visitor.address().await, format!("{}/", visitor.site.app()));
        assert!(visitor.keys("stagepass/session/").await.is_empty());
    })
    .await;
}

trait RegistrationSteps {
    /// Begins to sign in, and returns the text of the service's page.
    async fn read_error_page_in_popup(&self) -> String;

    /// The login is rejected at once. The popup stays open, for the developer to read.
    async fn is_rejected_while_the_popup_is_open(&self);
}

impl RegistrationSteps for Visitor {
    async fn read_error_page_in_popup(&self) -> String {
        self.open_demo().await;
        self.click("#sign-in-popup").await;
        self.turn_to_popup().await;
        self.wait_for_page("error").await;
        assert!(self.address().await.starts_with(self.site.base_url()));
        self.run("return document.body.innerText").await
    }

    async fn is_rejected_while_the_popup_is_open(&self) {
        self.turn_to_app().await;
        self.wait_for_error("request_refused").await;
        self.wait_for_status("signed-out").await;
        assert_eq!(self.site.token_requests(), 0);
        assert!(self.keys("stagepass/session/").await.is_empty());
        self.turn_to_popup().await;
        self.close_window().await;
    }
}
