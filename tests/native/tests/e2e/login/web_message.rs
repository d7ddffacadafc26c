//! `responseMode: "web_message"`: the service's page in the popup posts the response to the app.

use serde_json::json;
use stagepass_native_tests::e2e::auto_consent::SILENT_PAGE;
use stagepass_native_tests::e2e::foreign_server::ForeignServer;
use stagepass_native_tests::e2e::setting::{Isolation, Setting};
use stagepass_native_tests::e2e::visit::visit;
use stagepass_native_tests::e2e::visitor::Visitor;

const CALLBACK_PAGE: &str = "GET /callback.html";

/// Clicks, and waits until the user is signed in and the popup is closed. Returns the requests for the callback page.
async fn sign_in(visitor: &Visitor) -> usize {
    visitor.open_client().await;
    let _: Option<bool> = visitor.run("window.options = { responseMode: 'web_message' }").await;
    // Not the result of `login`: on a busy computer, a popup that is cut off may count as closed meanwhile.
    visitor.click("#popup").await;
    visitor.wait_for_status("signed-in").await;
    visitor.wait_until_popup_is_closed().await;
    assert_eq!(visitor.site.token_requests(), 1);
    assert!(visitor.keys("stagepass/login/").await.is_empty(), "no transaction is left");
    visitor.site.pages_proxy.requests.count(CALLBACK_PAGE)
}

#[tokio::test(flavor = "multi_thread")]
async fn posted_response_signs_in_without_the_callback_page() {
    visit(Setting::client(&[]), async |visitor: Visitor| {
        assert_eq!(sign_in(&visitor).await, 0);
        assert_eq!(visitor.console_errors().await, Vec::<String>::new());
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn app_that_is_cut_off_from_its_popup_is_signed_in_by_the_callback_page() {
    for isolation in [Isolation::App, Isolation::Service] {
        visit(Setting { isolation, ..Setting::client(&[]) }, async |visitor: Visitor| {
            // WebKit on a busy computer has loaded it twice. The code is exchanged once all the same.
            assert!(sign_in(&visitor).await > 0, "the service's page posts to no app");
        })
        .await;
    }
}

/// The app acknowledges too late. By then the popup shows the callback page, with the same response.
#[tokio::test(flavor = "multi_thread")]
async fn app_that_is_blocked_for_a_second_exchanges_the_code_once() {
    visit(Setting::client(&[]), async |visitor: Visitor| {
        visitor.open_client().await;
        let _: Option<bool> = visitor
            .run(
                "addEventListener('message', () => {
                   for (const end = Date.now() + 1000; Date.now() < end;);
                 }, { capture: true, once: true });
                 window.options = { responseMode: 'web_message' };",
            )
            .await;
        visitor.sign_in_client_by_popup().await;
        visitor.wait_for_status("signed-in").await;
        visitor.wait_until_popup_is_closed().await;
        assert_eq!(visitor.site.token_requests(), 1);
    })
    .await;
}

/// The pages know the state. The popup shows nothing yet.
#[tokio::test(flavor = "multi_thread")]
async fn forged_responses_are_ignored() {
    visit(Setting::client(&[]), async |visitor: Visitor| {
        let foreign = ForeignServer::start().await;
        let authorize = visitor.site.service_proxy.hold_next("GET /v1/oauth/authorize");
        visitor.open_client().await;
        visitor.record_logins().await;
        let _: Option<bool> = visitor
            .run(
                "window.options = { responseMode: 'web_message' };
                 window.letters = 0;
                 addEventListener('message', () => { window.letters += 1 });",
            )
            .await;
        visitor.click("#popup").await;
        visitor.wait_until("Object.keys(localStorage).some((key) => key.startsWith('stagepass/login/'))").await;
        let key = visitor.keys("stagepass/login/").await.pop().unwrap();
        let state = key.trim_start_matches("stagepass/login/");
        let base_url = visitor.site.base_url().to_owned();
        let service = base_url.trim_end_matches("/v1");
        let forged = json!({
            "type": "authorization_response",
            "response": { "code": "stolen", "state": state, "iss": base_url },
        });
        for address in [foreign.origin.clone(), format!("{service}{SILENT_PAGE}"), "/callback.html".to_owned()] {
            visitor.turn_to_app().await;
            post_from_frame(&visitor, &address, &forged.to_string()).await;
        }
        visitor.turn_to_app().await;
        visitor.wait_until("letters === 3").await;
        visitor.wait_for_logins(&["pending"]).await;
        assert_eq!(visitor.site.token_requests(), 0);
        drop(authorize);
        visitor.wait_for_logins(&["signed-in"]).await;
        assert_eq!(visitor.site.token_requests(), 1);
    })
    .await;
}

/// Shows this page in a frame of the app's, and posts this object from it to the app.
async fn post_from_frame(visitor: &Visitor, address: &str, object: &str) {
    let _: Option<bool> = visitor
        .run(&format!(
            "document.querySelector('iframe')?.remove();
             window.isFramed = false;
             const frame = document.createElement('iframe');
             frame.addEventListener('load', () => {{ window.isFramed = true; }});
             frame.src = {address:?};
             document.body.append(frame);"
        ))
        .await;
    visitor.wait_until("window.isFramed").await;
    visitor.turn_to_frame().await;
    let _: Option<bool> = visitor.run(&format!("parent.postMessage({object}, '*')")).await;
}
