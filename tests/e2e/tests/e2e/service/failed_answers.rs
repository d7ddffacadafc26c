//! The service denies the request, or its response is unusable. The page explains it once, with a link, and never
//! loops.

use stagepass_e2e_tests::setting::Setting;
use stagepass_e2e_tests::visit::visit;
use stagepass_e2e_tests::visitor::Visitor;

/// The parameters in the address besides the state, and the resulting error code. Others: `src/core/callback.rs`.
const ANSWERS: [(&str, &str); 3] = [
    ("error=access_denied", "access_denied"),
    ("error=server_error&error_description=Down+for+repairs", "authorization_failed"),
    ("code=garbage", "exchange_refused"),
];

#[tokio::test(flavor = "multi_thread")]
async fn failed_response_on_full_page_is_explained_once() {
    visit(Setting::default(), async |visitor: Visitor| {
        for (answer, code) in ANSWERS {
            let state = visitor.begin_another_login().await;
            visitor.go(&format!("/callback.html#{answer}&state={state}")).await;
            visitor.is_told(code).await;
        }
        assert_eq!(visitor.site.token_requests(), 1, "for one of them");
        visitor.open_demo().await;
        visitor.sign_in_by_popup().await;
        visitor.wait_until_signed_in().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn failed_response_closes_popup_and_app_reports_it() {
    visit(Setting::default(), async |visitor: Visitor| {
        visitor.open_demo().await;
        for (answer, code) in ANSWERS {
            visitor.click("#sign-in-popup").await;
            visitor.turn_to_popup().await;
            visitor.leave_with(answer).await;
            visitor.wait_until_popup_is_closed().await;
            visitor.wait_for_failed_login(code).await;
        }
        visitor.stays_as_it_is().await;
        assert_eq!(visitor.site.pages_proxy.requests.count("GET /"), 1);
        visitor.sign_in_by_popup().await;
        visitor.wait_until_signed_in().await;
    })
    .await;
}

/// The app's page was reloaded, and waits for no popup.
#[tokio::test(flavor = "multi_thread")]
async fn popup_without_its_app_explains_the_error() {
    visit(Setting::default(), async |visitor: Visitor| {
        visitor.open_demo().await;
        let app = visitor.window().await;
        visitor.loses_its_popup().await;
        visitor.leave_with("code=garbage").await;
        visitor.is_told("exchange_refused").await;
        visitor.close_window_for(&app).await;

        visitor.loses_its_popup().await;
        visitor.deny().await;
        visitor.wait_for_error("access_denied").await;
        visitor.click_and_leave("[role=alert] ~ button").await;
        visitor.wait_until_popup_is_closed().await;
        visitor.stays_as_it_is().await;
        visitor.sign_in_by_popup().await;
        visitor.wait_until_signed_in().await;
    })
    .await;
}

trait FailedAnswerSteps {
    /// Begins a login by popup, reloads the app, and turns to the popup.
    async fn loses_its_popup(&self);

    /// Leaves the service's page with this answer to the login that it is of.
    async fn leave_with(&self, answer: &str);

    /// Waits until the callback page explains the error. Checks that it stays, and links to a signed-out app, which
    /// stays too.
    async fn is_told(&self, code: &str);
}

impl FailedAnswerSteps for Visitor {
    async fn loses_its_popup(&self) {
        let popup = self.begin_popup_login().await;
        self.turn_to_app().await;
        self.reload().await;
        self.wait_for_status("signed-out").await;
        self.turn_to(&popup).await;
    }

    async fn leave_with(&self, answer: &str) {
        self.wait_until("document.body?.dataset.page").await;
        let state = "new URLSearchParams(new URL(location).searchParams.get('next')?.split('?')[1] ?? location.search).get('state')";
        let state: String = self.run(&format!("return {state}")).await;
        self.leave_for(&format!("{}/callback.html#{answer}&state={state}", self.site.app())).await;
    }

    async fn is_told(&self, code: &str) {
        self.wait_for_error(code).await;
        self.wait_for_address("/callback.html").await;
        self.stays_as_it_is().await;
        assert!(self.keys("stagepass/").await.is_empty());
        self.click_and_leave("[role] ~ a").await;
        self.wait_for_status("signed-out").await;
        self.stays_as_it_is().await;
    }
}
