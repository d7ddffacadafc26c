//! How an owner signs in on the page, stays signed in over a reload, and is signed out.

use serde_json::{Value, json};
use stagepass_core_tests::service::HANDLE;
use stagepass_e2e_tests::fault_proxy::Fault;
use stagepass_e2e_tests::visit::visit;
use stagepass_e2e_tests::visitor::Visitor;

use super::{asking, go_to, open_page, own_a_track, setting, wait_until_signed_out};

const AUTHORIZE: &str = "GET /v1/oauth/authorize";
const STORED: &str = "return [{ ...sessionStorage }, { ...localStorage }, document.cookie]";

/// Unknown `state`, wrong `iss`, a late response or a denial: the page shows why.
#[tokio::test(flavor = "multi_thread")]
async fn unexpected_authorization_response_does_not_sign_in() {
    visit(asking(), async |visitor: Visitor| {
        let page = format!("{}/owner", visitor.site.access());
        let alert = "document.querySelector('#sign-in-problem').textContent";
        visitor.goto(&format!("{page}?code=a-strangers&state=theirs&iss={}", visitor.site.base_url())).await;
        visitor.wait_until(&format!("{alert}.includes('not belong to a sign-in')")).await;
        assert_eq!(visitor.address().await, page);

        open_page(&visitor).await;
        visitor.click_and_leave("#sign-in").await;
        visitor.sign_in_at_service().await;
        let state: String = visitor.run("return new URL(location).searchParams.get('state')").await;
        let before = visitor.site.token_requests();
        visitor.goto(&format!("{page}?code=a-strangers&state={state}&iss=https://evil.example/v1")).await;
        visitor.wait_until(&format!("{alert}.includes('not from the service')")).await;
        // The answer has used up the trip: the right one does not count any more.
        visitor.goto(&format!("{page}?code=late&state={state}&iss={}", visitor.site.base_url())).await;
        visitor.wait_until(&format!("{alert}.includes('not belong to a sign-in')")).await;
        assert_eq!(visitor.site.token_requests(), before, "no code was exchanged");

        visitor.click_and_leave("#sign-in").await;
        visitor.deny().await;
        visitor.wait_until(&format!("{alert}.includes('did not approve')")).await;
    })
    .await;
}

/// Signing out ends it too, revokes the token and hides the tracks. Storage has only a flag.
#[tokio::test(flavor = "multi_thread")]
async fn owner_session_stays_in_memory_until_reload() {
    visit(setting(), async |visitor: Visitor| {
        own_a_track(&visitor).await;
        let kept: Value = visitor.run(STORED).await;
        assert_eq!(kept, json!([{ "stagepass-owner-signed-in": HANDLE }, {}, ""]));
        let before = visitor.site.revocations();
        visitor.click("#sign-out").await;
        visitor.wait_until("document.activeElement.id === 'sign-in'").await;
        assert_eq!(visitor.site.revocations(), before + 1);
        let shown: String = visitor.run("return document.body.innerText").await;
        assert!(shown.contains("You are signed out.") && !shown.contains("Tape 1"), "{shown}");

        visitor.reload().await;
        wait_until_signed_out(&visitor).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn owner_stays_signed_in_over_reloads() {
    visit(setting(), async |visitor: Visitor| {
        own_a_track(&visitor).await;
        go_to(&visitor, "groups").await;
        for _ in 0..2 {
            let before = visitor.site.service_proxy.requests.count(AUTHORIZE);
            visitor.reload().await;
            let shown =
                "document.querySelector('#place-groups .making') && !document.querySelector('#signed-in').hidden";
            visitor.wait_until_loaded(shown).await;
            assert_eq!(visitor.address().await, format!("{}/owner#groups", visitor.site.access()));
            assert_eq!(visitor.site.service_proxy.requests.count(AUTHORIZE), before + 1);
            let stored: Value = visitor.run(STORED).await;
            assert_eq!(stored, json!([{ "stagepass-owner-signed-in": HANDLE }, {}, ""]));
        }
    })
    .await;
}

/// The page asks the service once, which sends the error back, because this browser has signed in as this user.
#[tokio::test(flavor = "multi_thread")]
async fn owner_signed_out_of_service_is_signed_out() {
    visit(asking(), async |visitor: Visitor| {
        open_page(&visitor).await;
        visitor.click_and_leave("#sign-in").await;
        visitor.sign_in_at_service().await;
        visitor.approve().await;
        visitor.wait_until_loaded("document.querySelector('#place-tracks .content')?.childElementCount").await;
        visitor.goto(&format!("{}/account", visitor.site.base_url())).await;
        visitor.click_and_leave("[data-act=sign-out]").await;
        visitor.wait_for_page("sign-in").await;

        let before = visitor.site.service_proxy.requests.count(AUTHORIZE);
        visitor.goto(&format!("{}/owner", visitor.site.access())).await;
        wait_until_signed_out(&visitor).await;
        let page = format!("{}/owner", visitor.site.access());
        assert_eq!(visitor.address().await, page, "no error is left");
        assert!(visitor.run::<bool>("return document.querySelector('#sign-in-problem').hidden").await);
        assert_eq!(visitor.run::<Value>(STORED).await, json!([{}, {}, ""]));
        visitor.reload().await;
        wait_until_signed_out(&visitor).await;
        assert_eq!(visitor.site.service_proxy.requests.count(AUTHORIZE), before + 1, "it asks once");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn expired_sign_in_is_renewed_by_a_click() {
    visit(setting(), async |visitor: Visitor| {
        let track = own_a_track(&visitor).await;
        let refused = |status| Fault::Answer { status, content_type: "application/json", body: "{}" };
        let user = visitor.site.owner(HANDLE).await.user_id;
        visitor.site.service_proxy.inject_next(1, &format!("GET /v1/users/{user}/tracks"), refused(401));
        visitor.site.service_proxy.inject_next(1, "POST /v1/oauth/token", refused(400));
        visitor.click("[data-load=tracks]").await;
        visitor.wait_until("document.querySelector('#place-tracks .alert').textContent.includes('has expired')").await;
        visitor.click_and_leave("#place-tracks .alert button").await;
        visitor.wait_until_loaded(&format!("document.querySelector('[data-change=\"{track}\"]')")).await;
    })
    .await;
}
