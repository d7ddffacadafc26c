//! How the popup's answer gets to the app, and which page exchanges its code.

use stagepass_native_tests::e2e::setting::{Isolation, Setting};
use stagepass_native_tests::e2e::visit::visit;
use stagepass_native_tests::e2e::visitor::Visitor;

/// The service's pages and the app's do not see each other.
fn isolated() -> Setting {
    Setting { isolation: Isolation::Service, ..Setting::default() }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_answer_is_posted_to_the_apps_own_origin_and_to_no_other() {
    visit(Setting::default(), async |visitor: Visitor| {
        visitor.open_demo().await;
        // The popup calls this function of its opener's: by then both are of one origin.
        let _: Option<bool> = visitor
            .run(
                "const post = window.postMessage; window.targets = [];
                 window.postMessage = (text, target, ...rest) => {
                   window.targets.push(typeof target === 'string' ? target : JSON.stringify(target));
                   post.call(window, text, target, ...rest);
                 };",
            )
            .await;
        visitor.sign_in_by_popup().await;
        visitor.wait_until_signed_in().await;
        let targets: Vec<String> = visitor.run("return window.targets").await;
        assert!(!targets.is_empty());
        assert!(targets.iter().all(|target| target == visitor.site.app()), "{targets:?}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_app_that_is_blocked_as_the_answer_comes_signs_in_once_it_wakes() {
    visit(Setting::default(), async |visitor: Visitor| {
        visitor.open_demo().await;
        // Before the sign-in's own listener hears of the message, the page is stuck for five seconds.
        let _: Option<bool> = visitor
            .run(
                "addEventListener('message', () => {
                   for (const end = Date.now() + 5000; Date.now() < end;);
                   window.wasBlocked = true;
                 }, { capture: true, once: true });",
            )
            .await;
        visitor.sign_in_by_popup().await;
        visitor.wait_until_signed_in().await;
        assert!(visitor.run::<bool>("return window.wasBlocked").await);
        assert_eq!(visitor.site.token_requests(), 1);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_app_that_is_cut_off_from_its_popup_hears_of_it_all_the_same() {
    visit(isolated(), async |visitor: Visitor| {
        visitor.open_demo().await;
        visitor.begin_popup_login().await;
        assert!(visitor.run::<bool>("return window.opener === null").await);
        visitor.finish_popup_login().await;
        assert_eq!(visitor.site.token_requests(), 1);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_popup_whose_app_is_blocked_finishes_alone_and_the_app_adopts_its_session() {
    visit(isolated(), async |visitor: Visitor| {
        visitor.open_demo().await;
        visitor.begin_popup_login().await;
        visitor.turn_to_app().await;
        let _: Option<bool> = visitor
            .run(
                "setTimeout(() => {
                   for (const end = Date.now() + 8000; Date.now() < end;);
                   window.wasBlocked = true;
                 }, 200);",
            )
            .await;
        visitor.turn_to_popup().await;
        visitor.approve().await;
        // It waits two seconds for an answer: time to check that neither code nor state is in the address bar.
        visitor.wait_for_address("/callback.html").await;
        visitor.wait_until_popup_is_closed().await;
        assert_eq!(visitor.site.token_requests(), 1, "the popup has exchanged the code");
        visitor.wait_until("window.wasBlocked").await;
        visitor.wait_until_signed_in().await;
        assert_eq!(visitor.site.token_requests(), 1);
    })
    .await;
}
