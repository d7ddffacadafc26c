//! A person with a browser, before an app that uses a client.

use std::fmt;
use std::time::Duration;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use stagepass_e2e_tests::visitor::Visitor;
use tokio::time::{Instant, sleep};

use crate::client::{Choice, Client};
use crate::verdict::Verdict;

/// How long what should come may take.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(10);

/// How long a login may stay pending after the user has closed its popup and is back in the app.
const SETTLES_WITHIN: Duration = Duration::from_secs(3);

const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// All of it.
#[derive(Debug)]
pub(crate) struct Stage {
    pub(crate) visitor: Visitor,
    pub(crate) client: Client,
    pub(crate) choice: Option<Choice>,
}

/// The outcome of a login.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Outcome {
    pub(crate) ok: bool,
    /// The value by which code can recognize the error, if there is one.
    #[serde(default)]
    pub(crate) code: String,
    #[serde(default)]
    name: String,
    #[serde(default)]
    message: String,
    /// When: milliseconds since 1970.
    #[serde(default)]
    pub(crate) at: f64,
}

/// As the document shows it.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.ok, &*self.code) {
            (true, _) => f.write_str("it resolves"),
            (false, "") => write!(f, "`{}: {}`", self.name, self.message),
            (false, code) => write!(f, "`{code}`"),
        }
    }
}

/// The app.
impl Stage {
    /// Opens the app, with the current option.
    pub(crate) async fn open(&self) {
        self.visitor.go("/").await;
        self.wait_for_client().await;
        let Some(choice) = self.choice else { return };
        self.set(choice.settings).await;
        self.visitor.reload().await;
        self.wait_for_client().await;
        self.ask(choice.options).await;
    }

    pub(crate) async fn wait_for_client(&self) {
        self.visitor.wait_until("window.client").await;
    }

    /// The client's configuration from now on, as JSON.
    pub(crate) async fn set(&self, settings: &str) {
        let script = format!("localStorage.setItem('settings', {})", Value::from(settings));
        let _: Option<bool> = self.visitor.run(&script).await;
    }

    /// Additional options of the clicks on this page, as JSON.
    pub(crate) async fn ask(&self, options: &str) {
        let _: Option<bool> = self.visitor.run(&format!("window.options = {options}")).await;
    }

    /// Clicks, and turns to the popup.
    pub(crate) async fn open_popup(&self) {
        self.visitor.click("#popup").await;
        self.visitor.turn_to_popup().await;
    }

    /// Opens the app and its popup, and signs in there, as far as the question.
    pub(crate) async fn come_to_consent(&self) {
        self.open().await;
        self.open_popup().await;
        self.visitor.sign_in_at_service().await;
    }

    /// The same on the page itself. Gives the state of that login.
    pub(crate) async fn come_to_consent_on_page(&self) -> String {
        self.open().await;
        self.visitor.click_and_leave("#page").await;
        self.visitor.sign_in_at_service().await;
        self.visitor.run("return new URL(location).searchParams.get('state')").await
    }

    /// How many requests for tokens there were.
    pub(crate) fn token_requests(&self) -> usize {
        self.visitor.site.service_proxy.requests.count(self.client.token())
    }

    /// How many requests for an authorization there were.
    pub(crate) fn authorizations(&self) -> usize {
        self.visitor.site.service_proxy.requests.count(self.client.authorization())
    }

    /// How many requests for tokens there were besides the login's own.
    pub(crate) fn more_token_requests(&self) -> usize {
        // oidc-spa stores no tokens: each of its pages is authorized again, without the user.
        let own = if self.client == Client::OidcSpa { self.authorizations() } else { 1 };
        self.token_requests().saturating_sub(own)
    }

    /// The redirect URI.
    pub(crate) fn callback(&self) -> String {
        format!("{}{}", self.visitor.site.app(), self.client.callback_path())
    }
}

/// Outcomes.
impl Stage {
    /// The outcome of the current page's login. Waits for it.
    pub(crate) async fn outcome(&self, within: Duration) -> Option<Outcome> {
        let begun = Instant::now();
        loop {
            let outcome = self.look("return window.outcome ?? null").await;
            if outcome.is_some() || begun.elapsed() > within {
                return outcome;
            }
            sleep(POLL_INTERVAL).await;
        }
    }

    /// Whether the client of the current page says within this time that the user is signed in.
    pub(crate) async fn is_signed_in(&self, within: Duration) -> bool {
        self.comes_true("window.client && client.isSignedIn()", within).await
    }

    /// Whether this becomes true in the current page.
    pub(crate) async fn comes_true(&self, condition: &str, within: Duration) -> bool {
        let script = format!("return Promise.resolve({condition}).then(Boolean)");
        let begun = Instant::now();
        loop {
            if self.look(&script).await == Some(true) {
                return true;
            }
            if begun.elapsed() > within {
                return false;
            }
            sleep(POLL_INTERVAL).await;
        }
    }

    /// How many windows there are, once there is one, or after a while.
    pub(crate) async fn windows_left(&self) -> usize {
        let begun = Instant::now();
        while self.visitor.windows().await > 1 && begun.elapsed() < TIMEOUT {
            sleep(POLL_INTERVAL).await;
        }
        self.visitor.windows().await
    }

    /// Runs the body of a function in the current page. Returns `None` if it returns null, or if the page is being
    /// left.
    pub(crate) async fn look<T: DeserializeOwned>(&self, script: &str) -> Option<T> {
        let answer = self.visitor.driver().execute(script, Vec::<Value>::new()).await.ok()?;
        answer.convert::<Option<T>>().ok().flatten()
    }

    /// Passes if the login of the app's window signs in, after a switch to it.
    pub(crate) async fn signs_in(&self) -> Verdict {
        self.visitor.turn_to_app().await;
        match self.outcome(TIMEOUT).await {
            None => Verdict::fails(format_args!("still open {} s after the person has approved", TIMEOUT.as_secs())),
            Some(outcome) if !outcome.ok => Verdict::fails(outcome),
            Some(_) if !self.is_signed_in(TIMEOUT).await => Verdict::fails("it resolves, and no user is signed in"),
            Some(_) => Verdict::passes(),
        }
    }

    /// Passes if the login ends soon after the user has closed the current popup and is back in the app, and not
    /// before. A click on the page shows that the user is back, because a headless browser reports that every window
    /// has the focus.
    pub(crate) async fn settles_when_closed(&self) -> Verdict {
        let driver = self.visitor.driver();
        let popup = driver.window().await.expect("it is there");
        self.visitor.turn_to_app().await;
        if let Some(early) = self.outcome(Duration::ZERO).await {
            return Verdict::fails(format_args!("{early}, while the popup is open"));
        }
        driver.switch_to_window(popup).await.expect("it is there");
        self.visitor.close_window().await;
        self.visitor.click("h1").await;
        let begun = Instant::now();
        match self.outcome(TIMEOUT).await {
            None => Verdict::fails(format_args!("still open after {} s", TIMEOUT.as_secs())),
            Some(_) if begun.elapsed() > SETTLES_WITHIN => {
                Verdict::fails(format_args!("after {:.1} s", begun.elapsed().as_secs_f64()))
            }
            Some(outcome) if outcome.ok => Verdict::fails("it resolves"),
            Some(outcome) => Verdict::Passes(outcome.to_string()),
        }
    }
}
