//! More than one login at a time, in one browser.

use stagepass_e2e_tests::setting::Setting;
use stagepass_e2e_tests::visit::visit;
use stagepass_e2e_tests::visitor::Visitor;

const TOKEN: &str = "POST /v1/oauth/token";

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_popup_logins_keep_last_session() {
    visit(Setting::default(), async |visitor: Visitor| {
        visitor.open_demo().await;
        let one = visitor.window().await;
        let ones = visitor.begin_popup_login().await;
        let other = visitor.open_tab().await;
        visitor.go("/").await;
        visitor.wait_for_status("signed-out").await;
        let others = visitor.click_and_turn_to_popup("#sign-in-popup").await;
        visitor.wait_for_page("consent").await;
        visitor.turn_to(&one).await;
        assert_eq!(visitor.keys("stagepass/login/").await.len(), 2, "each has its own");

        // The first asks for its tokens, and before it has them the second has its own.
        let answer = visitor.site.service_proxy.hold_next(TOKEN);
        visitor.turn_to(&ones).await;
        visitor.approve().await;
        visitor.wait_until_closed(&ones, &others).await;
        visitor.site.service_proxy.requests.wait_for(TOKEN, 1).await;
        visitor.approve().await;
        visitor.wait_until_closed(&others, &other).await;
        visitor.wait_for_status("signed-in").await;
        let replaced = visitor.session().await;
        drop(answer);

        visitor.turn_to(&one).await;
        visitor.wait_until_signed_in().await;
        visitor.site.service_proxy.requests.wait_for("POST /v1/oauth/revoke", 1).await;
        visitor.turn_to(&other).await;
        visitor.wait_until_signed_in().await;
        visitor.stands_alone(replaced.access_token.expose()).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_full_page_logins_keep_last_session() {
    visit(Setting::default(), async |visitor: Visitor| {
        visitor.open_demo().await;
        let one = visitor.window().await;
        visitor.begin_full_page_login().await;
        let other = visitor.open_tab().await;
        visitor.go("/").await;
        visitor.wait_for_status("signed-out").await;
        visitor.click_and_leave("#sign-in-page").await;
        visitor.wait_for_page("consent").await;

        let answer = visitor.site.service_proxy.hold_next(TOKEN);
        visitor.approve().await;
        visitor.site.service_proxy.requests.wait_for(TOKEN, 1).await;
        visitor.turn_to(&one).await;
        visitor.approve().await;
        visitor.wait_for_status("signed-in").await;
        let replaced = visitor.session().await;
        drop(answer);

        visitor.turn_to(&other).await;
        visitor.wait_until_signed_in().await;
        assert_eq!(visitor.address().await, format!("{}/", visitor.site.app()));
        visitor.turn_to(&one).await;
        visitor.wait_until_signed_in().await;
        visitor.stands_alone(replaced.access_token.expose()).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_popup_and_full_page_logins_stay_separate() {
    visit(Setting::default(), async |visitor: Visitor| {
        visitor.open_demo().await;
        let popup = visitor.begin_popup_login().await;
        let page = visitor.open_tab().await;
        visitor.go("/").await;
        visitor.wait_for_status("signed-out").await;
        visitor.click_and_leave("#sign-in-page").await;
        visitor.approve().await;
        visitor.wait_for_status("signed-in").await;
        let replaced = visitor.session().await;
        assert_eq!(visitor.keys("stagepass/login/").await.len(), 1, "the popup's is under way");
        visitor.turn_to(&popup).await;
        visitor.approve().await;
        visitor.wait_until_closed(&popup, &page).await;
        visitor.turn_to_app().await;
        visitor.wait_until_signed_in().await;
        visitor.stands_alone(replaced.access_token.expose()).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn reloaded_app_accepts_approval_in_both_popups() {
    visit(Setting::default(), async |visitor: Visitor| {
        visitor.open_demo().await;
        let left = visitor.begin_popup_login().await;
        visitor.turn_to_app().await;
        let app = visitor.window().await;
        visitor.reload().await;
        visitor.wait_for_status("signed-out").await;
        let popup = visitor.click_and_turn_to_popup("#sign-in-popup").await;
        visitor.wait_for_page("consent").await;
        visitor.turn_to(&left).await;
        visitor.approve().await;
        visitor.wait_until_closed(&left, &app).await;
        let replaced = visitor.session().await;
        visitor.turn_to(&popup).await;
        visitor.approve().await;
        visitor.wait_until_closed(&popup, &app).await;
        visitor.wait_until_signed_in().await;
        visitor.stands_alone(replaced.access_token.expose()).await;
    })
    .await;
}

trait TwoLoginSteps {
    /// There were two logins. One session is left, and good; the other's token is not.
    async fn stands_alone(&self, replaced: &str);
}

impl TwoLoginSteps for Visitor {
    async fn stands_alone(&self, replaced: &str) {
        assert_eq!(self.site.token_requests(), 2);
        self.site.service_proxy.requests.wait_for("POST /v1/oauth/revoke", 1).await;
        assert_eq!(self.site.revocations(), 1);
        assert_eq!(self.keys("stagepass/session/").await.len(), 1);
        assert!(self.keys("stagepass/login/").await.is_empty());
        let session = self.session().await;
        assert_eq!(self.site.me_with(session.access_token.expose()).await, 200);
        assert_eq!(self.site.me_with(replaced).await, 401);
    }
}
