//! A callback page that is shown again: by a bookmark, by the back button, out of the browser's cache, in another tab.

use stagepass_e2e_tests::pages::Pages;
use stagepass_e2e_tests::setting::Setting;
use stagepass_e2e_tests::visit::visit;
use stagepass_e2e_tests::visitor::Visitor;

#[tokio::test(flavor = "multi_thread")]
async fn bookmark_of_finished_full_page_login_is_ignored() {
    visit(Setting::default(), async |visitor: Visitor| {
        let callback = visitor.finish_full_page("query").await;
        visitor.shows_no_more_than_who_is_here(&callback).await;
        visitor.is_lost(&callback).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bookmark_of_a_finished_popup_login_is_lost() {
    visit(Setting::default(), async |visitor: Visitor| {
        let callback = visitor.finish_popup().await;
        visitor.is_lost(&callback).await;
    })
    .await;
}

/// The bookmark may be of another user's login. The page reports `transaction_lost`.
#[tokio::test(flavor = "multi_thread")]
async fn bookmark_of_earlier_login_keeps_current_session() {
    visit(Setting::default(), async |visitor: Visitor| {
        let theirs = visitor.finish_full_page("fragment").await;
        visitor.sign_out().await;
        visitor.sign_in().await;
        let (session, requests) = (visitor.session_record().await, visitor.site.token_requests());
        visitor.goto(&theirs).await;
        visitor.wait_for_error("transaction_lost").await;
        visitor.wait_for_address("/callback.html").await;
        visitor.stays_as_it_is().await;
        assert!(visitor.session_record().await == session, "the session is another");
        assert_eq!(visitor.site.token_requests(), requests);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn second_approval_after_back_keeps_the_session() {
    visit(Setting::default(), async |visitor: Visitor| {
        visitor.open_demo().await;
        visitor.sign_in_by_full_page().await;
        let session = visitor.session_record().await;
        // The consent page again. Its second response is to a login that has ended.
        visitor.back().await;
        visitor.approve().await;
        visitor.wait_until("document.querySelector('[role=status]')?.innerText.includes('You are signed in')").await;
        visitor.wait_for_address("/callback.html").await;
        visitor.stays_as_it_is().await;
        visitor.click_and_leave("[role] ~ a").await;
        visitor.wait_until_signed_in().await;
        assert!(visitor.session_record().await == session, "the session is another");
        assert_eq!(visitor.site.token_requests(), 1);
    })
    .await;
}

/// From the back/forward cache, it still shows its error. Loaded again, it has nothing to finish.
#[tokio::test(flavor = "multi_thread")]
async fn going_back_to_callback_page_changes_nothing() {
    visit(Setting { pages: Pages::ClientOnly(&[]), ..Setting::default() }, async |visitor: Visitor| {
        visitor.open_client().await;
        visitor.start("sp.oauth.login({ scope: 'read', display: 'fullScreen' })").await;
        visitor.sign_in_at_service().await;
        visitor.deny().await;
        visitor.wait_for_error("access_denied").await;
        visitor.mark().await;
        visitor.click_and_leave("[role] ~ a").await;
        visitor.wait_for_status("signed-out").await;
        visitor.back().await;
        let is_restored = visitor.is_restored().await;
        println!("the callback page came out of the browser's cache: {is_restored}");
        visitor.wait_for_address("/callback.html").await;
        let role = if is_restored { "alert" } else { "status" };
        visitor.wait_until(&format!("document.querySelector('[role={role}]')")).await;
        visitor.stays_as_it_is().await;
        visitor.forward().await;
        visitor.wait_for_status("signed-out").await;
        visitor.wait_for_address("/").await;
        assert_eq!(visitor.site.token_requests(), 0);
        assert!(visitor.keys("stagepass/").await.is_empty());
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn page_restored_from_cache_has_current_session() {
    visit(Setting::client(&[]), async |visitor: Visitor| {
        visitor.open_client().await;
        visitor.mark().await;
        visitor.go("/?page=another").await;
        visitor.wait_for_client().await;
        visitor.sign_in_client_by_popup().await;
        visitor.wait_until_popup_is_closed().await;
        visitor.back().await;
        println!("the page came out of the browser's cache: {}", visitor.is_restored().await);
        visitor.wait_for_status("signed-in").await;
        assert_eq!(visitor.address().await, format!("{}/", visitor.site.app()));
        visitor.settles("sp.oauth.logout()").await.unwrap();
        visitor.forward().await;
        visitor.wait_for_status("signed-out").await;
        assert_eq!(visitor.site.token_requests(), 1);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn back_from_sign_in_page_allows_another_login() {
    visit(Setting::default(), async |visitor: Visitor| {
        visitor.open_demo().await;
        visitor.mark().await;
        visitor.click_and_leave("#sign-in-page").await;
        visitor.wait_for_page("sign-in").await;
        visitor.back().await;
        println!("the app's page came out of the browser's cache: {}", visitor.is_restored().await);
        visitor.wait_for_status("signed-out").await;
        visitor.sign_in_by_popup().await;
        visitor.wait_for_status("signed-in").await;
        assert_eq!(visitor.site.token_requests(), 1);
        // The login that was left unfinished can still be finished, and no more than that is left of it.
        assert_eq!(visitor.keys("stagepass/login/").await.len(), 1);
        visitor.forward().await;
        visitor.wait_until("document.body?.dataset.page").await;
        visitor.sign_in_at_service().await;
        visitor.approve().await;
        visitor.wait_until_signed_in().await;
        assert_eq!((visitor.site.token_requests(), visitor.site.revocations()), (2, 1));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn response_opened_in_another_tab_signs_app_in() {
    visit(Setting::default(), async |visitor: Visitor| {
        visitor.open_demo().await;
        visitor.choose("responseMode", "query").await;
        let popup = visitor.begin_popup_login().await;
        let callback = visitor.site.answer_to(&visitor.address().await).await;
        let tab = visitor.open_tab().await;
        // A tab that has shown more than this cannot be closed by a page.
        visitor.go("/?page=another").await;
        visitor.wait_for_status("signed-out").await;
        visitor.goto(&callback).await;
        visitor
            .wait_until("document.querySelector('[role=status]')?.innerText.includes('You can close this window')")
            .await;
        visitor.wait_for_address("/callback.html").await;
        visitor.stays_as_it_is().await;
        visitor.turn_to_app().await;
        visitor.wait_until_signed_in().await;
        visitor.wait_until_closed(&popup, &tab).await;
        assert_eq!(visitor.site.token_requests(), 1);
    })
    .await;
}

trait CallbackSteps {
    /// Signs in by a full-page redirect, and returns the address of the service's redirect.
    async fn finish_full_page(&self, mode: &str) -> String;

    /// The same by popup.
    async fn finish_popup(&self) -> String;

    /// Opens the callback of the login that created the current session. The page only shows that the user is signed
    /// in.
    async fn shows_no_more_than_who_is_here(&self, callback: &str);

    /// Signs out, and opens the callback in a new tab: the login is said to be lost, and nothing happens.
    async fn is_lost(&self, callback: &str);
}

impl CallbackSteps for Visitor {
    async fn finish_full_page(&self, mode: &str) -> String {
        self.open_demo().await;
        self.choose("responseMode", mode).await;
        self.begin_full_page_login().await;
        let callback = self.site.answer_to(&self.address().await).await;
        self.goto(&callback).await;
        self.wait_until_signed_in().await;
        callback
    }

    async fn finish_popup(&self) -> String {
        self.open_demo().await;
        self.begin_popup_login().await;
        let callback = self.site.answer_to(&self.address().await).await;
        self.leave_for(&callback).await;
        self.wait_until_popup_is_closed().await;
        self.wait_until_signed_in().await;
        callback
    }

    async fn shows_no_more_than_who_is_here(&self, callback: &str) {
        let (session, requests) = (self.session_record().await, self.site.token_requests());
        self.goto(callback).await;
        self.wait_until("document.querySelector('[role=status]')?.innerText.includes('You are signed in')").await;
        self.wait_for_address("/callback.html").await;
        self.stays_as_it_is().await;
        assert!(self.session_record().await == session, "the session is another");
        assert_eq!(self.site.token_requests(), requests);
        self.go("/").await;
        self.wait_until_signed_in().await;
    }

    async fn is_lost(&self, callback: &str) {
        let requests = self.site.token_requests();
        self.sign_out().await;
        self.open_tab().await;
        self.goto(callback).await;
        self.wait_for_error("transaction_lost").await;
        self.wait_for_address("/callback.html").await;
        self.stays_as_it_is().await;
        assert!(self.keys("stagepass/").await.is_empty());
        assert_eq!(self.site.token_requests(), requests);
        // Also after a reload, and after the page's link.
        self.reload().await;
        self.wait_until("document.querySelector('[role=status]')").await;
        self.click_and_leave("[role] ~ a").await;
        self.wait_for_status("signed-out").await;
        self.close_window().await;
    }
}
