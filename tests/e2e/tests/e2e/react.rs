//! An app of React's, in `StrictMode`, where every component is mounted, taken away and mounted once more.

use stagepass_e2e_tests::pages::Pages;
use stagepass_e2e_tests::setting::Setting;
use stagepass_e2e_tests::visit::visit;
use stagepass_e2e_tests::visitor::Visitor;

const ME: &str = "GET /v1/me";

/// Nothing was said on the console, and nothing was rejected.
async fn assert_no_problems(visitor: &Visitor) {
    assert_eq!(visitor.run::<Vec<String>>("return problems").await, Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn strict_mode_login_requests_token_and_user_once() {
    visit(Setting { pages: Pages::Strict, auto_consent: true, ..Setting::default() }, async |visitor: Visitor| {
        let me = || visitor.site.service_proxy.requests.count(ME);
        visitor.go("/").await;
        visitor.wait_for_status("signed-out").await;
        assert!(visitor.run::<bool>("return mounts === 2").await, "this is not StrictMode");
        visitor.click("#popup").await;
        visitor.wait_until("document.querySelector('#user')?.textContent === 'ada'").await;
        visitor.wait_for_status("signed-in").await;
        visitor.wait_until_popup_is_closed().await;
        assert_no_problems(&visitor).await;
        assert_eq!(visitor.site.token_requests(), 1);

        // A reloaded page has to ask the service. Components that are mounted again do not.
        let before = me();
        visitor.reload().await;
        visitor.wait_until("document.querySelector('#user')?.textContent === 'ada'").await;
        for _ in 0..3 {
            visitor.run::<()>("show(false)").await;
            visitor.wait_until("!document.querySelector('#user')").await;
            visitor.run::<()>("show(true)").await;
            visitor.wait_until("document.querySelector('#user')?.textContent === 'ada'").await;
        }
        assert_eq!((visitor.site.token_requests(), me() - before), (1, 1));
        visitor.sign_out().await;
        visitor.wait_until("document.querySelector('#user').textContent === ''").await;
        assert_no_problems(&visitor).await;
    })
    .await;
}
