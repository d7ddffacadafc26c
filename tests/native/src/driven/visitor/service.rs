//! A person on the service's pages.

use thirtyfour::By;

use super::{Patience, Visitor};
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
        for (field, value) in [("handle", HANDLE), ("password", PASSWORD)] {
            self.fill_in(&format!("[name={field}]"), value).await;
        }
        self.click("#sign-in").await;
        self.wait_for_page("consent").await;
    }

    /// Says yes. The button is inert until a hand has been on the page for half a second, and again once the window has lost the focus: to another browser
    /// that is driven on the same screen, for instance.
    pub async fn approve(&self) {
        self.wait_for_page("consent").await;
        let patience = Patience::with("the consent to be taken");
        let mut has_pressed = false;
        // The page goes, or its window.
        while let Some(is_inert) =
            self.ask::<bool>("return document.querySelector('[data-act=approve]').disabled").await
        {
            if is_inert {
                self.press("h1").await;
                has_pressed = false;
            } else if !has_pressed {
                self.press("[data-act=approve]").await;
                has_pressed = true;
            }
            patience.pause().await;
        }
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
        let patience = Patience::with(css);
        while self.is_inert(css).await {
            self.press("h1").await;
            patience.pause().await;
        }
    }

    /// Clicks where the page, or the window, may be gone by now.
    async fn press(&self, css: &str) {
        if let Ok(element) = self.driver.find(By::Css(css)).await {
            // Whether it counted is seen by what comes of it.
            let _ = element.click().await;
        }
    }

    /// Says no.
    pub async fn deny(&self) {
        self.wait_for_page("consent").await;
        self.click_and_leave("[data-act=deny]").await;
    }
}
