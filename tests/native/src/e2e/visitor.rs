//! A person with a real browser.

mod accessibility;
mod appearance;
mod client;
mod console;
mod demo_pages;
mod history;
mod keyboard;
mod page_lifecycle;
mod popup_closed;
mod service_pages;
mod touch;
mod windows;

use std::fmt::Debug;
use std::panic;
use std::sync::Arc;
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde_json::Value;
use thirtyfour::error::WebDriverErrorInner;
use thirtyfour::prelude::*;
use tokio::time::{Instant, sleep};

pub use client::{Refusal, Tabs};

use super::browser::Browser;
use super::site::Site;

/// How long anything that has to come may take.
const TIMEOUT: Duration = Duration::from_secs(30);

/// How often it is looked for.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// The person.
#[derive(Clone, Debug)]
pub struct Visitor {
    /// What they visit.
    pub site: Arc<Site>,
    driver: WebDriver,
    app: WindowHandle,
}

/// On any page.
impl Visitor {
    pub(super) async fn new(site: Arc<Site>, driver: WebDriver) -> WebDriverResult<Self> {
        let app = driver.window().await?;
        Ok(Self { site, driver, app })
    }

    /// What the browser is driven by, for what nobody else has to do.
    pub const fn driver(&self) -> &WebDriver {
        &self.driver
    }

    /// Goes to this address.
    pub async fn goto(&self, address: &str) {
        self.driver.goto(address).await.unwrap();
    }

    /// Clicks on the first that matches, as soon as it can be clicked on: the demo hides its buttons while it looks who is signed in, also when another window
    /// has signed somebody in, and then makes its lists anew.
    pub async fn click(&self, css: &str) {
        if self.is_guarded(css).await {
            return self.act(css).await;
        }
        let deadline = Deadline::with(css);
        loop {
            let Err(error) = self.driver.find(By::Css(css)).await.unwrap().click().await else { return };
            let is_passing = matches!(
                *error,
                WebDriverErrorInner::ElementNotInteractable(_) | WebDriverErrorInner::StaleElementReference(_)
            );
            assert!(is_passing, "{error:?}");
            deadline.pause().await;
        }
    }

    /// Clicks on what makes the page go: the window may be closed before the click is reported done.
    pub async fn click_and_leave(&self, css: &str) {
        if self.is_guarded(css).await {
            return self.act(css).await;
        }
        let deadline = Deadline::with(css);
        // Whether it counted is seen by what comes of it; but what is hidden was not clicked on.
        while let Err(error) = self.driver.find(By::Css(css)).await.unwrap().click().await
            && matches!(*error, WebDriverErrorInner::ElementNotInteractable(_))
        {
            deadline.pause().await;
        }
    }

    /// Types into a field, or names a file to one.
    pub async fn fill_in(&self, css: &str, text: &str) {
        self.driver.find(By::Css(css)).await.unwrap().send_keys(text).await.unwrap();
    }

    /// Takes out what stands in a field.
    pub async fn empty(&self, css: &str) {
        self.driver.find(By::Css(css)).await.unwrap().clear().await.unwrap();
    }

    /// Loads the page anew.
    pub async fn reload(&self) {
        self.driver.refresh().await.unwrap();
    }

    /// What stands in the address bar.
    pub async fn address(&self) -> String {
        self.driver.current_url().await.unwrap().to_string()
    }

    /// Runs the body of a function in the page.
    pub async fn run<T: DeserializeOwned + Debug>(&self, script: &str) -> T {
        self.driver.execute(script, Vec::<Value>::new()).await.unwrap().convert().unwrap()
    }

    /// The same where the page may be leaving: `None` if the script could not be run to its end.
    async fn ask<T: DeserializeOwned>(&self, script: &str) -> Option<T> {
        self.driver.execute(script, Vec::<Value>::new()).await.ok()?.convert().ok()
    }

    /// Waits until this expression is true in the page.
    pub async fn wait_until(&self, condition: &str) {
        let deadline = Deadline::with(condition);
        let script = format!("return !!({condition})");
        loop {
            // While a page is being left there may be none to ask.
            if self.ask(&script).await == Some(true) {
                return;
            }
            if deadline.is_over() {
                let shown: String = self.run("return document.body.innerText").await;
                panic!("{condition} did not come true; the page at {} shows:\n{shown}", self.address().await);
            }
            deadline.pause().await;
        }
    }
}

/// Waiting for what has to come.
struct Deadline<'a> {
    what: &'a str,
    until: Instant,
}

impl<'a> Deadline<'a> {
    fn with(what: &'a str) -> Self {
        Self { what, until: Instant::now() + TIMEOUT }
    }

    fn is_over(&self) -> bool {
        Instant::now() >= self.until
    }

    /// Lets a moment pass, before one looks again.
    async fn pause(&self) {
        assert!(!self.is_over(), "waited in vain for {}", self.what);
        sleep(POLL_INTERVAL).await;
    }
}
