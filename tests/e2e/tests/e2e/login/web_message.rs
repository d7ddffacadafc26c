//! `responseMode: "web_message"`: the service's page in the popup posts the response to the app.

use stagepass_e2e_tests::pages::Pages;
use stagepass_e2e_tests::setting::Setting;
use stagepass_e2e_tests::visit::visit;
use stagepass_e2e_tests::visitor::Visitor;

#[tokio::test(flavor = "multi_thread")]
async fn posted_response_signs_in_without_the_callback_page() {
    visit(Setting { pages: Pages::ClientOnly(&[]), ..Setting::default() }, async |visitor: Visitor| {
        visitor.open_client().await;
        let _: Option<bool> = visitor.run("window.options = { responseMode: 'web_message' }").await;
        visitor.click_and_turn_to_popup("#popup").await;
        visitor.sign_in_at_service().await;
        visitor.approve().await;
        visitor.wait_until_popup_is_closed().await;
        visitor.wait_for_status("signed-in").await;
        visitor.settles("(await pending).user").await.unwrap();
        assert_eq!(visitor.site.token_requests(), 1);
        assert_eq!(visitor.site.pages_proxy.requests.count("GET /callback.html"), 0);
        assert!(visitor.keys("stagepass/login/").await.is_empty(), "no transaction is left");
        assert_eq!(visitor.console_errors().await, Vec::<String>::new());
    })
    .await;
}
