//! Services of another make ([`Variety`]): a whole session with each, in the browser.

use std::time::Duration;

use stagepass_native_tests::e2e::pages::PagePatch;
use stagepass_native_tests::e2e::setting::Setting;
use stagepass_native_tests::e2e::visit::visit;
use stagepass_native_tests::e2e::visitor::{Refusal, Visitor};
use stagepass_native_tests::stand_in::{Variety, router};

/// Longer than an access token lives.
const LONG: Duration = Duration::from_hours(2);

fn setting(variety: Variety) -> Setting {
    Setting { auto_consent: false, stand_in: Some(router(variety)), ..Setting::client(&[PagePatch::Clock]) }
}

/// Signs in by popup, and returns the token.
async fn sign_in(visitor: &Visitor) -> Result<String, Refusal> {
    visitor.open_client().await;
    visitor.sign_in_client_by_popup().await;
    visitor.wait_for_status("signed-in").await;
    assert_eq!(visitor.outcome("(await sp.oauth.getUser()).handle").await, Ok("ada".to_owned()));
    visitor.outcome("sp.oauth.getAccessToken()").await
}

async fn check_sign_in_refresh_and_logout(variety: Variety) {
    visit(setting(variety), async |visitor: Visitor| {
        let first = sign_in(&visitor).await;
        visitor.pass(LONG).await;
        let second: Result<String, Refusal> = visitor.outcome("sp.oauth.getAccessToken()").await;
        assert!(first.is_ok() && second.is_ok() && second != first, "{first:?} {second:?}");
        assert_eq!(visitor.site.token_requests(), 2);
        assert_eq!(visitor.outcome("(await sp.oauth.logout()).revoked").await, Ok(true));
        visitor.wait_for_status("signed-out").await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn service_that_takes_json_alone_and_keeps_refresh_tokens() {
    check_sign_in_refresh_and_logout(Variety::JsonAlone).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn service_that_takes_forms_alone_and_answers_no_preflight() {
    check_sign_in_refresh_and_logout(Variety::FormsAlone).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn service_with_lifetimes_as_text() {
    check_sign_in_refresh_and_logout(Variety::TextLifetime).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn service_without_issuer() {
    check_sign_in_refresh_and_logout(Variety::NoIssuer).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn service_without_refresh_tokens_ends_the_session_with_the_token() {
    visit(setting(Variety::NoRefreshTokens), async |visitor: Visitor| {
        let token = sign_in(&visitor).await.unwrap();
        let same: String = visitor.outcome("sp.oauth.getAccessToken({ forceRefresh: true })").await.unwrap();
        assert_eq!(same, token);
        visitor.reload().await;
        visitor.wait_for_status("signed-in").await;
        visitor.pass(LONG).await;
        let refusal = visitor.outcome::<String>("sp.oauth.getAccessToken()").await.unwrap_err();
        assert_eq!(refusal.code, "session_expired");
        visitor.wait_for_status("expired").await;
        assert_eq!(visitor.site.token_requests(), 1);
        visitor.sign_in_client_by_popup().await;
        visitor.wait_for_status("signed-in").await;
        assert_eq!(visitor.outcome("(await sp.oauth.logout()).revoked").await, Ok(true));
        assert_eq!(visitor.site.revocations(), 1);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn login_without_interaction_is_rejected_with_the_services_reason_and_keeps_the_session() {
    visit(setting(Variety::JsonAlone), async |visitor: Visitor| {
        sign_in(&visitor).await.unwrap();
        let _: Option<bool> = visitor.run("window.options = { prompt: 'none' }; window.pending = undefined").await;
        visitor.click("#popup").await;
        let members: [String; 4] = visitor
            .outcome("pending.catch(({ code, oauthError, description, errorUri }) => [code, oauthError, description, errorUri])")
            .await
            .unwrap();
        let [code, error, description, uri] = members.each_ref().map(String::as_str);
        assert_eq!((code, error), ("interaction_required", "login_required"));
        assert_eq!((description, uri), ("Nobody is signed in.", "https://docs.example/login_required"));
        let handle: String = visitor.outcome("(await sp.oauth.getUser()).handle").await.unwrap();
        assert_eq!(handle, "ada");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn another_account_replaces_the_session_and_the_old_one_is_revoked() {
    visit(setting(Variety::JsonAlone), async |visitor: Visitor| {
        sign_in(&visitor).await.unwrap();
        let _: Option<bool> = visitor.run("window.isOld = true").await;
        visitor.start("sp.oauth.switchAccount({ display: 'redirect' })").await;
        visitor.wait_until("!window.isOld && location.pathname === '/' && heard.includes('signed-in')").await;
        let handle: String = visitor.outcome("(await sp.oauth.getUser()).handle").await.unwrap();
        assert_eq!(handle, "grace");
        assert_eq!(visitor.site.revocations(), 1);
    })
    .await;
}
