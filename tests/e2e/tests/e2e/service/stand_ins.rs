//! Services of another make ([`Variety`]), in a browser. Their other differences are tested without one:
//! `tests/core/tests/flow/stand_ins.rs`.

use std::time::Duration;

use stagepass_core_tests::stand_in::{Variety, router};
use stagepass_e2e_tests::pages::PagePatch;
use stagepass_e2e_tests::setting::Setting;
use stagepass_e2e_tests::visit::visit;
use stagepass_e2e_tests::visitor::{Refusal, Visitor};

/// Longer than an access token lives.
const LONG: Duration = Duration::from_hours(2);

/// A form is sent without a CORS preflight, which the service does not answer. JSON is sent after a preflight.
#[tokio::test(flavor = "multi_thread")]
async fn form_only_and_json_only_services_keep_session() {
    for (variety, token_format) in [(Variety::FormsAlone, Some("form")), (Variety::JsonAlone, None)] {
        let stand_in = Some(router(variety));
        let setting = Setting { auto_consent: false, stand_in, token_format, ..Setting::client(&[PagePatch::Clock]) };
        visit(setting, async |visitor: Visitor| {
            visitor.open_client().await;
            visitor.sign_in_client_by_popup().await;
            visitor.wait_for_status("signed-in").await;
            assert_eq!(visitor.outcome("(await sp.oauth.getUser()).handle").await, Ok("ada".to_owned()));
            let first: Result<String, Refusal> = visitor.outcome("sp.oauth.getAccessToken()").await;
            visitor.pass(LONG).await;
            let second: Result<String, Refusal> = visitor.outcome("sp.oauth.getAccessToken()").await;
            assert!(first.is_ok() && second.is_ok() && second != first, "{first:?} {second:?}");
            assert_eq!(visitor.site.token_requests(), 2);
            assert_eq!(visitor.outcome("(await sp.oauth.logout()).revoked").await, Ok(true));
            visitor.wait_for_status("signed-out").await;
        })
        .await;
    }
}
