//! One app in many tabs of one browser: what is so in one is so in all.

use std::time::Duration;

use stagepass_e2e_tests::pages::PagePatch;
use stagepass_e2e_tests::setting::Setting;
use stagepass_e2e_tests::visit::visit;
use stagepass_e2e_tests::visitor::{Refusal, Tabs, Visitor};

const TOKEN: &str = "POST /v1/oauth/token";

/// Longer than an access token lives.
const LONG: Duration = Duration::from_hours(2);

/// Eight tabs need a token at the same time, and the stored one has expired. The session began with this `dpop`.
async fn eight_tabs_wake_up(visitor: &Visitor, dpop: bool) -> Tabs {
    visitor.open_client().await;
    let _: Option<bool> = visitor.run(&format!("begin({{ dpop: {dpop} }})")).await;
    visitor.sign_in_again().await;
    visitor.pass(LONG).await;
    let tabs = visitor.open_tabs(8).await;
    // No tab has a response before all tabs have begun.
    let answer = visitor.site.service_proxy.hold_next(TOKEN);
    visitor.start_everywhere("token").await;
    visitor.site.service_proxy.requests.wait_for(TOKEN, 2).await;
    visitor.in_each(&tabs, async |visitor| visitor.wait_until("window.pending").await).await;
    drop(answer);
    tabs
}

/// The tokens of these tabs, which must all be signed in.
async fn tokens_in(visitor: &Visitor, tabs: &Tabs) -> Result<Vec<String>, Refusal> {
    let token = async |visitor: &Visitor| {
        visitor.wait_for_status("signed-in").await;
        visitor.outcome("pending").await
    };
    visitor.in_each(tabs, token).await.into_iter().collect()
}

/// The session is bound to a key, which all tabs use.
#[tokio::test(flavor = "multi_thread")]
async fn eight_tabs_refresh_expired_token_with_one_request() {
    visit(Setting::client(&[PagePatch::Clock]), async |visitor: Visitor| {
        let tabs = eight_tabs_wake_up(&visitor, true).await;
        let mut tokens = tokens_in(&visitor, &tabs).await.unwrap();
        assert_eq!(visitor.site.token_requests(), 2, "one to sign in, one to renew");
        tokens.dedup();
        assert_eq!(tokens.len(), 1, "all have the same token");
        assert_eq!(visitor.site.me_with(&tokens[0]).await, 401, "it needs a proof");
        let status = async |visitor: &Visitor| visitor.outcome::<u16>("(await sp.fetch('me')).status").await;
        assert_eq!(visitor.in_each(&tabs, status).await, vec![Ok(200); 8]);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_web_locks_eight_tabs_keep_one_session() {
    visit(Setting::client(&[PagePatch::Clock, PagePatch::NoLocks]), async |visitor: Visitor| {
        let tabs = eight_tabs_wake_up(&visitor, false).await;
        let tokens = tokens_in(&visitor, &tabs).await.unwrap();
        for token in &tokens {
            assert_eq!(visitor.site.me_with(token).await, 200);
        }
        // The stored token can be refreshed, and is of the same family as all returned tokens: a logout revokes them
        // all.
        let stored = visitor.session().await;
        assert_eq!(visitor.site.refresh_with(stored.refresh_token.expose()).await, (200, None));
        visitor.settles("sp.oauth.logout()").await.unwrap();
        for token in &tokens {
            assert_eq!(visitor.site.me_with(token).await, 401);
        }
        visitor.in_each(&tabs, async |visitor| visitor.wait_for_status("signed-out").await).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn login_and_logout_apply_to_all_tabs() {
    visit(Setting::client(&[]), async |visitor: Visitor| {
        visitor.open_client().await;
        let tabs = visitor.open_tabs(3).await;
        visitor.sign_in_again().await;
        visitor.turn_to_tab(&tabs, 1).await;
        for tab in 1..3 {
            visitor.turn_to_tab(&tabs, tab).await;
            visitor.wait_until_heard(&["signed-in"]).await;
            let handle: String = visitor.outcome("(await sp.oauth.getUser()).handle").await.unwrap();
            assert_eq!(handle, "ada");
        }
        visitor.settles("sp.oauth.logout()").await.unwrap();
        visitor.wait_until_heard(&["signed-in", "signed-out"]).await;
        visitor.turn_to_tab(&tabs, 1).await;
        visitor.wait_until_heard(&["signed-in", "signed-out"]).await;
        visitor.turn_to_tab(&tabs, 0).await;
        // Its page was loaded when the user was signed in.
        visitor.wait_until_heard(&["signed-out"]).await;
        let shown = visitor.in_each(&tabs, async |visitor| visitor.run::<Vec<String>>("return shown").await).await;
        let all = ["signed-out", "signed-in", "signed-out"];
        assert_eq!(shown, [vec!["signed-in", "signed-out"], all.to_vec(), all.to_vec()]);
        assert_eq!((visitor.site.token_requests(), visitor.site.revocations()), (1, 1));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn revoked_session_expires_once_in_every_tab() {
    visit(Setting::client(&[PagePatch::Clock]), async |visitor: Visitor| {
        visitor.sign_in_client().await;
        visitor.site.revoke(visitor.session().await.refresh_token.expose()).await;
        visitor.pass(LONG).await;
        // The first tab would ask the service to confirm it, and the others would find an expired session.
        let [profile] = &visitor.keys("stagepass/user/").await[..] else { panic!("there is one profile") };
        let _: Option<bool> = visitor.run(&format!("localStorage.removeItem({profile:?})")).await;
        let tabs = visitor.open_tabs(3).await;
        visitor.start_everywhere("token").await;
        let refused = async |visitor: &Visitor| {
            visitor.wait_until("window.pending").await;
            let refusal = visitor.outcome::<String>("pending").await.unwrap_err();
            assert_eq!(refusal.code, "session_expired");
            visitor.wait_for_status("expired").await;
        };
        visitor.in_each(&tabs, refused).await;
        assert_eq!(visitor.site.token_requests(), 2, "it is asked for once");
        let told = async |visitor: &Visitor| {
            // Asking again changes nothing.
            let refusal = visitor.outcome::<String>("sp.oauth.getAccessToken()").await.unwrap_err();
            assert_eq!(refusal.code, "session_expired");
            let mut heard = visitor.heard().await;
            heard.retain(|event| !event.starts_with("error"));
            assert_eq!(heard, ["expired"]);
        };
        visitor.in_each(&tabs, told).await;
        assert_eq!(visitor.site.token_requests(), 2);
        // A page that is loaded later shows that the session expired. A sign-in there signs in all tabs.
        visitor.reload().await;
        visitor.wait_for_status("expired").await;
        visitor.sign_in_again().await;
        visitor.in_each(&tabs, async |visitor| visitor.wait_for_status("signed-in").await).await;
    })
    .await;
}
