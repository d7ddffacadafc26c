//! `logout({ service: true })`: the user signs out of the app, and then of the service on its own page.

use stagepass_e2e_tests::setting::Setting;
use stagepass_e2e_tests::visit::visit;
use stagepass_e2e_tests::visitor::{Refusal, Visitor};

/// Signs in by popup on the service's pages, to the app with this configuration.
async fn sign_in(visitor: &Visitor, config: &str) {
    let _: Option<bool> = visitor.run(&format!("begin({config})")).await;
    visitor.click("#popup").await;
    visitor.turn_to_popup().await;
    visitor.sign_in_at_service().await;
    visitor.approve().await;
    visitor.turn_to_app().await;
    assert_eq!(visitor.outcome("!!(await pending).user").await, Ok(true));
}

/// The other app's session ends if the operator has set that (`--sign-out-apps`).
#[tokio::test(flavor = "multi_thread")]
async fn login_after_service_logout_asks_for_password() {
    for sign_out_apps in [false, true] {
        let setting = Setting { auto_consent: false, sign_out_apps, ..Setting::client(&[]) };
        visit(setting, async move |visitor: Visitor| {
            visitor.open_client().await;
            let other = format!("{{ apiKey: '{}' }}", visitor.site.register_app().await);
            sign_in(&visitor, &other).await;
            sign_in(&visitor, "").await;
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

            let _: Option<bool> = visitor.run(&format!("begin({other})")).await;
            let refreshed: Result<String, Refusal> =
                visitor.outcome("sp.oauth.getAccessToken({ forceRefresh: true })").await;
            match refreshed {
                Ok(_) => assert!(!sign_out_apps, "the setting ends other sessions"),
                Err(refusal) => assert_eq!((refusal.code.as_str(), sign_out_apps), ("session_expired", true)),
            }
        })
        .await;
    }
}
