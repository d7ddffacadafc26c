//! A person on the service's pages.

use super::Visitor;
use crate::service::{HANDLE, PASSWORD};

impl Visitor {
    /// Waits for a page of the service's: `sign-in`, `consent`, `error`.
    pub async fn wait_for_page(&self, page: &str) {
        self.wait_until(&format!("document.body?.dataset.page === {page:?}")).await;
    }

    /// Signs in at the service, as far as its question.
    pub async fn sign_in_at_service(&self) {
        self.wait_for_page("sign-in").await;
        for (field, value) in [("handle", HANDLE), ("password", PASSWORD)] {
            self.fill_in(&format!("[name={field}]"), value).await;
        }
        self.click("#sign-in").await;
        self.wait_for_page("consent").await;
    }

    /// Says yes. The button is inert until a hand has been on the page for half a second.
    pub async fn approve(&self) {
        self.wait_for_page("consent").await;
        self.click("h1").await;
        self.wait_until("!document.querySelector('#approve').disabled").await;
        self.click_and_leave("#approve").await;
    }

    /// Says no.
    pub async fn deny(&self) {
        self.wait_for_page("consent").await;
        self.click_and_leave("#deny").await;
    }
}
