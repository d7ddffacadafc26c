//! A person on pages that have nothing but a client ([`Pages::ClientOnly`](crate::e2e::pages::Pages::ClientOnly)).

use std::fmt::Debug;
use std::time::Duration;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use thirtyfour::WindowHandle;
use tokio::time::{Instant, sleep};

use super::{POLL_INTERVAL, Visitor};

/// How long the news of a change may take from tab to tab.
const TIMEOUT: Duration = Duration::from_secs(10);

/// What a call was rejected with.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Refusal {
    /// Its code; where it is no `StagepassError`, its words.
    pub code: String,
    /// The status of the service's answer, where that was the reason.
    pub status: Option<u16>,
}

#[derive(Debug, Deserialize)]
struct Outcome<T> {
    value: Option<T>,
    refusal: Option<Refusal>,
}

/// One client on its page.
impl Visitor {
    /// Opens the page and waits until its client knows how things stand.
    pub async fn open_client(&self) {
        self.go("/").await;
        self.wait_for_client().await;
    }

    /// Waits until the page's client knows how things stand.
    pub async fn wait_for_client(&self) {
        self.wait_until("(document.body?.dataset.status ?? 'loading') !== 'loading'").await;
    }

    /// Opens the page and signs in: the listener agrees to everything ([`Setting::auto_consent`](crate::e2e::setting::Setting::auto_consent)).
    pub async fn sign_in_client(&self) {
        self.open_client().await;
        self.sign_in_again().await;
    }

    /// Signs in on a page that is open.
    pub async fn sign_in_again(&self) {
        self.start("sp.oauth.login({ scope: 'read', display: 'fullScreen' })").await;
        self.wait_for_status("signed-in").await;
    }

    /// Signs in by popup. The answer of that login has come by then.
    pub async fn sign_in_client_by_popup(&self) {
        let _: Option<bool> = self.run("window.pending = undefined").await;
        self.click("#popup").await;
        self.settles("(await pending).user").await.unwrap_or_else(|refusal| panic!("{refusal:?}"));
    }

    /// From now on `logins` has what becomes of each login that a click begins, in their order: `pending`, `signed-in`, or the code of its refusal.
    pub async fn record_logins(&self) {
        let _: Option<bool> = self
            .run(
                "const begin = window.start;
                 window.logins = [];
                 window.start = (work) => {
                   begin(work);
                   const login = logins.push('pending') - 1;
                   pending.then(({ kind }) => { logins[login] = kind; }, ({ code }) => { logins[login] = code; });
                 };",
            )
            .await;
    }

    /// Waits until the page's logins have come to this.
    pub async fn wait_for_logins(&self, expected: &[&str]) {
        self.wait_until(&format!("{:?} === logins.join()", expected.join(","))).await;
    }

    /// Has the page begin this, and goes on. What comes of it is `pending`.
    pub async fn start(&self, call: &str) {
        let _: Option<bool> = self.run(&format!("start(() => {call})")).await;
    }

    /// What comes of an expression, once its promise has settled. What is not there comes as null.
    ///
    /// # Errors
    /// What the promise was rejected with.
    pub async fn outcome<T: DeserializeOwned + Debug>(&self, expression: &str) -> Result<T, Refusal> {
        let script = format!(
            "return (async () => ({expression}))().then(
               (value) => ({{ value: value ?? null, refusal: null }}),
               (error) => ({{
                 value: null,
                 refusal: {{ code: String(error?.code ?? error), status: error?.status ?? null }},
               }}),
             )"
        );
        let outcome: Outcome<Option<T>> = self.run(&script).await;
        match outcome {
            Outcome { refusal: Some(refusal), .. } => Err(refusal),
            Outcome { value, .. } => Ok(value.flatten().expect("it has a value")),
        }
    }

    /// The same for what comes to nothing in particular.
    ///
    /// # Errors
    /// What the promise was rejected with.
    pub async fn settles(&self, expression: &str) -> Result<(), Refusal> {
        self.outcome::<bool>(&format!("(await {expression}, true)")).await.map(|_| ())
    }

    /// Waits until the page's client has told of exactly these events, in this order.
    pub async fn wait_until_heard(&self, events: &[&str]) {
        let begun = Instant::now();
        loop {
            let heard = self.heard().await;
            if heard == events {
                return;
            }
            assert!(begun.elapsed() < TIMEOUT, "it has told of {heard:?}, and should of {events:?}");
            sleep(POLL_INTERVAL).await;
        }
    }

    /// The events that the page's client has told of.
    pub async fn heard(&self) -> Vec<String> {
        self.run("return heard").await
    }

    /// Sets the clock of this computer, on pages that can have it set ([`PagePatch::Clock`](crate::e2e::pages::PagePatch::Clock)): so many minutes fast, or slow.
    pub async fn set_clock(&self, minutes: i64) {
        let _: Option<bool> = self.run(&format!("localStorage.clock = {minutes} * 60_000")).await;
    }

    /// Lets time pass, for the service and for this computer.
    pub async fn pass(&self, time: Duration) {
        self.site.clock.advance(time);
        let minutes = time.as_secs() / 60;
        let _: Option<bool> =
            self.run(&format!("localStorage.clock = Number(localStorage.clock ?? 0) + {minutes} * 60_000")).await;
    }
}

/// Tabs of one browser, each with a client. The first is the app's.
#[derive(Clone, Debug)]
pub struct Tabs(Vec<WindowHandle>);

impl Visitor {
    /// Opens the page in so many tabs, the one at hand among them, and waits until each client knows how things stand. The first is looked at.
    pub async fn open_tabs(&self, count: usize) -> Tabs {
        let mut tabs = vec![self.app.clone()];
        for _ in 1..count {
            let tab = self.driver.new_tab().await.unwrap();
            self.driver.switch_to_window(tab.clone()).await.unwrap();
            self.go("/").await;
            tabs.push(tab);
        }
        for tab in tabs.iter().rev() {
            self.driver.switch_to_window(tab.clone()).await.unwrap();
            self.wait_for_client().await;
        }
        Tabs(tabs)
    }

    /// Turns to one of them.
    pub async fn turn_to_tab(&self, tabs: &Tabs, number: usize) {
        self.driver.switch_to_window(tabs.0.get(number).expect("there is such a tab").clone()).await.unwrap();
    }

    /// Does this in each of them, one after the other, and turns to the first.
    pub async fn in_each<T>(&self, tabs: &Tabs, mut work: impl AsyncFnMut(&Self) -> T) -> Vec<T> {
        let mut results = Vec::new();
        for tab in &tabs.0 {
            self.driver.switch_to_window(tab.clone()).await.unwrap();
            results.push(work(self).await);
        }
        self.turn_to_app().await;
        results
    }

    /// Has all tabs begin this at the same time: `token`, `user`.
    pub async fn start_everywhere(&self, call: &str) {
        let script = format!(
            "everybody.postMessage({call:?}); everybody.dispatchEvent(new MessageEvent('message', {{ data: {call:?} }}))"
        );
        let _: Option<bool> = self.run(&script).await;
        self.wait_until("window.pending").await;
    }
}
