//! The user on the service's pages.

use std::time::Duration;

use stagepass_core_tests::service::{HANDLE, PASSWORD};
use thirtyfour::By;

use super::{Deadline, Visitor};

/// How often the user clicks on a page whose control stays disabled: longer than the guard takes to enable it.
const CLICK_INTERVAL: Duration = Duration::from_secs(1);

impl Visitor {
    /// Waits for a page of the service: `sign-in`, `consent`, `error`.
    pub async fn wait_for_page(&self, page: &str) {
        self.wait_until_loaded(&format!("document.body?.dataset.page === {page:?}")).await;
    }

    /// Signs in at the service, as far as the consent page. A signed-in user is there at once.
    pub async fn sign_in_at_service(&self) {
        self.wait_until_loaded("['sign-in', 'consent'].includes(document.body?.dataset.page)").await;
        if self.run("return document.body.dataset.page === 'consent'").await {
            return;
        }
        self.give_password().await;
        self.wait_for_page("consent").await;
    }

    /// Signs in as Ada on the sign-in page, and waits until that is left.
    pub async fn give_password(&self) {
        self.wait_for_page("sign-in").await;
        self.send_form("#sign-in", &[("handle", HANDLE), ("password", PASSWORD)]).await;
        self.wait_until_loaded("document.body?.dataset.page !== 'sign-in'").await;
    }

    /// Creates an account, from the sign-in page on.
    pub async fn sign_up(&self, handle: &str, name: &str) {
        self.wait_for_page("sign-in").await;
        self.click("a[href*='/sign-up']").await;
        self.wait_for_page("sign-up").await;
        self.send_form("#sign-up", &[("handle", handle), ("name", name), ("password", PASSWORD)]).await;
    }

    async fn send_form(&self, button: &str, fields: &[(&str, &str)]) {
        for (field, value) in fields {
            let css = format!("[name={field}]");
            self.fill_in(&css, value).await;
            // The driver of WebKitGTK may lose a key on a busy machine. No script of these pages changes a field.
            if self.value_of(&css).await != *value {
                self.empty(&css).await;
                self.fill_in(&css, value).await;
            }
            assert_eq!(self.value_of(&css).await, *value, "{css} has what was typed");
        }
        self.click(button).await;
    }

    async fn value_of(&self, css: &str) -> String {
        self.run(&format!("return document.querySelector({css:?}).value")).await
    }

    /// Approves, and waits until the page is left or its window closes.
    pub async fn approve(&self) {
        self.decide("approve").await;
    }

    /// Denies, likewise.
    pub async fn deny(&self) {
        self.decide("deny").await;
    }

    async fn decide(&self, decision: &str) {
        self.wait_for_page("consent").await;
        self.act(&format!("[data-act={decision}]")).await;
        let deadline = Deadline::with("the decision to be taken");
        while self.ask("return document.body?.dataset.page === 'consent'").await == Some(true) {
            deadline.pause().await;
        }
    }

    /// Clicks on a guarded control (see `assets/guard.js`) until a click takes effect. It is disabled until the user
    /// has been active for half a second, and again after the window loses the focus, for example to another browser.
    pub(super) async fn act(&self, css: &str) {
        let deadline = Deadline::with(css);
        // Clicks that the guard blocks do not reach the control.
        self.run::<()>(&format!(
            "const control = document.querySelector({css:?});
             control.hasActed = false;
             control.onclick = () => {{ control.hasActed = true; }};"
        ))
        .await;
        // After it has acted, another page may be open, or none.
        let look = format!(
            "const control = document.querySelector({css:?});
             return control?.hasActed === false ? control.disabled : null"
        );
        while let Some(Some(is_inert)) = self.ask::<Option<bool>>(&look).await {
            if is_inert {
                self.wait_until_armed(css).await;
            } else {
                self.press(css).await;
                deadline.pause().await;
            }
        }
    }

    /// Whether this control is guarded.
    pub(super) async fn is_guarded(&self, css: &str) -> bool {
        self.ask(&format!("return !!document.querySelector({css:?})?.matches('[data-act]')")).await == Some(true)
    }

    /// Whether this is a guarded control that is disabled (see `assets/guard.js`).
    pub(super) async fn is_inert(&self, css: &str) -> bool {
        let script = format!(
            "const control = document.querySelector({css:?}); return !!control?.matches('[data-act]:disabled')"
        );
        self.ask(&script).await == Some(true)
    }

    /// Waits until a guarded control is enabled. Clicks on the page once in a while, because some browsers do not
    /// report the focus under WebDriver.
    pub async fn wait_until_armed(&self, css: &str) {
        let deadline = Deadline::with(css);
        let is_armed = format!("!document.querySelector({css:?})?.matches('[data-act]:disabled')");
        while self.is_inert(css).await {
            self.press("h1").await;
            if self.becomes_true(&is_armed, CLICK_INTERVAL).await {
                return;
            }
            deadline.pause().await;
        }
    }

    /// Clicks, even if the page or the window may be closed by now.
    async fn press(&self, css: &str) {
        if let Ok(element) = self.driver.find(By::Css(css)).await {
            // Later steps check the result.
            let _ = element.click().await;
        }
    }
}
