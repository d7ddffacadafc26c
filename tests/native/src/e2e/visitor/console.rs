//! What the browser's console shows.

use super::{Browser, Visitor};

impl Visitor {
    /// The errors that the console of any window has shown since this was last asked: scripts' own, and the browser's about files that did not come and
    /// policies that were broken. Only Chromium's driver tells them; of the others there are none to hear.
    pub async fn console_errors(&self) -> Vec<String> {
        if Browser::from_environment() != Browser::Chromium {
            return vec![];
        }
        self.driver.browser_log().await.unwrap().into_iter().map(|entry| entry.message).collect()
    }
}
