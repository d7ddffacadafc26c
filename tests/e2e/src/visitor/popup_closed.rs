//! The user who closes the popup, or returns to the app.

use std::time::Duration;

use tokio::time::{Instant, sleep};

use super::Visitor;

/// How soon the app must report the closed popup: three seconds, and two for a busy machine.
const PROMPTLY: Duration = Duration::from_secs(5);

/// How long the user waits before they click again.
const CLICKS_EVERY: Duration = Duration::from_millis(500);

impl Visitor {
    /// Makes the current page's clock run 20 times as fast, until the page is left. While the user signs in at the
    /// service, a popup then has been open for long.
    pub async fn speed_up_clock(&self) {
        let _: Option<bool> =
            self.run("const { now } = Date, start = now(); Date.now = () => start + 20 * (now() - start);").await;
    }

    /// Closes the popup, and checks that the demo reports `popup_closed` in time, without a click: the app has seen the
    /// popup open for long enough.
    pub async fn closes_the_popup_and_sees_error(&self) {
        let closed = Instant::now();
        self.close_window().await;
        self.sees_error(closed, "without a click").await;
    }

    /// Returns to the demo, clicks where nothing happens, and checks that it reports `popup_closed` in time.
    ///
    /// In a headless browser every window has the focus, so the click shows the page that the user is back.
    pub async fn comes_back_and_sees_error(&self) {
        self.turn_to_app().await;
        let back = Instant::now();
        // A click may get lost while another window closes, so the user clicks again.
        while !self.sees_that_it_was_closed().await && back.elapsed() < PROMPTLY {
            self.click("#lead").await;
            sleep(CLICKS_EVERY).await;
        }
        self.sees_error(back, "with a click").await;
    }

    async fn sees_that_it_was_closed(&self) -> bool {
        self.run("return !!document.querySelector('[role=alert]')?.textContent.includes('popup_closed')").await
    }

    async fn sees_error(&self, since: Instant, how: &str) {
        self.wait_for_error("popup_closed").await;
        let elapsed = since.elapsed();
        println!("told after {elapsed:.2?}, {how}");
        assert!(elapsed < PROMPTLY, "told after {elapsed:?}, {how}");
        self.wait_for_status("signed-out").await;
    }
}
