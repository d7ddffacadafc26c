//! The service denies the request, or its response is unusable. The page explains it once, with a link, and never
//! loops.

use stagepass_native_tests::e2e::setting::Setting;
use stagepass_native_tests::e2e::visit::visit;
use stagepass_native_tests::e2e::visitor::Visitor;

/// The parameters in the address besides the state, and the resulting error code.
const ANSWERS: [(&str, &str); 6] = [
    ("error=access_denied", "access_denied"),
    ("error=server_error&error_description=Down+for+repairs", "authorization_failed"),
    ("error=temporarily_unavailable&code=and-this", "authorization_failed"),
    ("code=garbage", "exchange_refused"),
    ("code=%00%FF", "callback_invalid"),
    ("iss=nothing-else", "issuer_mismatch"),
];

#[tokio::test(flavor = "multi_thread")]
async fn on_a_full_page_it_is_said_once_with_a_way_on() {
    visit(Setting::default(), async |visitor: Visitor| {
        for (answer, code) in ANSWERS {
            let state = visitor.begin_another_login().await;
            visitor.go(&format!("/callback.html#{answer}&state={state}")).await;
            visitor.is_told(code).await;
        }
        let refused = ANSWERS.iter().filter(|(_, code)| *code == "exchange_refused").count();
        assert_eq!(visitor.site.token_requests(), refused);
        visitor.sign_in().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn in_a_popup_the_app_says_it_and_the_popup_closes() {
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

#[tokio::test(flavor = "multi_thread")]
async fn in_a_popup_whose_app_is_gone_the_popup_says_it_with_a_way_on() {
    visit(Setting::default(), async |visitor: Visitor| {
        visitor.open_demo().await;
        let app = visitor.window().await;
        for (answer, code) in [ANSWERS[1], ANSWERS[3]] {
            let popup = visitor.begin_popup_login().await;
            visitor.turn_to_app().await;
            visitor.reload().await;
            visitor.wait_for_status("signed-out").await;
            visitor.turn_to(&popup).await;
            visitor.leave_with(answer).await;
            visitor.is_told(code).await;
            visitor.close_window_for(&app).await;
        }
        visitor.sign_in_by_popup().await;
        visitor.wait_until_signed_in().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn popup_with_an_error_closes_on_a_click() {
    visit(Setting::default(), async |visitor: Visitor| {
        visitor.open_demo().await;
        let popup = visitor.begin_popup_login().await;
        visitor.turn_to_app().await;
        visitor.reload().await;
        visitor.wait_for_status("signed-out").await;
        visitor.turn_to(&popup).await;
        visitor.deny().await;
        visitor.wait_for_error("access_denied").await;
        visitor.click_and_leave("[role=alert] ~ button").await;
        visitor.wait_until_popup_is_closed().await;
        visitor.stays_as_it_is().await;
    })
    .await;
}

trait FailedAnswerSteps {
    /// Leaves the service's page with this answer to the login that it is of.
    async fn leave_with(&self, answer: &str);

    /// Waits until the callback page explains the error. Checks that it stays, and links to a signed-out app, which
    /// stays too.
    async fn is_told(&self, code: &str);
}

impl FailedAnswerSteps for Visitor {
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
