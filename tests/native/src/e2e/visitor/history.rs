//! Where a window has been, and goes again.

use std::time::Duration;

use tokio::time::sleep;

use super::{Deadline, Visitor};

/// Longer than a page that sends itself on would stand still.
const LOOPS_WITHIN: Duration = Duration::from_secs(3);

impl Visitor {
    /// Goes back to the page before.
    pub async fn back(&self) {
        self.driver.back().await.unwrap();
    }

    /// Goes forward again.
    pub async fn forward(&self) {
        self.driver.forward().await.unwrap();
    }

    /// Begins to go to this address, from whose page the window may go on at once, or close.
    pub async fn leave_for(&self, address: &str) {
        let _: Option<bool> = self.run(&format!("setTimeout(() => location.assign({address:?}))")).await;
    }

    /// Goes back by as many pages as the page can go, and gives what the address bar has shown on the way, the present page first.
    pub async fn addresses_behind(&self) -> Vec<String> {
        let mut addresses = vec![self.address().await];
        for _ in 1..self.run::<usize>("return history.length").await {
            self.back().await;
            self.wait_until("document.readyState === 'complete'").await;
            addresses.push(self.address().await);
        }
        addresses
    }

    /// Leaves a mark on the page, by which it is known again where the browser has kept it as it was, and not loaded it anew.
    pub async fn mark(&self) {
        let _: Option<bool> = self
            .run("window.isMarked = true; addEventListener('pageshow', (event) => { window.isRestored = event.persisted })")
            .await;
    }

    /// Whether the page came out of the browser's cache for the back button, as it was.
    pub async fn is_restored(&self) -> bool {
        self.wait_until("document.readyState === 'complete'").await;
        self.run("return window.isMarked === true && window.isRestored === true").await
    }

    /// Stays for a while, in which no page of the app's is loaded.
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

    /// Waits until this page of the app's is shown, with nothing more in the address.
    pub async fn wait_for_address(&self, path: &str) {
        let address = format!("{}{path}", self.site.app());
        let deadline = Deadline::with(&address);
        while self.address().await != address {
            deadline.pause().await;
        }
    }
}
