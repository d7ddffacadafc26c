//! No window opens, and the app has said that then the page may leave.

use stagepass_e2e_tests::pages::Pages;
use stagepass_e2e_tests::setting::Setting;
use stagepass_e2e_tests::visit::visit;
use stagepass_e2e_tests::visitor::Visitor;

/// What `window.open` is in environments without windows.
const WITHOUT_WINDOWS: [&str; 3] = ["() => null", "undefined", "() => { throw new Error('no windows here') }"];

#[tokio::test(flavor = "multi_thread")]
async fn failed_window_open_falls_back_to_full_page() {
    visit(Setting::client(&[]), async |visitor: Visitor| {
        for (logins, open) in (1..).zip(WITHOUT_WINDOWS) {
            visitor.open_client_that_may_leave().await;
            let _: Option<bool> = visitor.run(&format!("window.open = {open}")).await;
            visitor.click_and_leave("#popup").await;
            visitor.wait_until_back().await;
            assert_eq!(visitor.site.token_requests(), logins, "{open}");
            visitor.settles("sp.oauth.logout()").await.unwrap();
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn popup_blocker_falls_back_to_full_page_consent() {
    visit(
        Setting { pages: Pages::ClientOnly(&[]), whole_browser: true, ..Setting::default() },
        async |visitor: Visitor| {
            visitor.open_client_that_may_leave().await;
            // A script's click is nobody's.
            let _: Option<bool> = visitor.run("document.querySelector('#popup').click()").await;
            visitor.sign_in_at_service().await;
            assert_eq!(visitor.windows().await, 1);
            assert!(visitor.address().await.contains("display=fullScreen"));
            visitor.approve().await;
            visitor.wait_until_back().await;
            assert_eq!(visitor.site.token_requests(), 1);
        },
    )
    .await;
}

trait BlockedSteps {
    /// Opens a page whose click lets the page leave where no window opens.
    async fn open_client_that_may_leave(&self);

    /// Waits until the page has come back from the service, with nothing left behind.
    async fn wait_until_back(&self);
}

impl BlockedSteps for Visitor {
    async fn open_client_that_may_leave(&self) {
        self.open_client().await;
        let _: Option<bool> = self.run("window.options = { fallback: 'fullScreen' }").await;
    }

    async fn wait_until_back(&self) {
        self.wait_for_status("signed-in").await;
        assert_eq!(self.address().await, format!("{}/", self.site.app()));
        assert_eq!(self.windows().await, 1);
        assert!(self.keys("stagepass/login/").await.is_empty());
    }
}
