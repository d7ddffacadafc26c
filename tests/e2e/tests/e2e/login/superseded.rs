//! A second login while one is open: the last click wins.

use stagepass_e2e_tests::pages::Pages;
use stagepass_e2e_tests::setting::Setting;
use stagepass_e2e_tests::visit::visit;
use stagepass_e2e_tests::visitor::Visitor;

#[tokio::test(flavor = "multi_thread")]
async fn second_click_closes_first_popup_and_signs_in() {
    visit(Setting { pages: Pages::ClientOnly(&[]), ..Setting::default() }, async |visitor: Visitor| {
        visitor.open_client().await;
        visitor.record_logins().await;
        let first = visitor.click_and_turn_to_popup("#popup").await;
        visitor.sign_in_at_service().await;
        visitor.turn_to_app().await;
        visitor.click("#popup").await;
        visitor.wait_until_closed(&first, &visitor.window().await).await;
        visitor.wait_for_logins(&["superseded", "pending"]).await;
        visitor.turn_to_popup().await;
        visitor.approve().await;
        visitor.wait_until_popup_is_closed().await;
        visitor.wait_for_logins(&["superseded", "signed-in"]).await;
        visitor.wait_for_status("signed-in").await;
        assert_eq!(visitor.heard().await, ["error superseded", "signed-in"]);
        assert_eq!(visitor.site.token_requests(), 1);
        assert_eq!(visitor.keys("stagepass/session/").await.len(), 1);
        // The first is still stored, like one whose window the user has closed.
        assert_eq!(visitor.keys("stagepass/login/").await.len(), 1);
    })
    .await;
}
