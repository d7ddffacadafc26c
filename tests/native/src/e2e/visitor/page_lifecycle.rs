//! Pages that the browser lets sleep.

use serde_json::json;

use super::Visitor;

impl Visitor {
    /// Freezes the page at hand, as browsers do with what nobody has looked at for long: nothing runs on it any more. Only Chromium's driver can.
    pub async fn freeze(&self) {
        self.set_lifecycle_state("frozen").await;
    }

    /// Lets it run again.
    pub async fn wake(&self) {
        self.set_lifecycle_state("active").await;
    }

    async fn set_lifecycle_state(&self, state: &str) {
        self.driver.cdp().send_raw("Page.setWebLifecycleState", json!({ "state": state })).await.unwrap();
    }
}
