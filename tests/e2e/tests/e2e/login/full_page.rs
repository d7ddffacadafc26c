//! Signing in by a page that leaves and comes back.

use stagepass_e2e_tests::site::Setting;
use stagepass_e2e_tests::visit::visit;
use stagepass_e2e_tests::visitor::Visitor;

#[tokio::test(flavor = "multi_thread")]
async fn approval_returns_to_app_signed_in() {
    visit(Setting::default(), async |visitor: Visitor| {
        visitor.open_demo().await;
        visitor.begin_full_page_login().await;
        assert!(visitor.address().await.contains("display=fullScreen"));
        visitor.approve().await;
        visitor.wait_until_signed_in().await;
        assert_eq!(visitor.address().await, format!("{}/", visitor.site.app()));
        assert_eq!(visitor.site.token_requests(), 1);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn back_after_query_response_does_not_replay_code() {
    visit(Setting::default(), async |visitor: Visitor| {
        visitor.open_demo().await;
        visitor.choose("responseMode", "query").await;
        visitor.sign_in_by_full_page().await;
        assert_eq!(visitor.address().await, format!("{}/", visitor.site.app()));
        visitor.back().await;
        visitor.wait_until("document.body").await;
        let address = visitor.address().await;
        assert!(!address.contains("?code=") && !address.contains("&code="), "{address}");
        assert_eq!(visitor.site.token_requests(), 1);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn denial_is_shown_on_the_callback_page() {
    visit(Setting::default(), async |visitor: Visitor| {
        for mode in ["fragment", "query"] {
            visitor.go("/?from=here#list").await;
            visitor.wait_for_status("signed-out").await;
            visitor.choose("responseMode", mode).await;
            visitor.click_and_leave("#sign-in-page").await;
            if mode == "fragment" {
                visitor.sign_in_at_service().await;
            }
            visitor.deny().await;
            visitor.wait_for_error("access_denied").await;
            assert_eq!(visitor.address().await, format!("{}/callback.html", visitor.site.app()));
            assert!(visitor.keys("stagepass/").await.is_empty());
            visitor.click_and_leave("[role=alert] ~ a").await;
            visitor.wait_for_address("/?from=here#list").await;
            visitor.wait_for_status("signed-out").await;
        }
        assert_eq!(visitor.site.token_requests(), 0);
        visitor.open_demo().await;
        visitor.click_and_leave("#sign-in-page").await;
        visitor.approve().await;
        visitor.wait_until_signed_in().await;
    })
    .await;
}
