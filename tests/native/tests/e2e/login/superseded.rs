//! A second login while one is open: the last click wins.

use stagepass_native_tests::e2e::pages::Pages;
use stagepass_native_tests::e2e::setting::{Isolation, Setting};
use stagepass_native_tests::e2e::visit::visit;
use stagepass_native_tests::e2e::visitor::Visitor;

/// A listener who is asked, and a page on which one can click again while a login is open.
fn clickable(isolation: Isolation) -> Setting {
    Setting { pages: Pages::ClientOnly(&[]), isolation, ..Setting::default() }
}

/// Opens the page, and by a click the popup, as far as the service's question.
async fn begin_login(visitor: &Visitor) {
    visitor.open_client().await;
    visitor.record_logins().await;
    visitor.click("#popup").await;
    visitor.turn_to_popup().await;
    visitor.sign_in_at_service().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_click_closes_the_first_window_and_signs_in_by_the_second() {
    visit(clickable(Isolation::None), async |visitor: Visitor| {
        begin_login(&visitor).await;
        let first = visitor.window().await;
        visitor.turn_to_app().await;
        visitor.click("#popup").await;
        visitor.wait_until_closed(&first, &visitor.window().await).await;
        visitor.wait_for_logins(&["superseded", "pending"]).await;
        visitor.turn_to_popup().await;
        visitor.approve().await;
        visitor.wait_until_popup_is_closed().await;
        visitor.wait_for_logins(&["superseded", "signed-in"]).await;
        visitor.wait_for_status("signed-in").await;
        assert_eq!(visitor.site.token_requests(), 1);
        assert_eq!(visitor.keys("stagepass/session/").await.len(), 1);
        // The first is still stored, like one whose window the user has closed.
        assert_eq!(visitor.keys("stagepass/login/").await.len(), 1);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_click_that_opens_no_window_leaves_the_first_alone() {
    visit(clickable(Isolation::None), async |visitor: Visitor| {
        begin_login(&visitor).await;
        visitor.turn_to_app().await;
        let _: Option<bool> = visitor.run("window.open = () => null").await;
        visitor.click("#popup").await;
        visitor.wait_for_logins(&["pending", "popup_blocked"]).await;
        visitor.turn_to_popup().await;
        visitor.approve().await;
        visitor.wait_until_popup_is_closed().await;
        visitor.wait_for_logins(&["signed-in", "popup_blocked"]).await;
        visitor.wait_for_status("signed-in").await;
        assert_eq!(visitor.site.token_requests(), 1);
        assert!(visitor.keys("stagepass/login/").await.is_empty(), "no transaction is left");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_first_window_that_cannot_be_closed_can_still_sign_in_and_so_can_the_second() {
    visit(clickable(Isolation::Service), async |visitor: Visitor| {
        begin_login(&visitor).await;
        let first = visitor.window().await;
        visitor.turn_to_app().await;
        let second = visitor.click_and_turn_to_popup("#popup").await;
        visitor.wait_for_page("consent").await;

        visitor.turn_to(&first).await;
        visitor.approve().await;
        // Without the app: its window would get the focus back, and assume that the second was closed.
        visitor.wait_until_closed(&first, &second).await;
        assert_eq!(visitor.site.token_requests(), 1);
        visitor.approve().await;
        visitor.wait_until_popup_is_closed().await;
        visitor.wait_until("logins[1] === 'signed-in'").await;
        // A popup that is cut off looks closed once the app has the focus again, perhaps before the second click.
        let first: String = visitor.outcome("logins[0]").await.unwrap();
        assert!(["superseded", "popup_closed"].contains(&first.as_str()), "{first}");
        visitor.wait_for_status("signed-in").await;
        assert_eq!(visitor.heard().await, [&format!("error {first}"), "signed-in", "signed-in"]);
        assert_eq!((visitor.site.token_requests(), visitor.site.revocations()), (2, 1));
        assert!(visitor.keys("stagepass/login/").await.is_empty(), "no transaction is left");
        let handle: String = visitor.outcome("(await sp.oauth.getUser()).handle").await.unwrap();
        assert_eq!(handle, "ada");
    })
    .await;
}
