//! Waits for a condition.

use std::time::Duration;

use tokio::time::{Instant, sleep};

use super::Visitor;

/// How long the user waits for anything.
const TIMEOUT: Duration = Duration::from_secs(30);

/// How often a condition is checked from outside of the page.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// The longest time that one script waits: less than a driver's timeout for scripts.
const LONGEST_SCRIPT: Duration = Duration::from_secs(5);

/// Checks `CONDITION` in the page for `MILLISECONDS`, so that each check is no command of the driver. Ends early if the
/// page is left, or if it is hidden, which delays its timers.
const WATCH: &str = "
    return new Promise((resolve) => {
        const end = performance.now() + MILLISECONDS;
        let timer;
        const finish = (result) => {
            clearTimeout(timer);
            removeEventListener('pagehide', leave);
            resolve(result);
        };
        const leave = () => finish(false);
        const look = () => {
            let result = false;
            try { result = !!(CONDITION); } catch {}
            if (result || document.hidden || performance.now() > end) finish(result);
            else timer = setTimeout(look, 20);
        };
        addEventListener('pagehide', leave);
        look();
    });";

impl Visitor {
    /// Waits until this expression is true in the page.
    pub async fn wait_until(&self, condition: &str) {
        if !self.becomes_true(condition, TIMEOUT).await {
            self.fail(condition).await;
        }
    }

    /// Returns whether this expression becomes true in the page within this time.
    pub async fn becomes_true(&self, condition: &str, within: Duration) -> bool {
        let milliseconds = within.min(LONGEST_SCRIPT).as_millis().to_string();
        self.poll(&WATCH.replace("MILLISECONDS", &milliseconds).replace("CONDITION", condition), within).await
    }

    /// Waits until this expression is true in another page, which has to load first. A script that waits in a page can
    /// keep that out of the back/forward cache, so this one does not.
    pub async fn wait_until_loaded(&self, condition: &str) {
        if !self.poll(&format!("return !!({condition})"), TIMEOUT).await {
            self.fail(condition).await;
        }
    }

    /// Runs a script until it returns true. During a navigation there may be no page.
    async fn poll(&self, script: &str, within: Duration) -> bool {
        let until = Instant::now() + within;
        while self.ask(script).await != Some(true) {
            if Instant::now() >= until {
                return false;
            }
            sleep(POLL_INTERVAL).await;
        }
        true
    }

    async fn fail(&self, condition: &str) {
        let shown: String = self.run("return document.body.innerText").await;
        panic!("{condition} did not come true; the page at {} shows:\n{shown}", self.address().await);
    }
}
