//! The next token: what may go wrong on the way to it, and what must not come of that.

use std::time::Duration;

use stagepass_e2e_tests::fault_proxy::Fault;
use stagepass_e2e_tests::pages::PagePatch;
use stagepass_e2e_tests::setting::Setting;
use stagepass_e2e_tests::visit::visit;
use stagepass_e2e_tests::visitor::Visitor;

const TOKEN: &str = "POST /v1/oauth/token";

/// Longer than an access token lives.
const LONG: Duration = Duration::from_hours(2);

const DAY: Duration = Duration::from_hours(24);

#[tokio::test(flavor = "multi_thread")]
async fn logout_during_refresh_stays_signed_out() {
    visit(Setting::client(&[PagePatch::Clock]), async |visitor: Visitor| {
        visitor.open_client().await;
        let tabs = visitor.open_tabs(2).await;
        // In the tab that refreshes it, and in the other.
        for (round, tab) in [0, 1].into_iter().enumerate() {
            visitor.turn_to_app().await;
            visitor.sign_in_again().await;
            let session = visitor.session().await;
            visitor.pass(LONG).await;
            let answer = visitor.site.service_proxy.hold_next(TOKEN);
            visitor.start("sp.oauth.getAccessToken()").await;
            visitor.site.service_proxy.requests.wait_for(TOKEN, 2 * (round + 1)).await;
            visitor.turn_to_tab(&tabs, tab).await;
            visitor.settles("sp.oauth.logout()").await.unwrap();
            visitor.in_each(&tabs, async |visitor| visitor.wait_for_status("signed-out").await).await;
            drop(answer);
            let refusal = visitor.outcome::<String>("pending").await.unwrap_err();
            assert_eq!(refusal.code, "not_signed_in");
            visitor.reload().await;
            visitor.wait_for_client().await;
            visitor.in_each(&tabs, async |visitor| visitor.wait_for_status("signed-out").await).await;
            assert!(visitor.keys("stagepass/").await.is_empty());
            let refused = visitor.site.refresh_with(session.refresh_token.expose()).await;
            assert_eq!(refused, (400, Some("invalid_grant".to_owned())));
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn offline_expiry_keeps_session_and_refreshes_once_online() {
    visit(Setting::client(&[PagePatch::Clock]), async |visitor: Visitor| {
        visitor.sign_in_client().await;
        let record = visitor.session_record().await;
        visitor.pass(LONG).await;
        visitor.site.service.go_down().await;
        for _ in 0..2 {
            let refusal = visitor.outcome::<String>("sp.oauth.getAccessToken()").await.unwrap_err();
            assert_eq!(refusal.code, "network");
        }
        visitor.wait_for_status("signed-in").await;
        visitor.reload().await;
        visitor.wait_for_status("signed-in").await;
        assert!(visitor.session_record().await == record, "the session is another");
        visitor.site.service.come_back().await;
        let handle: String = visitor.outcome("(await sp.oauth.getUser()).handle").await.unwrap();
        assert_eq!(handle, "ada");
        visitor.wait_until_heard(&["refreshed"]).await;
        assert_eq!(visitor.site.token_requests(), 2);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn lost_refresh_response_keeps_session_a_minute_later() {
    visit(Setting::client(&[PagePatch::Clock]), async |visitor: Visitor| {
        visitor.sign_in_client().await;
        visitor.pass(LONG).await;
        visitor.site.service_proxy.inject_next(1, TOKEN, Fault::Cut);
        let refusal = visitor.outcome::<String>("sp.oauth.getAccessToken()").await.unwrap_err();
        assert_eq!(refusal.code, "network");
        assert_eq!(visitor.site.service_proxy.requests.answered(TOKEN, 200), 2, "the service has renewed it");
        visitor.wait_for_status("signed-in").await;
        visitor.site.clock.advance(Duration::from_mins(1));
        let token: String = visitor.outcome("sp.oauth.getAccessToken()").await.unwrap();
        assert_eq!(visitor.site.me_with(&token).await, 200);
        // And so on: the family is whole.
        visitor.pass(LONG).await;
        let next: String = visitor.outcome("sp.oauth.getAccessToken()").await.unwrap();
        assert_eq!(visitor.site.me_with(&next).await, 200);
        visitor.wait_until_heard(&["error network", "refreshed", "refreshed"]).await;
        assert_eq!(visitor.site.token_requests(), 4);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_or_changed_clock_refreshes_at_most_once() {
    /// Minutes by which this computer's clock is wrong at the sign-in, and later.
    const CLOCKS: [(i64, i64); 5] = [(60, 60), (-60, -60), (0, 60), (0, -60), (60, -60)];
    visit(Setting::client(&[PagePatch::Clock]), async |visitor: Visitor| {
        visitor.open_client().await;
        for (at_login, later) in CLOCKS {
            let before = visitor.site.token_requests();
            visitor.set_clock(at_login).await;
            visitor.sign_in_again().await;
            visitor.set_clock(later).await;
            for _ in 0..3 {
                let handle: String = visitor.outcome("(await sp.oauth.getUser()).handle").await.unwrap();
                assert_eq!(handle, "ada");
            }
            // A changed clock makes the token look old. It is refreshed once, and its age is then correct.
            let requests = 1 + usize::from(at_login != later);
            assert_eq!(visitor.site.token_requests() - before, requests, "{at_login} {later}");
            visitor.wait_for_status("signed-in").await;
            visitor.settles("sp.oauth.logout()").await.unwrap();
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn session_lasts_29_days_and_expires_after_40() {
    visit(Setting::client(&[PagePatch::Clock]), async |visitor: Visitor| {
        visitor.sign_in_client().await;
        visitor.pass(DAY * 29).await;
        visitor.open_client().await;
        let handle: String = visitor.outcome("(await sp.oauth.getUser()).handle").await.unwrap();
        assert_eq!(handle, "ada");
        assert_eq!(visitor.site.token_requests(), 2);

        // The service keeps a session for 30 days after its last refresh.
        visitor.pass(DAY * 40).await;
        visitor.open_client().await;
        for _ in 0..2 {
            let refusal = visitor.outcome::<String>("sp.oauth.getUser()").await.unwrap_err();
            assert_eq!(refusal.code, "session_expired");
        }
        visitor.wait_for_status("expired").await;
        visitor.wait_until("heard.filter((event) => event === 'expired').length === 1").await;
        assert_eq!(visitor.site.token_requests(), 3);
        visitor.sign_in_again().await;
        let handle: String = visitor.outcome("(await sp.oauth.getUser()).handle").await.unwrap();
        assert_eq!(handle, "ada");
    })
    .await;
}
