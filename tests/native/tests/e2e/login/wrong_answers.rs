//! Callback addresses that no service has sent as they are.

use std::time::Duration;

use stagepass_native_tests::e2e::setting::Setting;
use stagepass_native_tests::e2e::visit::visit;
use stagepass_native_tests::e2e::visitor::Visitor;

/// A state of ours by its form, and of no login of this browser's.
const FORGED: &str = "AAAAAAAAAAAAAAAAAAAAAA";

#[tokio::test(flavor = "multi_thread")]
async fn a_changed_state_signs_nobody_in_and_the_page_can_still_be_signed_in_to() {
    visit(Setting::default(), async |visitor: Visitor| {
        visitor.open_demo().await;
        visitor.begin_full_page_login().await;
        visitor.go(&format!("/callback.html#code=stolen&state=sp1.f.{FORGED}")).await;
        visitor.wait_for_error("transaction_lost").await;
        assert_eq!(visitor.address().await, format!("{}/callback.html", visitor.site.app()));
        assert_eq!(visitor.site.token_requests(), 0);
        // The login that was under way still is.
        visitor.back().await;
        visitor.approve().await;
        visitor.wait_until_signed_in().await;
        assert_eq!(visitor.site.token_requests(), 1);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_changed_state_in_the_popup_is_nothing_to_the_app_which_goes_on_waiting() {
    visit(Setting::default(), async |visitor: Visitor| {
        visitor.open_demo().await;
        visitor.begin_popup_login().await;
        visitor.go(&format!("/callback.html#code=stolen&state=sp1.p.{FORGED}")).await;
        // For ten seconds it waits for an app whose login that could be.
        visitor.wait_for_error("transaction_lost").await;
        assert_eq!(visitor.site.token_requests(), 0);
        visitor.back().await;
        visitor.finish_popup_login().await;
        assert_eq!(visitor.site.token_requests(), 1);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_without_a_state_is_left_alone() {
    visit(Setting::default(), async |visitor: Visitor| {
        visitor.sign_in().await;
        let session = visitor.session_record().await;
        for answer in ["?code=theirs", "#code=theirs", "?code=theirs&state=theirs"] {
            visitor.go(&format!("/callback.html{answer}")).await;
            visitor.wait_until("document.querySelector('[role=status]')").await;
            assert_eq!(visitor.address().await, format!("{}/callback.html{answer}", visitor.site.app()));
            assert!(visitor.session_record().await == session, "the session is another");
        }
        visitor.go("/").await;
        visitor.wait_until_signed_in().await;
        assert_eq!(visitor.site.token_requests(), 1);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn doubled_parameters_end_their_login_and_no_more() {
    visit(Setting::default(), async |visitor: Visitor| {
        visitor.sign_in().await;
        let session = visitor.session_record().await;
        for doubled in ["code=a&code=b", "code=a&iss=b&iss=c", "error=a&error=b"] {
            let state = visitor.begin_another_login().await;
            visitor.go(&format!("/callback.html#{doubled}&state={state}")).await;
            visitor.wait_for_error("callback_invalid").await;
            assert!(visitor.keys("stagepass/login/").await.is_empty());
            assert!(visitor.session_record().await == session, "the session is another");
        }
        let state = visitor.begin_another_login().await;
        visitor.go(&format!("/callback.html#code=a&state={state}&state={state}")).await;
        visitor.wait_for_error("callback_invalid").await;
        visitor.go("/").await;
        visitor.wait_until_signed_in().await;
        assert_eq!(visitor.site.token_requests(), 1);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_that_comes_twice_is_exchanged_once_and_the_session_stays() {
    visit(Setting::default(), async |visitor: Visitor| {
        visitor.open_demo().await;
        let state = visitor.begin_another_login().await;
        visitor.approve().await;
        visitor.wait_until_signed_in().await;
        let session = visitor.session_record().await;
        for answer in ["#code=again", "?error=access_denied"] {
            visitor.go(&format!("/callback.html{answer}&state={state}")).await;
            visitor.wait_until("document.querySelector('[role=status]')").await;
            assert_eq!(visitor.address().await, format!("{}/callback.html", visitor.site.app()));
            assert!(visitor.session_record().await == session, "the session is another");
        }
        visitor.go("/").await;
        visitor.wait_until_signed_in().await;
        assert_eq!(visitor.site.token_requests(), 1);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_that_has_expired_is_refused_and_the_next_login_works() {
    visit(Setting::default(), async |visitor: Visitor| {
        visitor.open_demo().await;
        visitor.begin_popup_login().await;
        visitor.let_codes_expire_on_their_way();
        visitor.approve().await;
        visitor.wait_until_popup_is_closed().await;
        visitor.wait_for_error_with_status("exchange_refused", 400).await;
        visitor.wait_for_status("signed-out").await;
        assert!(visitor.keys("stagepass/").await.is_empty());
        visitor.sign_in_by_popup().await;
        visitor.wait_until_signed_in().await;
    })
    .await;
}

trait TamperingSteps {
    /// Advances the service's clock once, between a code and its exchange, by more than a code's lifetime.
    fn let_codes_expire_on_their_way(&self);
}

impl TamperingSteps for Visitor {
    fn let_codes_expire_on_their_way(&self) {
        let clock = self.site.clock.clone();
        self.site.pages_proxy.before_next("GET /callback.html", async move { clock.advance(Duration::from_mins(11)) });
    }
}
