//! `logout({ service: true })`: the user signs out of the app, and then of the service on its own page.

use stagepass_e2e_tests::setting::Setting;
use stagepass_e2e_tests::visit::visit;
use stagepass_e2e_tests::visitor::Visitor;

#[tokio::test(flavor = "multi_thread")]
async fn login_after_service_logout_asks_for_password() {
    visit(Setting { auto_consent: false, ..Setting::client(&[]) }, async |visitor: Visitor| {
        visitor.open_client().await;
        visitor.click("#popup").await;
        visitor.turn_to_popup().await;
        visitor.sign_in_at_service().await;
        visitor.approve().await;
        visitor.turn_to_app().await;
        assert_eq!(visitor.outcome("!!(await pending).user").await, Ok(true));
        visitor.start("sp.oauth.logout({ service: true })").await;
        visitor.wait_for_page("end-session").await;
        visitor.click_and_leave("[data-act=end-session]").await;
        visitor.wait_until("document.body?.dataset.status === 'signed-out'").await;
        assert_eq!(visitor.site.revocations(), 1);

        visitor.click("#popup").await;
        visitor.turn_to_popup().await;
        visitor.give_password().await;
        visitor.approve().await;
        visitor.turn_to_app().await;
        visitor.settles("(await pending).user").await.unwrap();
    })
    .await;
}
