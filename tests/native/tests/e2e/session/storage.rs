//! Browsers that keep nothing for the app, no more than there is, or that apart.

use stagepass_native_tests::e2e::setting::{Setting, Storage};
use stagepass_native_tests::e2e::visit::visit;
use stagepass_native_tests::e2e::visitor::Visitor;

#[tokio::test(flavor = "multi_thread")]
async fn where_storage_is_denied_a_popup_signs_in_for_as_long_as_the_page() {
    visit(Setting { storage: Storage::Denied, ..Setting::default() }, async |visitor: Visitor| {
        visitor.open_demo().await;
        assert!(visitor.is_denied_storage().await);
        visitor.sign_in_by_popup().await;
        visitor.wait_until_signed_in().await;
        visitor.click("#refresh-user").await;
        visitor.wait_until_signed_in().await;
        assert_eq!(visitor.site.token_requests(), 1);
        visitor.sign_out().await;
        assert_eq!(visitor.site.revocations(), 1);
        visitor.sign_in_by_popup().await;
        visitor.wait_until_signed_in().await;
        visitor.reload().await;
        visitor.wait_for_status("signed-out").await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn where_storage_is_denied_a_full_page_is_not_left_for_nothing() {
    visit(Setting { storage: Storage::Denied, ..Setting::default() }, async |visitor: Visitor| {
        visitor.open_demo().await;
        visitor.click("#sign-in-page").await;
        visitor.wait_for_error("storage_unavailable").await;
        visitor.wait_for_status("signed-out").await;
        assert_eq!(visitor.address().await, format!("{}/", visitor.site.app()));
        visitor.sign_in_by_popup().await;
        visitor.wait_until_signed_in().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn where_storage_is_full_a_popup_signs_in_and_a_full_page_is_not_left_for_nothing() {
    visit(Setting::default(), async |visitor: Visitor| {
        visitor.open_demo().await;
        visitor.fill_storage().await;
        visitor.click("#sign-in-page").await;
        visitor.wait_for_error("storage_unavailable").await;
        visitor.wait_for_status("signed-out").await;
        visitor.sign_in_by_popup().await;
        visitor.wait_until_signed_in().await;
        assert!(visitor.keys("stagepass/").await.is_empty());
        visitor.reload().await;
        visitor.wait_for_status("signed-out").await;

        visitor.run::<()>("localStorage.clear()").await;
        visitor.sign_in_by_popup().await;
        visitor.wait_until_signed_in().await;
        visitor.reload().await;
        visitor.wait_until_signed_in().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_outlasts_that_storage_gets_full() {
    visit(Setting::default(), async |visitor: Visitor| {
        visitor.sign_in().await;
        visitor.fill_storage().await;
        visitor.site.clock.advance(std::time::Duration::from_hours(2));
        visitor.click("#refresh-user").await;
        visitor.wait_until_signed_in().await;
        visitor.reload().await;
        visitor.wait_until_signed_in().await;
        visitor.sign_out().await;
        assert!(visitor.keys("stagepass/").await.is_empty());
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_app_in_another_sites_frame_signs_in_with_a_storage_of_its_own() {
    visit(Setting { storage: Storage::Partitioned, ..Setting::default() }, async |visitor: Visitor| {
        // The app's own window stays signed out.
        visitor.open_demo().await;
        visitor.open_demo_in_frame().await;
        visitor.wait_for_status("signed-out").await;
        visitor.sign_in_by_popup().await;
        visitor.turn_to_frame().await;
        visitor.wait_until_signed_in().await;
        assert_eq!(visitor.site.token_requests(), 1);
        visitor.open_demo_in_frame().await;
        visitor.wait_until_signed_in().await;
        visitor.open_demo().await;
        assert!(visitor.keys("stagepass/").await.is_empty());
    })
    .await;
}

trait StorageSteps {
    /// Whether there is no localStorage: null, or an exception.
    async fn is_denied_storage(&self) -> bool;

    /// Leaves no room for a single character.
    async fn fill_storage(&self);

    /// Opens the page of another site's that shows the app in a frame, and turns to that.
    async fn open_demo_in_frame(&self);
}

impl StorageSteps for Visitor {
    async fn is_denied_storage(&self) -> bool {
        self.run("try { return window.localStorage === null } catch (error) { return error.name === 'SecurityError' }")
            .await
    }

    async fn fill_storage(&self) {
        let name: String = self
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

    async fn open_demo_in_frame(&self) {
        self.goto(&format!("{}/", self.site.frame())).await;
        self.turn_to_frame().await;
    }
}
