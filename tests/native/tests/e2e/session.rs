//! Being signed in, and no longer.

mod bound;
mod calls;
mod kept;
mod refresh;
mod service_logout;
mod storage;
mod tabs;
mod traces;

use stagepass_native_tests::e2e::site::Setting;
use stagepass_native_tests::e2e::visit::visit;
use stagepass_native_tests::e2e::visitor::Visitor;

#[tokio::test(flavor = "multi_thread")]
async fn a_reload_changes_nothing() {
    visit(Setting::default(), async |visitor: Visitor| {
        visitor.sign_in().await;
        for _ in 0..2 {
            visitor.reload().await;
            visitor.wait_until_signed_in().await;
        }
        visitor.click("#refresh-user").await;
        visitor.wait_until_signed_in().await;
        assert_eq!(visitor.site.token_requests(), 1);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn signing_out_leaves_nothing_here_or_at_the_service() {
    visit(Setting::default(), async |visitor: Visitor| {
        visitor.sign_in().await;
        let session = visitor.session().await;
        visitor.sign_out().await;
        assert!(visitor.keys("stagepass/").await.is_empty());
        assert_eq!(visitor.site.revocations(), 1);
        let refused = visitor.site.refresh_with(session.refresh_token.expose()).await;
        assert_eq!(refused, (400, Some("invalid_grant".to_owned())));
        visitor.reload().await;
        visitor.wait_for_status("signed-out").await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn signing_out_in_one_tab_signs_out_the_other() {
    visit(Setting::default(), async |visitor: Visitor| {
        visitor.sign_in().await;
        visitor.open_demo_in_another_tab().await;
        visitor.wait_until_signed_in().await;
        visitor.sign_out().await;
        visitor.turn_to_app().await;
        visitor.wait_for_status("signed-out").await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_signs_out_can_sign_in_again_without_a_password() {
    visit(Setting::default(), async |visitor: Visitor| {
        visitor.sign_in().await;
        visitor.sign_out().await;
        visitor.click("#sign-in-popup").await;
        visitor.turn_to_popup().await;
        // The service remembers who this is, and asks all the same.
        visitor.finish_popup_login().await;
        assert_eq!(visitor.site.token_requests(), 2);
    })
    .await;
}
