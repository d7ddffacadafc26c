//! Frozen pages.

use serde_json::json;

use super::Visitor;

impl Visitor {
    /// Freezes the page, as browsers do with background tabs. Only Chromium's driver can.
    pub async fn freeze(&self) {
        self.set_lifecycle_state("frozen").await;
    }

    /// Resumes the page.
    pub async fn wake(&self) {
        self.set_lifecycle_state("active").await;
    }

    async fn set_lifecycle_state(&self, state: &str) {
        self.driver.cdp().send_raw("Page.setWebLifecycleState", json!({ "state": state })).await.unwrap();
    }
}
