//! A person on the service's pages.

use thirtyfour::By;

use super::{Deadline, Visitor};
use crate::service::{HANDLE, PASSWORD};

impl Visitor {
    /// Waits for a page of the service's: `sign-in`, `consent`, `error`.
    pub async fn wait_for_page(&self, page: &str) {
        self.wait_until(&format!("document.body?.dataset.page === {page:?}")).await;
    }

    /// Signs in at the service, as far as its question. Whom it knows already it asks at once.
    pub async fn sign_in_at_service(&self) {
        self.wait_until("['sign-in', 'consent'].includes(document.body?.dataset.page)").await;
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
        self.wait_until("document.body?.dataset.page !== 'sign-in'").await;
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
            self.fill_in(&format!("[name={field}]"), value).await;
        }
        self.click(button).await;
    }

    /// Says yes, and waits until the page goes, or its window.
    pub async fn approve(&self) {
        self.decide("approve").await;
    }

    /// Says no, likewise.
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

    /// Clicks on a control that its page guards (see `assets/guard.js`), until the guard has let a click through. It is inert until a hand has been on the
    /// page for half a second, and again once the window has lost the focus: to another browser that is driven on the same screen, for instance.
    pub(super) async fn act(&self, css: &str) {
        let deadline = Deadline::with(css);
        // The guard keeps from the control what does not count.
        self.run::<()>(&format!(
            "const control = document.querySelector({css:?});
             control.hasActed = false;
             control.onclick = () => {{ control.hasActed = true; }};"
        ))
        .await;
        // Once it has acted, another page may be there, or none.
        let look = format!(
            "const control = document.querySelector({css:?});
             return control?.hasActed === false ? control.disabled : null"
        );
        while let Some(Some(is_inert)) = self.ask::<Option<bool>>(&look).await {
            self.press(if is_inert { "h1" } else { css }).await;
            deadline.pause().await;
        }
    }

    /// Whether the page guards this control.
    pub(super) async fn is_guarded(&self, css: &str) -> bool {
        self.ask(&format!("return !!document.querySelector({css:?})?.matches('[data-act]')")).await == Some(true)
    }

    /// Whether this is a control of the service's that its page keeps disabled (see `assets/guard.js`).
    pub(super) async fn is_inert(&self, css: &str) -> bool {
        let script = format!(
            "const control = document.querySelector({css:?}); return !!control?.matches('[data-act]:disabled')"
        );
        self.ask(&script).await == Some(true)
    }

    /// Waits until such a control is enabled. Some browsers do not report the focus while they are driven: a click on the page shows it as well.
    pub async fn wait_until_armed(&self, css: &str) {
        let deadline = Deadline::with(css);
        while self.is_inert(css).await {
            self.press("h1").await;
            deadline.pause().await;
        }
    }

    /// Clicks where the page, or the window, may be gone by now.
    async fn press(&self, css: &str) {
        if let Ok(element) = self.driver.find(By::Css(css)).await {
            // Whether it counted is seen by what comes of it.
            let _ = element.click().await;
        }
    }
}
