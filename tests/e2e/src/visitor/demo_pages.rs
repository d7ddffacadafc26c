//! The user on the demo's pages.

use serde_json::json;
use stagepass_core::document::Json;
use stagepass_core::session::Session;
use stagepass_core_tests::service::{HANDLE, NAME};
use thirtyfour::WindowHandle;

use super::Visitor;
use crate::pages::EMPTY_PAGE;

impl Visitor {
    /// Opens the demo, and waits until it shows that the user is signed out.
    pub async fn open_demo(&self) {
        self.go("/").await;
        self.wait_for_status("signed-out").await;
    }

    /// Opens the demo in another tab.
    pub async fn open_demo_in_another_tab(&self) {
        self.open_tab().await;
        self.go("/").await;
    }

    /// Opens a page of the app.
    pub async fn go(&self, path: &str) {
        self.goto(&format!("{}{path}", self.site.app())).await;
    }

    /// Opens the demo with a session of the scope `read`, for tests that are not about the login. The browser is not
    /// signed in at the service.
    pub async fn sign_in(&self) {
        self.sign_in_to("read").await;
    }

    /// The same with this scope.
    pub async fn sign_in_to(&self, scope: &str) {
        let session = self.site.seed_session(scope).await;
        // No client runs there that would notice the session.
        self.go(EMPTY_PAGE).await;
        for (key, value) in session.entries {
            self.run::<()>(&format!("localStorage.setItem({}, {})", json!(key), json!(value))).await;
        }
        self.go("/").await;
        self.wait_until_signed_in().await;
    }

    /// Signs in by popup, from the click until the popup has closed.
    pub async fn sign_in_by_popup(&self) {
        self.begin_popup_login().await;
        self.approve().await;
        self.wait_until_popup_is_closed().await;
    }

    /// Opens the popup and signs in there, as far as the consent page. Returns the popup.
    pub async fn begin_popup_login(&self) -> WindowHandle {
        let popup = self.click_and_turn_to_popup("#sign-in-popup").await;
        self.sign_in_at_service().await;
        popup
    }

    /// Approves on the popup's consent page, and waits until the demo shows Ada.
    pub async fn finish_popup_login(&self) {
        self.approve().await;
        self.wait_until_popup_is_closed().await;
        self.wait_until_signed_in().await;
    }

    /// Signs in by full page, from the click until the demo shows Ada.
    pub async fn sign_in_by_full_page(&self) {
        self.begin_full_page_login().await;
        self.approve().await;
        self.wait_until_signed_in().await;
    }

    /// Leaves for the service and signs in there, as far as the consent page.
    pub async fn begin_full_page_login(&self) {
        self.click_and_leave("#sign-in-page").await;
        self.sign_in_at_service().await;
    }

    /// Signs out of the demo.
    pub async fn sign_out(&self) {
        self.click("#sign-out").await;
        self.wait_for_status("signed-out").await;
    }

    /// Begins a login by full page, even if already signed in, as far as the consent page.
    pub async fn begin_another_login(&self) {
        self.go("/").await;
        self.wait_until("['signed-in', 'signed-out'].includes(document.body?.dataset.status)").await;
        // The demo hides the button from signed-in users.
        self.run::<()>("document.querySelector('#sign-in-page').click()").await;
        self.sign_in_at_service().await;
    }

    /// Selects one of the demo's options.
    pub async fn choose(&self, option: &str, value: &str) {
        self.click(&format!("input[name={option}][value={value}]")).await;
    }

    /// Waits until the app's status is `signed-in`, `signed-out` or `busy`.
    pub async fn wait_for_status(&self, status: &str) {
        // On the body, or on the element of an example app.
        self.wait_until(&format!("document.querySelector('[data-status]')?.dataset.status === {status:?}")).await;
    }

    /// Waits until the demo shows that Ada is signed in.
    pub async fn wait_until_signed_in(&self) {
        self.wait_for_status("signed-in").await;
        let shown: [String; 2] = self
            .run("return [document.querySelector('#handle'), document.querySelector('#name')].map(e => e.innerText)")
            .await;
        assert!(shown[0].contains(HANDLE) && shown[1] == NAME, "{shown:?}");
        let left = self.keys("stagepass/login/").await;
        assert!(left.is_empty(), "{left:?}");
    }

    /// Waits until the page shows an error with this code and a sentence.
    pub async fn wait_for_error(&self, code: &str) {
        let alert = "document.querySelector('[role=alert]')";
        self.wait_until(&format!("{alert}?.textContent.includes({code:?})")).await;
        let words: String = self.run(&format!("return {alert}.textContent")).await;
        assert!(words.len() > code.len() + 20, "{words:?}");
    }

    /// The same for a failed login: the user is signed out, and nothing is stored.
    pub async fn wait_for_failed_login(&self, code: &str) {
        self.wait_for_error(code).await;
        self.wait_for_status("signed-out").await;
        assert!(self.keys("stagepass/").await.is_empty());
    }

    /// Returns the keys of localStorage with this prefix, sorted. Returns none if there is no localStorage.
    pub async fn keys(&self, prefix: &str) -> Vec<String> {
        self.run(&format!(
            "try {{ return Object.keys(localStorage).filter(key => key.startsWith({prefix:?})).sort() }} catch {{ return [] }}"
        ))
        .await
    }

    /// Returns the stored record of the session.
    pub async fn session_record(&self) -> String {
        self.run("return localStorage[Object.keys(localStorage).find(key => key.startsWith('stagepass/session/'))]")
            .await
    }

    /// Returns the stored session.
    pub async fn session(&self) -> Session {
        Session::from_record::<Json>(&self.session_record().await).expect("what is stored is a session")
    }
}
