//! Failures of the service: errors, timeouts, broken responses. A user who signs in gets a message and can try again. A
//! signed-in user stays signed in.

use std::sync::Arc;
use std::time::Duration;

use stagepass_native_tests::e2e::fault_proxy::Fault;
use stagepass_native_tests::e2e::setting::Setting;
use stagepass_native_tests::e2e::visit::visit;
use stagepass_native_tests::e2e::visitor::Visitor;

const TOKEN: &str = "POST /v1/oauth/token";
const ME: &str = "GET /v1/me";

/// A fault, and the app's error: its code, and the response's status if that is the reason.
type FailureCase = (Fault, &'static str, Option<u16>);

const FAILURES: [FailureCase; 3] = [
    (Fault::HTML, "bad_response", None),
    (Fault::status(500), "request_failed", Some(500)),
    (Fault::status(429), "request_failed", Some(429)),
];

/// It takes as long as the timeout, 30 s, so only some tests use it.
const SLOW_FAILURE: FailureCase = (Fault::Drip, "timeout", None);

#[tokio::test(flavor = "multi_thread")]
async fn a_code_that_cannot_be_exchanged_leaves_nothing_and_the_next_login_works() {
    visit(Setting::default(), async |visitor: Visitor| {
        visitor.open_demo().await;
        for (fault, code, status) in FAILURES.into_iter().chain([SLOW_FAILURE]) {
            visitor.site.service_proxy.inject(TOKEN, fault);
            visitor.sign_in_by_popup().await;
            visitor.wait_for_failure(code, status).await;
            visitor.wait_for_status("signed-out").await;
            assert!(visitor.keys("stagepass/").await.is_empty());
            visitor.site.service_proxy.clear_faults();
        }
        visitor.sign_in_by_popup().await;
        visitor.wait_until_signed_in().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_page_says_so_too_and_whoever_was_signed_in_still_is() {
    visit(Setting::default(), async |visitor: Visitor| {
        visitor.sign_in().await;
        let session = visitor.session_record().await;
        for (fault, code, _) in FAILURES {
            visitor.begin_another_login().await;
            visitor.site.service_proxy.inject(TOKEN, fault);
            visitor.approve().await;
            visitor.wait_for_error(code).await;
            assert_eq!(visitor.address().await, format!("{}/callback.html", visitor.site.app()));
            visitor.site.service_proxy.clear_faults();
            visitor.click_and_leave("[role] ~ a").await;
            visitor.wait_until_signed_in().await;
            assert!(visitor.session_record().await == session, "the session is another");
        }
        visitor.begin_another_login().await;
        visitor.approve().await;
        visitor.wait_until_signed_in().await;
        assert!(visitor.session_record().await != session, "the session is the old one");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_cannot_be_asked_for_their_name_stays_signed_in() {
    visit(Setting::default(), async |visitor: Visitor| {
        visitor.sign_in().await;
        let session = visitor.session_record().await;
        for (fault, code, status) in FAILURES {
            visitor.site.service_proxy.inject(ME, fault);
            visitor.click("#refresh-user").await;
            visitor.wait_for_failure(code, status).await;
            visitor.wait_for_status("signed-in").await;
            assert!(visitor.session_record().await == session, "the session is another");
        }
        visitor.site.service_proxy.clear_faults();
        visitor.click("#refresh-user").await;
        visitor.wait_until_signed_in().await;
        assert_eq!(visitor.site.token_requests(), 1);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_that_cannot_be_renewed_now_is_renewed_later() {
    visit(Setting::default(), async |visitor: Visitor| {
        visitor.sign_in().await;
        let session = visitor.session_record().await;
        // Longer than an access token lives.
        visitor.site.clock.advance(Duration::from_hours(2));
        for (fault, code, status) in FAILURES.into_iter().chain([SLOW_FAILURE]) {
            visitor.site.service_proxy.inject(TOKEN, fault);
            visitor.click("#refresh-user").await;
            visitor.wait_for_failure(code, status).await;
            visitor.wait_for_status("signed-in").await;
            assert!(visitor.session_record().await == session, "the session is another");
        }
        visitor.site.service_proxy.clear_faults();
        visitor.click("#refresh-user").await;
        visitor.wait_until_signed_in().await;
        assert!(visitor.session_record().await != session, "the session is not renewed");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_service_that_is_down_is_said_to_be_out_of_reach_until_it_is_back() {
    visit(Setting::default(), async |visitor: Visitor| {
        visitor.open_demo().await;
        let site = Arc::clone(&visitor.site);
        visitor.site.pages_proxy.before_next("GET /callback.html", async move { site.service.go_down().await });
        visitor.sign_in_by_popup().await;
        visitor.wait_for_failure("network", None).await;
        visitor.wait_for_status("signed-out").await;
        assert!(visitor.keys("stagepass/").await.is_empty());

        visitor.site.service.come_back().await;
        visitor.sign_in_by_popup().await;
        visitor.wait_until_signed_in().await;
        let session = visitor.session_record().await;

        visitor.site.service.go_down().await;
        visitor.click("#refresh-user").await;
        visitor.wait_for_failure("network", None).await;
        visitor.wait_for_status("signed-in").await;
        assert!(visitor.session_record().await == session, "the session is another");
        visitor.site.service.come_back().await;
        visitor.click("#refresh-user").await;
        visitor.wait_until_signed_in().await;
    })
    .await;
}

trait FailureSteps {
    /// Waits until the app shows this failure, and none of an earlier one.
    async fn wait_for_failure(&self, code: &str, status: Option<u16>);
}

impl FailureSteps for Visitor {
    async fn wait_for_failure(&self, code: &str, status: Option<u16>) {
        match status {
            Some(status) => self.wait_for_error_with_status(code, status).await,
            None => self.wait_for_error(code).await,
        }
    }
}
