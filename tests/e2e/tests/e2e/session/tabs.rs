//! One app in many tabs of one browser: what is so in one is so in all.

use std::time::Duration;

use stagepass_e2e_tests::pages::PagePatch;
use stagepass_e2e_tests::setting::Setting;
use stagepass_e2e_tests::visit::visit;
use stagepass_e2e_tests::visitor::Visitor;

const TOKEN: &str = "POST /v1/oauth/token";

/// Longer than an access token lives.
const LONG: Duration = Duration::from_hours(2);

/// Eight tabs need a token at the same time, and the stored one has expired. The session is bound to a key, which all
/// tabs use.
#[tokio::test(flavor = "multi_thread")]
async fn eight_tabs_refresh_expired_token_with_one_request() {
    visit(Setting::client(&[PagePatch::Clock]), async |visitor: Visitor| {
        visitor.open_client().await;
        let _: Option<bool> = visitor.run("begin({ dpop: true })").await;
        visitor.sign_in_again().await;
        visitor.pass(LONG).await;
        let tabs = visitor.open_tabs(8).await;
        // No tab has a response before all tabs have begun.
        let answer = visitor.site.service_proxy.hold_next(TOKEN);
        visitor.start_everywhere("token").await;
        visitor.site.service_proxy.requests.wait_for(TOKEN, 2).await;
        visitor.in_each(&tabs, async |visitor| visitor.wait_until("window.pending").await).await;
        drop(answer);
        let token = async |visitor: &Visitor| {
            visitor.wait_for_status("signed-in").await;
            visitor.outcome::<String>("pending").await.unwrap()
        };
        let mut tokens = visitor.in_each(&tabs, token).await;
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
async fn login_and_logout_apply_to_all_tabs() {
    visit(Setting::client(&[]), async |visitor: Visitor| {
        visitor.open_client().await;
        let tabs = visitor.open_tabs(3).await;
        visitor.sign_in_again().await;
        visitor.turn_to_tab(&tabs, 1).await;
        for tab in 1..3 {
            visitor.turn_to_tab(&tabs, tab).await;
            visitor.wait_for_events(&["signed-in"]).await;
            let handle: String = visitor.outcome("(await sp.oauth.getUser()).handle").await.unwrap();
            assert_eq!(handle, "ada");
        }
        visitor.settles("sp.oauth.logout()").await.unwrap();
        visitor.wait_for_events(&["signed-in", "signed-out"]).await;
        visitor.turn_to_tab(&tabs, 1).await;
        visitor.wait_for_events(&["signed-in", "signed-out"]).await;
        visitor.turn_to_tab(&tabs, 0).await;
        // Its page was loaded when the user was signed in.
        visitor.wait_for_events(&["signed-out"]).await;
        let shown = visitor.in_each(&tabs, async |visitor| visitor.run::<Vec<String>>("return shown").await).await;
        let all = ["signed-out", "signed-in", "signed-out"];
        assert_eq!(shown, [vec!["signed-in", "signed-out"], all.to_vec(), all.to_vec()]);
        assert_eq!((visitor.site.token_requests(), visitor.site.revocations()), (1, 1));
    })
    .await;
}
