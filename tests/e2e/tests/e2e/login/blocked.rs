//! No window opens, and the app has said that then the page may leave.

use stagepass_e2e_tests::pages::Pages;
use stagepass_e2e_tests::setting::Setting;
use stagepass_e2e_tests::visit::visit;
use stagepass_e2e_tests::visitor::Visitor;

#[tokio::test(flavor = "multi_thread")]
async fn popup_blocker_falls_back_to_full_page_consent() {
    let setting = Setting { pages: Pages::ClientOnly(&[]), whole_browser: true, ..Setting::default() };
    visit(setting, async |visitor: Visitor| {
        visitor.open_client().await;
        let _: Option<bool> = visitor.run("window.options = { fallback: 'fullScreen' }").await;
        // A script's click is nobody's.
        let _: Option<bool> = visitor.run("document.querySelector('#popup').click()").await;
        visitor.sign_in_at_service().await;
        assert_eq!(visitor.windows().await, 1);
        assert!(visitor.address().await.contains("display=fullScreen"));
        visitor.approve().await;
        visitor.wait_for_status("signed-in").await;
        assert_eq!(visitor.address().await, format!("{}/", visitor.site.app()));
        assert!(visitor.keys("stagepass/login/").await.is_empty());
        assert_eq!(visitor.site.token_requests(), 1);
    })
    .await;
}
