//! What users do between the click and the approval: nothing for a long time, or something else.

use std::time::Duration;

use stagepass_e2e_tests::foreign_server::ForeignServer;
use stagepass_e2e_tests::pages::{PagePatch, Pages};
use stagepass_e2e_tests::setting::{Isolation, Setting};
use stagepass_e2e_tests::visit::visit;
use stagepass_e2e_tests::visitor::Visitor;
use thirtyfour::WindowHandle;

const TEN_MINUTES: Duration = Duration::from_mins(10);

/// A client whose computer's clock can be set, and the service's own pages.
fn with_a_clock(isolation: Isolation) -> Setting {
    Setting { pages: Pages::ClientOnly(&[PagePatch::Clock]), isolation, ..Setting::default() }
}

#[tokio::test(flavor = "multi_thread")]
async fn slow_popup_login_signs_in() {
    visit(with_a_clock(Isolation::None), async |visitor: Visitor| {
        visitor.open_client().await;
        let app = visitor.window().await;
        let popup = visitor.click_and_turn_to_popup("#popup").await;
        visitor.wait_for_page("sign-in").await;
        visitor.turn_to(&app).await;
        visitor.pass(TEN_MINUTES).await;
        visitor.turn_to(&popup).await;
        visitor.sign_in_at_service().await;
        visitor.turn_to(&app).await;
        visitor.pass(TEN_MINUTES).await;
        visitor.pass(3 * TEN_MINUTES).await;
        visitor.turn_to(&popup).await;
        visitor.finish_login(&popup, &app).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn slow_isolated_popup_login_signs_in() {
    visit(with_a_clock(Isolation::Both), async |visitor: Visitor| {
        visitor.open_client().await;
        let app = visitor.window().await;
        let popup = visitor.click_and_turn_to_popup("#popup").await;
        visitor.sign_in_at_service().await;
        assert!(visitor.run::<bool>("return window.opener === null").await);
        visitor.turn_to(&app).await;
        visitor.pass(5 * TEN_MINUTES).await;
        visitor.turn_to(&popup).await;
        visitor.finish_login(&popup, &app).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn slow_full_page_login_signs_in() {
    visit(with_a_clock(Isolation::None), async |visitor: Visitor| {
        visitor.open_client().await;
        let app = visitor.window().await;
        visitor.start("sp.oauth.login({ scope: 'read', display: 'fullScreen' })").await;
        visitor.wait_for_page("sign-in").await;
        // The computer's clock is set in a page of the app's.
        let clock = visitor.open_tab().await;
        visitor.open_client().await;
        visitor.pass(TEN_MINUTES).await;
        visitor.turn_to(&app).await;
        visitor.sign_in_at_service().await;
        visitor.turn_to(&clock).await;
        visitor.pass(4 * TEN_MINUTES).await;
        visitor.turn_to(&app).await;
        visitor.approve().await;
        visitor.is_signed_in_once().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn login_times_out_after_hour_and_retry_succeeds() {
    visit(with_a_clock(Isolation::None), async |visitor: Visitor| {
        visitor.open_client().await;
        let app = visitor.window().await;
        let popup = visitor.click_and_turn_to_popup("#popup").await;
        visitor.sign_in_at_service().await;
        visitor.turn_to(&app).await;
        visitor.pass(Duration::from_mins(61)).await;
        assert_eq!(visitor.settles("pending").await.unwrap_err().code, "timeout");
        visitor.wait_until_closed(&popup, &app).await;
        let popup = visitor.click_and_turn_to_popup("#popup").await;
        visitor.finish_login(&popup, &app).await;
    })
    .await;
}

/// The service asks for consent again. A newer login has removed the old transaction.
#[tokio::test(flavor = "multi_thread")]
async fn hour_old_full_page_login_is_reported_lost() {
    visit(with_a_clock(Isolation::None), async |visitor: Visitor| {
        visitor.open_client().await;
        let app = visitor.window().await;
        visitor.start("sp.oauth.login({ scope: 'read', display: 'fullScreen' })").await;
        visitor.sign_in_at_service().await;
        let other = visitor.open_tab().await;
        visitor.open_client().await;
        visitor.pass(Duration::from_mins(61)).await;
        visitor.start("sp.oauth.login({ scope: 'read', display: 'fullScreen' })").await;
        visitor.wait_for_page("consent").await;
        visitor.turn_to(&app).await;
        // A yes to a question that is an hour old is none.
        visitor.approve().await;
        visitor.wait_for_page("error").await;
        visitor.click_and_leave("#again").await;
        visitor.approve().await;
        visitor.wait_for_error("transaction_lost").await;
        visitor.wait_for_address("/callback.html").await;
        visitor.stays_as_it_is().await;
        assert_eq!(visitor.site.token_requests(), 0);
        visitor.turn_to(&other).await;
        visitor.approve().await;
        visitor.is_signed_in_once().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn popup_login_succeeds_after_visiting_other_pages() {
    let foreign = ForeignServer::start().await;
    visit(with_a_clock(Isolation::None), async move |visitor: Visitor| {
        visitor.open_client().await;
        let app = visitor.window().await;
        let popup = visitor.click_and_turn_to_popup("#popup").await;
        visitor.wait_for_page("sign-in").await;
        // To sign up, to read a mail, to look something up in the app itself.
        visitor.goto(&foreign.origin).await;
        visitor.go("/").await;
        visitor.wait_for_client().await;
        visitor.back().await;
        visitor.back().await;
        visitor.sign_in_at_service().await;
        visitor.goto(&foreign.origin).await;
        visitor.back().await;
        visitor.finish_login(&popup, &app).await;
    })
    .await;
}

/// The app reports `popup_closed` first, because the popup looks closed.
#[tokio::test(flavor = "multi_thread")]
async fn popup_isolated_by_foreign_page_still_signs_in() {
    let foreign = ForeignServer::start_isolated().await;
    visit(with_a_clock(Isolation::None), async move |visitor: Visitor| {
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
        visitor.is_signed_in_once().await;
        assert_eq!(visitor.heard().await, ["error popup_closed", "signed-in"]);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn full_page_login_succeeds_after_visiting_other_pages() {
    let foreign = ForeignServer::start().await;
    visit(with_a_clock(Isolation::None), async move |visitor: Visitor| {
        visitor.open_client().await;
        visitor.start("sp.oauth.login({ scope: 'read', display: 'fullScreen' })").await;
        visitor.wait_for_page("sign-in").await;
        visitor.goto(&foreign.origin).await;
        visitor.go("/").await;
        visitor.wait_for_status("signed-out").await;
        visitor.back().await;
        visitor.back().await;
        visitor.sign_in_at_service().await;
        visitor.approve().await;
        visitor.is_signed_in_once().await;
    })
    .await;
}

trait PopupSteps {
    /// Approves in the popup, and waits until Ada is signed in.
    async fn finish_login(&self, popup: &WindowHandle, app: &WindowHandle);

    /// Waits until Ada is signed in, by the one exchange that there was, with nothing left of any login.
    async fn is_signed_in_once(&self);
}

impl PopupSteps for Visitor {
    async fn finish_login(&self, popup: &WindowHandle, app: &WindowHandle) {
        self.approve().await;
        self.wait_until_closed(popup, app).await;
        assert_eq!(self.settles("(await pending).user").await, Ok(()));
        self.is_signed_in_once().await;
    }

    async fn is_signed_in_once(&self) {
        self.wait_for_status("signed-in").await;
        assert_eq!(self.outcome("(await sp.oauth.getUser()).handle").await, Ok("ada".to_owned()));
        assert!(self.keys("stagepass/login/").await.is_empty());
        assert_eq!((self.site.token_requests(), self.site.revocations()), (1, 0));
    }
}
