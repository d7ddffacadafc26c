//! A window's history.

use std::time::Duration;

use tokio::time::sleep;

use super::{Deadline, Visitor};

/// Longer than a page that shows its result takes to navigate away by itself.
const LOOPS_WITHIN: Duration = Duration::from_secs(1);

impl Visitor {
    /// Goes back in the history.
    pub async fn back(&self) {
        self.driver.back().await.unwrap();
    }

    /// Goes forward in the history.
    pub async fn forward(&self) {
        self.driver.forward().await.unwrap();
    }

    /// Navigates without waiting. The window may navigate again at once, or close.
    pub async fn leave_for(&self, address: &str) {
        let _: Option<bool> = self.run(&format!("setTimeout(() => location.assign({address:?}))")).await;
    }

    /// Goes back to the first page, and returns all addresses on the way, the current one first.
    pub async fn addresses_behind(&self) -> Vec<String> {
        let mut addresses = vec![self.address().await];
        for _ in 1..self.run::<usize>("return history.length").await {
            self.back().await;
            self.wait_until_loaded("document.readyState === 'complete'").await;
            addresses.push(self.address().await);
        }
        addresses
    }

    /// Marks the page, to detect whether the browser restores it from its back/forward cache.
    pub async fn mark(&self) {
        let _: Option<bool> = self
            .run("window.isMarked = true; addEventListener('pageshow', (event) => { window.isRestored = event.persisted })")
            .await;
    }

    /// Whether the marked page came out of the back/forward cache.
    pub async fn is_restored(&self) -> bool {
        self.wait_until_loaded("document.readyState === 'complete'").await;
        self.run("return window.isMarked === true && window.isRestored === true").await
    }

    /// Checks that for a while no page of the app is loaded.
    pub async fn stays_as_it_is(&self) {
        let loads = || {
            let requests = self.site.pages_proxy.requests.all();
            requests
                .into_iter()
                .filter(|(request, _)| ["GET /", "GET /callback.html"].contains(&request.as_str()))
                .count()
        };
        let before = loads();
        sleep(LOOPS_WITHIN).await;
        assert_eq!(loads(), before, "pages are loaded again: {:?}", self.site.pages_proxy.requests.all());
    }

    /// Waits until the address is exactly this page of the app.
    pub async fn wait_for_address(&self, path: &str) {
        let address = format!("{}{path}", self.site.app());
        let deadline = Deadline::with(&address);
        while self.address().await != address {
            deadline.pause().await;
        }
    }
}
