//! A page that is shown again: by the back button, out of the browser's cache.

use stagepass_e2e_tests::pages::Pages;
use stagepass_e2e_tests::setting::Setting;
use stagepass_e2e_tests::visit::visit;
use stagepass_e2e_tests::visitor::Visitor;

#[tokio::test(flavor = "multi_thread")]
async fn second_approval_after_back_keeps_the_session() {
    visit(Setting::default(), async |visitor: Visitor| {
        visitor.open_demo().await;
        visitor.sign_in_by_full_page().await;
        let session = visitor.session_record().await;
        // The consent page again. Its second response is to a login that has ended.
        visitor.back().await;
        visitor.approve().await;
        visitor.wait_until("document.querySelector('[role=status]')?.innerText.includes('You are signed in')").await;
        visitor.wait_for_address("/callback.html").await;
        visitor.stays_as_it_is().await;
        visitor.click_and_leave("[role] ~ a").await;
        visitor.wait_until_signed_in().await;
        assert!(visitor.session_record().await == session, "the session is another");
        assert_eq!(visitor.site.token_requests(), 1);
    })
    .await;
}

/// From the back/forward cache, it still shows its error. Loaded again, it has nothing to finish.
#[tokio::test(flavor = "multi_thread")]
async fn going_back_to_callback_page_changes_nothing() {
    visit(Setting { pages: Pages::ClientOnly(&[]), ..Setting::default() }, async |visitor: Visitor| {
        visitor.open_client().await;
        visitor.start("sp.oauth.login({ scope: 'read', display: 'fullScreen' })").await;
        visitor.sign_in_at_service().await;
        visitor.deny().await;
        visitor.wait_for_error("access_denied").await;
        visitor.mark().await;
        visitor.click_and_leave("[role] ~ a").await;
        visitor.wait_for_status("signed-out").await;
        visitor.back().await;
        let is_restored = visitor.is_restored().await;
        println!("the callback page came out of the browser's cache: {is_restored}");
        visitor.wait_for_address("/callback.html").await;
        let role = if is_restored { "alert" } else { "status" };
        visitor.wait_until(&format!("document.querySelector('[role={role}]')")).await;
        visitor.stays_as_it_is().await;
        visitor.forward().await;
        visitor.wait_for_status("signed-out").await;
        visitor.wait_for_address("/").await;
        assert_eq!(visitor.site.token_requests(), 0);
        assert!(visitor.keys("stagepass/").await.is_empty());
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn page_restored_from_cache_has_current_session() {
    visit(Setting::client(&[]), async |visitor: Visitor| {
        visitor.open_client().await;
        visitor.mark().await;
        visitor.go("/?page=another").await;
        visitor.wait_for_client().await;
        visitor.sign_in_client_by_popup().await;
        visitor.wait_until_popup_is_closed().await;
        visitor.back().await;
        println!("the page came out of the browser's cache: {}", visitor.is_restored().await);
        visitor.wait_for_status("signed-in").await;
        assert_eq!(visitor.address().await, format!("{}/", visitor.site.app()));
        visitor.settles("sp.oauth.logout()").await.unwrap();
        visitor.forward().await;
        visitor.wait_for_status("signed-out").await;
        assert_eq!(visitor.site.token_requests(), 1);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn back_from_sign_in_page_allows_another_login() {
    visit(Setting::default(), async |visitor: Visitor| {
        visitor.open_demo().await;
        visitor.mark().await;
        visitor.click_and_leave("#sign-in-page").await;
        visitor.wait_for_page("sign-in").await;
        visitor.back().await;
        println!("the app's page came out of the browser's cache: {}", visitor.is_restored().await);
        visitor.wait_for_status("signed-out").await;
        visitor.sign_in_by_popup().await;
        visitor.wait_for_status("signed-in").await;
        assert_eq!(visitor.site.token_requests(), 1);
        // The login that was left unfinished can still be finished, and no more than that is left of it.
        assert_eq!(visitor.keys("stagepass/login/").await.len(), 1);
        visitor.forward().await;
        visitor.wait_until("document.body?.dataset.page").await;
        visitor.sign_in_at_service().await;
        visitor.approve().await;
        visitor.wait_until_signed_in().await;
        assert_eq!((visitor.site.token_requests(), visitor.site.revocations()), (2, 1));
    })
    .await;
}
