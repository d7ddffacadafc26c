//! A person who comes back from the popup.

use std::time::Duration;

use tokio::time::{Instant, sleep};

use super::Visitor;

/// How soon the app has to say that the popup was closed.
const PROMPTLY: Duration = Duration::from_secs(3);

/// How long a person waits before they click again.
const CLICKS_EVERY: Duration = Duration::from_millis(500);

impl Visitor {
    /// Closes the popup, comes back to the demo, and is told in time that it was closed. Nothing else is done: the app has seen the popup open for long enough
    /// to believe its own eyes.
    pub async fn closes_the_popup_and_is_told(&self) {
        let closed = Instant::now();
        self.close_window().await;
        self.is_told(closed, "without a click").await;
    }

    /// Comes back to the demo while the popup is there or not, clicks where a click does nothing, more than once if need be, and is told in time that it was closed.
    ///
    /// A browser without a screen says of each of its windows that it has the focus. By the click the page sees that the person is back.
    pub async fn comes_back_and_is_told(&self) {
        self.turn_to_app().await;
        let back = Instant::now();
        // A click may come to nothing while another window is going. A person clicks again.
        while !self.sees_that_it_was_closed().await && back.elapsed() < PROMPTLY {
            self.click("#lead").await;
            sleep(CLICKS_EVERY).await;
        }
        self.is_told(back, "with a click").await;
    }

    async fn sees_that_it_was_closed(&self) -> bool {
        self.run("return !!document.querySelector('[role=alert]')?.textContent.includes('popup_closed')").await
    }

    async fn is_told(&self, since: Instant, how: &str) {
        self.wait_for_error("popup_closed").await;
        let elapsed = since.elapsed();
        println!("told after {elapsed:.2?}, {how}");
        assert!(elapsed < PROMPTLY, "told after {elapsed:?}, {how}");
        self.wait_for_status("signed-out").await;
    }
}
