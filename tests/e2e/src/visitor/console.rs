//! The browser's console.

use super::{Browser, Visitor};

impl Visitor {
    /// Returns the console errors of all windows since the last call: of scripts, of missing files, of violated
    /// policies. Only Chromium's driver reports them. For other browsers this is empty.
    pub async fn console_errors(&self) -> Vec<String> {
        if Browser::from_environment() != Browser::Chromium {
            return vec![];
        }
        self.driver.browser_log().await.unwrap().into_iter().map(|entry| entry.message).collect()
    }
}
