//! Failures of the service: errors, timeouts, broken responses. A user who signs in gets an error and can try again. A
//! signed-in user stays signed in.

use std::time::Duration;

use stagepass_e2e_tests::fault_proxy::Fault;
use stagepass_e2e_tests::setting::Setting;
use stagepass_e2e_tests::visit::visit;
use stagepass_e2e_tests::visitor::{Refusal, Visitor};

const TOKEN: &str = "POST /v1/oauth/token";
const ME: &str = "GET /v1/me";
const HANDLE: &str = "(await sp.oauth.getUser()).handle";

/// Longer than an access token lives.
const LONG: Duration = Duration::from_hours(2);

/// A fault, and the app's error: its code, and the response's status if that is the reason.
type FailureCase = (Fault, &'static str, Option<u16>);

const FAILURES: [FailureCase; 3] = [
    (Fault::HTML, "bad_response", Some(200)),
    (Fault::status(500), "request_failed", Some(500)),
    (Fault::status(429), "request_failed", Some(429)),
];

/// It takes as long as the timeout, so only one test uses it.
const SLOW_FAILURE: FailureCase = (Fault::Drip, "timeout", None);

/// Signs in by popup while the code exchange has this fault. Nothing is left of it.
async fn exchange_fails(visitor: &Visitor, (fault, code, status): FailureCase) {
    visitor.site.service_proxy.inject(TOKEN, fault);
    let _: Option<bool> = visitor.run("window.pending = undefined").await;
    visitor.click("#popup").await;
    let refusal = visitor.settles("pending").await.unwrap_err();
    assert_eq!(refusal, Refusal { code: code.to_owned(), status });
    visitor.wait_until_popup_is_closed().await;
    visitor.wait_for_status("signed-out").await;
    assert!(visitor.keys("stagepass/").await.is_empty());
    visitor.site.service_proxy.clear_faults();
}

/// Asks for the user while this request has this fault. The session stays as it is.
async fn call_fails(visitor: &Visitor, request: &str, (fault, code, status): FailureCase) {
    let session = visitor.session_record().await;
    visitor.site.service_proxy.inject(request, fault);
    let refusal = visitor.settles("sp.oauth.getUser()").await.unwrap_err();
    assert_eq!(refusal, Refusal { code: code.to_owned(), status }, "{request}");
    visitor.wait_for_status("signed-in").await;
    assert!(visitor.session_record().await == session, "the session is another");
    visitor.site.service_proxy.clear_faults();
}

#[tokio::test(flavor = "multi_thread")]
async fn failed_requests_keep_session_and_later_ones_work() {
    visit(Setting::client(&[]), async |visitor: Visitor| {
        visitor.open_client().await;
        for failure in FAILURES {
            exchange_fails(&visitor, failure).await;
        }
        visitor.sign_in_client_by_popup().await;
        // The last is retried for a while.
        for failure in FAILURES.into_iter().take(2) {
            call_fails(&visitor, ME, failure).await;
        }
        assert_eq!(visitor.outcome(HANDLE).await, Ok("ada".to_owned()));
        // For the service alone: it refuses the token, which is then refreshed.
        visitor.site.clock.advance(LONG);
        let session = visitor.session_record().await;
        for failure in FAILURES {
            call_fails(&visitor, TOKEN, failure).await;
        }
        assert_eq!(visitor.outcome(HANDLE).await, Ok("ada".to_owned()));
        assert!(visitor.session_record().await != session, "the session is not refreshed");
    })
    .await;
}

/// The response starts and never ends.
#[tokio::test(flavor = "multi_thread")]
async fn response_that_never_ends_times_out() {
    visit(Setting::client(&[]), async |visitor: Visitor| {
        visitor.open_client().await;
        exchange_fails(&visitor, SLOW_FAILURE).await;
        visitor.sign_in_client_by_popup().await;
        visitor.site.clock.advance(LONG);
        call_fails(&visitor, TOKEN, SLOW_FAILURE).await;
        assert_eq!(visitor.outcome(HANDLE).await, Ok("ada".to_owned()));
    })
    .await;
}
