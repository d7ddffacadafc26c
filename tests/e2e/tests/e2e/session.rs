//! Being signed in, and no longer.

mod bound;
mod storage;
mod tabs;
mod traces;

use stagepass_e2e_tests::site::Setting;
use stagepass_e2e_tests::visit::visit;
use stagepass_e2e_tests::visitor::Visitor;

#[tokio::test(flavor = "multi_thread")]
async fn logout_removes_stored_session_and_revokes_tokens() {
    visit(Setting::default(), async |visitor: Visitor| {
        visitor.open_demo().await;
        visitor.sign_in_by_popup().await;
        visitor.wait_until_signed_in().await;
        let session = visitor.session().await;
        visitor.sign_out().await;
        assert!(visitor.keys("stagepass/").await.is_empty());
        assert_eq!(visitor.site.revocations(), 1);
        let refused = visitor.site.refresh_with(session.refresh_token.expose()).await;
        assert_eq!(refused, (400, Some("invalid_grant".to_owned())));
        visitor.reload().await;
        visitor.wait_for_status("signed-out").await;

        // The service remembers who this is, and asks all the same.
        visitor.click("#sign-in-popup").await;
        visitor.turn_to_popup().await;
        visitor.finish_popup_login().await;
        assert_eq!(visitor.site.service_proxy.requests.answered("POST /v1/oauth/token", 200), 2);
    })
    .await;
}
