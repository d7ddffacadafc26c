//! Browsers that store nothing for the app, whose storage is full or partitioned.

use std::time::Duration;

use stagepass_e2e_tests::setting::{Setting, Storage};
use stagepass_e2e_tests::visit::visit;
use stagepass_e2e_tests::visitor::Visitor;

/// Longer than an access token lives.
const LONG: Duration = Duration::from_hours(2);

const FULL_PAGE: &str = "sp.oauth.login({ scope: 'read', display: 'fullScreen' })";

#[tokio::test(flavor = "multi_thread")]
async fn denied_storage_allows_popups_but_no_full_page() {
    visit(Setting { storage: Storage::Denied, ..Setting::client(&[]) }, async |visitor: Visitor| {
        visitor.open_client().await;
        assert!(is_denied_storage(&visitor).await);
        signs_in_for_as_long_as_the_page(&visitor).await;
        cannot_leave(&visitor).await;
        visitor.sign_in_client_by_popup().await;
        visitor.reload().await;
        visitor.wait_for_status("signed-out").await;
        assert_eq!(visitor.site.token_requests(), 2);
    })
    .await;
}

/// The storage becomes full before the user signs in, and while they are signed in. Once there is room, what is stored
/// is what counts.
#[tokio::test(flavor = "multi_thread")]
async fn full_storage_allows_popups_and_keeps_a_session() {
    visit(Setting::client(&[]), async |visitor: Visitor| {
        visitor.open_client().await;
        fill_storage(&visitor).await;
        cannot_leave(&visitor).await;
        visitor.sign_in_client_by_popup().await;
        visitor.wait_for_status("signed-in").await;
        assert!(visitor.keys("stagepass/").await.is_empty());
        visitor.run::<()>("localStorage.clear()").await;
        let refreshed = "await sp.oauth.getAccessToken({ forceRefresh: true })";
        assert_eq!(visitor.outcome(&format!("({refreshed}) === await sp.oauth.getAccessToken()")).await, Ok(true));
        visitor.reload().await;
        visitor.wait_for_status("signed-in").await;
        assert_eq!(visitor.site.token_requests(), 2);

        visitor.settles("sp.oauth.logout()").await.unwrap();
        fill_storage(&visitor).await;
        visitor.sign_in_client_by_popup().await;
        visitor.reload().await;
        visitor.wait_for_status("signed-out").await;

        visitor.run::<()>("localStorage.clear()").await;
        visitor.sign_in_client_by_popup().await;
        visitor.reload().await;
        visitor.wait_for_status("signed-in").await;
        let before = visitor.session_record().await;
        fill_storage(&visitor).await;
        // For the service alone: it refuses the token.
        visitor.site.clock.advance(LONG);
        assert_eq!(visitor.outcome("(await sp.fetch('me')).status").await, Ok(200));
        assert!(visitor.session_record().await != before, "the session is not refreshed");
        visitor.reload().await;
        visitor.wait_for_status("signed-in").await;
        assert_eq!(visitor.outcome("(await sp.fetch('me')).status").await, Ok(200));
        visitor.settles("sp.oauth.logout()").await.unwrap();
        assert!(visitor.keys("stagepass/").await.is_empty());
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn app_in_cross_site_frame_has_own_storage() {
    visit(Setting { storage: Storage::Partitioned, ..Setting::client(&[]) }, async |visitor: Visitor| {
        // The app's own window stays signed out.
        visitor.open_client().await;
        open_client_in_frame(&visitor).await;
        visitor.wait_for_status("signed-out").await;
        visitor.click("#popup").await;
        visitor.wait_until_popup_is_closed().await;
        visitor.turn_to_frame().await;
        visitor.wait_for_status("signed-in").await;
        assert_eq!(visitor.outcome("(await pending).user.handle").await, Ok("ada".to_owned()));
        assert_eq!(visitor.site.token_requests(), 1);
        open_client_in_frame(&visitor).await;
        visitor.wait_for_status("signed-in").await;
        visitor.open_client().await;
        visitor.wait_for_status("signed-out").await;
        assert!(visitor.keys("stagepass/").await.is_empty());
    })
    .await;
}

/// Signs in by popup, uses the session, and signs out. Nothing is stored.
async fn signs_in_for_as_long_as_the_page(visitor: &Visitor) {
    visitor.sign_in_client_by_popup().await;
    visitor.wait_for_status("signed-in").await;
    assert_eq!(visitor.outcome("sp.oauth.isAuthenticated()").await, Ok(true));
    assert_eq!(visitor.outcome("sp.oauth.hasScope('read')").await, Ok(true));
    assert_eq!(visitor.outcome("(await sp.oauth.getUser()).handle").await, Ok("ada".to_owned()));
    assert_eq!(visitor.outcome("(await sp.fetch('me')).status").await, Ok(200));
    assert!(visitor.keys("stagepass/session/").await.is_empty());
    let (tokens, revocations) = (visitor.site.token_requests(), visitor.site.revocations());
    visitor.settles("sp.oauth.logout()").await.unwrap();
    visitor.wait_for_status("signed-out").await;
    assert_eq!((visitor.site.token_requests(), visitor.site.revocations()), (tokens, revocations + 1));
}

/// A login by full page fails before it leaves.
async fn cannot_leave(visitor: &Visitor) {
    assert_eq!(visitor.settles(FULL_PAGE).await.unwrap_err().code, "storage_unavailable");
    visitor.wait_for_status("signed-out").await;
    assert_eq!(visitor.address().await, format!("{}/", visitor.site.app()));
}

/// Whether there is no localStorage: null, or an exception.
async fn is_denied_storage(visitor: &Visitor) -> bool {
    visitor
        .run("try { return window.localStorage === null } catch (error) { return error.name === 'SecurityError' }")
        .await
}

/// Leaves no room for a single character.
async fn fill_storage(visitor: &Visitor) {
    let name: String = visitor
        .run(
            "let failure = '';
             for (let length = 1 << 22; length; ) {
               try { localStorage.setItem('filler', (localStorage.filler ?? '') + 'x'.repeat(length)); }
               catch (error) { failure = error.name; length >>= 1; }
             }
             return failure;",
        )
        .await;
    assert_eq!(name, "QuotaExceededError");
}

/// Opens the page of another site's that shows the app in a frame, and turns to that.
async fn open_client_in_frame(visitor: &Visitor) {
    visitor.goto(&format!("{}/", visitor.site.frame())).await;
    visitor.turn_to_frame().await;
    visitor.wait_for_client().await;
}
