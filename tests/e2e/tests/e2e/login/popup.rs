//! Signing in by popup.

use stagepass_e2e_tests::site::Setting;
use stagepass_e2e_tests::visit::visit;
use stagepass_e2e_tests::visitor::Visitor;

/// In a browser with Trusted Types, a script of the demo's page cannot assign HTML. So no story of the demo does.
const REQUIRES_TRUSTED_TYPES: &str = "
    if (!window.trustedTypes) return true;
    try { document.createElement('p').innerHTML = '<b></b>' } catch { return true }
    return false";

#[tokio::test(flavor = "multi_thread")]
async fn approval_in_popup_signs_in() {
    visit(Setting::default(), async |visitor: Visitor| {
        visitor.open_demo().await;
        assert!(visitor.run::<bool>(REQUIRES_TRUSTED_TYPES).await);
        visitor.click("#sign-in-popup").await;
        visitor.wait_for_status("busy").await;
        visitor.turn_to_popup().await;
        visitor.sign_in_at_service().await;
        visitor.finish_popup_login().await;
        assert_eq!(visitor.site.token_requests(), 1);
        assert_eq!(visitor.address().await, format!("{}/", visitor.site.app()));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn browser_popup_blocker_is_reported_as_popup_blocked() {
    visit(Setting { whole_browser: true, ..Setting::default() }, async |visitor: Visitor| {
        visitor.open_demo().await;
        // A script's click is nobody's.
        let _: Option<bool> = visitor.run("document.querySelector('#sign-in-popup').click()").await;
        visitor.wait_for_error("popup_blocked").await;
        assert_eq!(visitor.windows().await, 1);
        assert!(visitor.keys("stagepass/").await.is_empty());
        // A click of a user is.
        visitor.sign_in_by_popup().await;
        visitor.wait_until_signed_in().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cancel_closes_popup_and_reports_aborted() {
    visit(Setting::default(), async |visitor: Visitor| {
        visitor.open_demo().await;
        visitor.click("#sign-in-popup").await;
        visitor.turn_to_popup().await;
        visitor.wait_for_page("sign-in").await;
        visitor.turn_to_app().await;
        visitor.click("#cancel").await;
        visitor.wait_for_error("aborted").await;
        visitor.wait_until_popup_is_closed().await;
        visitor.wait_for_status("signed-out").await;
        assert!(visitor.keys("stagepass/").await.is_empty());
        visitor.sign_in_by_popup().await;
        visitor.wait_until_signed_in().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn login_refresh_and_logout_need_no_preflight() {
    visit(Setting::client(&[]), async |visitor: Visitor| {
        visitor.sign_in_client().await;
        assert_eq!(visitor.outcome("sp.oauth.session.get().user.handle").await, Ok("ada".to_owned()));
        let profiles = ["GET /v1/me", "OPTIONS /v1/me"].map(|path| visitor.site.service_proxy.requests.count(path));
        assert_eq!(profiles, [0, 0], "the token response has the user");
        let before: String = visitor.outcome("sp.oauth.getAccessToken()").await.unwrap();
        let after: String = visitor.outcome("sp.oauth.getAccessToken({ forceRefresh: true })").await.unwrap();
        assert_ne!(before, after);
        assert!(visitor.session().await.is_form);
        visitor.settles("sp.oauth.logout()").await.unwrap();
        let requests = &visitor.site.service_proxy.requests;
        assert_eq!((visitor.site.token_requests(), visitor.site.revocations()), (2, 1));
        for path in ["OPTIONS /v1/oauth/token", "OPTIONS /v1/oauth/revoke"] {
            assert_eq!(requests.count(path), 0, "{path}");
        }
        assert!(visitor.keys("stagepass/").await.is_empty());
    })
    .await;
}
