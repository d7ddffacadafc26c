//! The user on pages with only a client ([`Pages::ClientOnly`](crate::pages::Pages::ClientOnly)).

use std::fmt::Debug;
use std::time::Duration;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::json;
use thirtyfour::WindowHandle;

use super::Visitor;

/// How long a change may take to reach other tabs.
const TIMEOUT: Duration = Duration::from_secs(10);

/// The error of a rejected promise.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Refusal {
    /// Its code, or its message if it is no `StagepassError`.
    pub code: String,
}

#[derive(Debug, Deserialize)]
struct Outcome<T> {
    value: Option<T>,
    refusal: Option<Refusal>,
}

/// Actions on a page with a client.
impl Visitor {
    /// Opens the page, and waits until its client has read the session.
    pub async fn open_client(&self) {
        self.go("/").await;
        self.wait_for_client().await;
    }

    /// Waits until the page's client has read the session.
    pub async fn wait_for_client(&self) {
        self.wait_until("(document.body?.dataset.status ?? 'loading') !== 'loading'").await;
    }

    /// Opens the page and signs in. Needs [`Setting::auto_consent`](crate::setting::Setting::auto_consent).
    pub async fn sign_in_client(&self) {
        self.open_client().await;
        self.sign_in_again().await;
    }

    /// Signs in on the open page. Forgets the event of that.
    pub async fn sign_in_again(&self) {
        self.start("sp.oauth.login({ scope: 'read', display: 'redirect' })").await;
        self.wait_for_status("signed-in").await;
        // The page shows the stored session before the core has loaded, which sends the event.
        self.wait_until("heard.some((event) => event.startsWith('signed-in'))").await;
        let _: Option<bool> = self.run("window.heard = []").await;
    }

    /// Signs in by popup, and waits for the result.
    pub async fn sign_in_client_by_popup(&self) {
        let _: Option<bool> = self.run("window.pending = undefined").await;
        self.click("#popup").await;
        self.settles("(await pending).user").await.unwrap_or_else(|refusal| panic!("{refusal:?}"));
    }

    /// Records the state of each login of a click in `logins`: `pending`, `signed-in`, or its error code.
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

    /// Waits until `logins` equals this.
    pub async fn wait_for_logins(&self, expected: &[&str]) {
        self.wait_until(&format!("{:?} === logins.join()", expected.join(","))).await;
    }

    /// Starts this call without waiting. Its promise is `pending`.
    pub async fn start(&self, call: &str) {
        let _: Option<bool> = self.run(&format!("start(() => {call})")).await;
    }

    /// Returns the value of an expression, once its promise has settled; null if there is none.
    ///
    /// # Errors
    /// The promise's error.
    pub async fn outcome<T: DeserializeOwned + Debug>(&self, expression: &str) -> Result<T, Refusal> {
        let script = format!(
            "return (async () => ({expression}))().then(
               (value) => ({{ value: value ?? null, refusal: null }}),
               (error) => ({{ value: null, refusal: {{ code: String(error?.code ?? error) }} }}),
             )"
        );
        let outcome: Outcome<Option<T>> = self.run(&script).await;
        match outcome {
            Outcome { refusal: Some(refusal), .. } => Err(refusal),
            Outcome { value, .. } => Ok(value.flatten().expect("it has a value")),
        }
    }

    /// Waits until the promise of an expression has settled.
    ///
    /// # Errors
    /// The promise's error.
    pub async fn settles(&self, expression: &str) -> Result<(), Refusal> {
        self.outcome::<bool>(&format!("(await {expression}, true)")).await.map(|_| ())
    }

    /// Waits until the page's client has emitted exactly these events, in this order.
    pub async fn wait_for_events(&self, events: &[&str]) {
        let expected = json!(events);
        let has_emitted =
            self.becomes_true(&format!("JSON.stringify(heard) === JSON.stringify({expected})"), TIMEOUT).await;
        assert!(has_emitted, "it has told of {:?}, and should of {events:?}", self.events().await);
    }

    /// Returns the events that the page's client has emitted.
    pub async fn events(&self) -> Vec<String> {
        self.run("return heard").await
    }

    /// Sets the page's clock fast by so many minutes, or slow. Needs
    /// [`PagePatch::Clock`](crate::pages::PagePatch).
    pub async fn set_clock(&self, minutes: i64) {
        let _: Option<bool> = self.run(&format!("localStorage.clock = {minutes} * 60_000")).await;
    }

    /// Advances the clocks of the service and of the page.
    pub async fn pass(&self, time: Duration) {
        self.site.clock.advance(time);
        let minutes = time.as_secs() / 60;
        let _: Option<bool> =
            self.run(&format!("localStorage.clock = Number(localStorage.clock ?? 0) + {minutes} * 60_000")).await;
    }
}

/// Tabs of one browser, each with a client. The first is the app's tab.
#[derive(Clone, Debug)]
pub struct Tabs(Vec<WindowHandle>);

impl Visitor {
    /// Opens the page in `count` tabs, the current one included, waits for each client, and switches to the first.
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

    /// Switches to one of them.
    pub async fn turn_to_tab(&self, tabs: &Tabs, number: usize) {
        self.driver.switch_to_window(tabs.0.get(number).expect("there is such a tab").clone()).await.unwrap();
    }

    /// Runs `work` in each of them, one after the other, and switches to the first.
    pub async fn in_each<T>(&self, tabs: &Tabs, mut work: impl AsyncFnMut(&Self) -> T) -> Vec<T> {
        let mut results = Vec::new();
        for tab in &tabs.0 {
            self.driver.switch_to_window(tab.clone()).await.unwrap();
            results.push(work(self).await);
        }
        self.turn_to_app().await;
        results
    }

    /// Starts this in all tabs at once: `token`.
    pub async fn start_everywhere(&self, call: &str) {
        let script = format!(
            "everybody.postMessage({call:?}); everybody.dispatchEvent(new MessageEvent('message', {{ data: {call:?} }}))"
        );
        let _: Option<bool> = self.run(&script).await;
        self.wait_until("window.pending").await;
    }
}
