//! Browsers that tests share, one after the other. Starting one takes longer than most tests.
//!
//! A test must not notice an earlier one. What a test may change, and how `browser_reset.rs` resets it:
//!
//! | change | reset by |
//! |---|---|
//! | windows, tabs, frames, their histories, cached pages, timers, connections, locks, channels, sessionStorage, a dialog, the focus, user activation | a new window; all others are closed |
//! | cookies, `HttpOnly` ones too | deleted for all hosts: cookies are shared by all ports |
//! | localStorage, `IndexedDB`, Cache Storage, service workers | deleted: in Chromium and Firefox for all origins, in WebKit for the app's |
//! | the caches of HTTP, preflights and compiled code, permissions, autoplay scores | deleted where the driver can. All are stored by origin, and no two tests use the same port ([`listen`](super::fault_proxy::listen)) |
//! | Chromium's console log | read |
//! | timeouts of scripts and loads | set again with each handle ([`Driver::handle`]) |
//! | a minimized window | nothing: such a test has its own browser ([`Setting::whole_browser`](super::setting::Setting::whole_browser)) |
//! | preferences, arguments, the environment | nothing: likewise |
//!
//! A browser is closed after a failed test, after a failed reset, and after [`STORIES`] tests. All close with this
//! program.

use std::any::Any;
use std::io::Write as _;
use std::panic;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use thirtyfour::WebDriver;
use tokio::time::timeout;

use super::browser::{Browser, Build};
use super::browser_reset;
use super::driver::Driver;
use super::engine::WebAssembly;
use super::site::Site;
use super::visitor::Visitor;

/// The number of tests per browser: its memory grows with each.
pub const STORIES: usize = 50;

/// A test's future. It is boxed, so that [`run_story`] is compiled once and not for each test.
pub(super) type Story = Pin<Box<dyn Future<Output = ()> + Send>>;

/// Starts a test.
pub(super) type StoryStart<'a> = Box<dyn FnOnce(Visitor) -> Story + Send + 'a>;

/// Unchanged browsers, each with the number of tests it has run.
#[derive(Debug, Default)]
pub struct BrowserPool(Mutex<Vec<(Driver, usize)>>);

impl BrowserPool {
    /// Creates an empty pool.
    pub const fn new() -> Self {
        Self(Mutex::new(Vec::new()))
    }

    /// Runs `story` on `site` in an idle browser, or in a new one.
    pub(super) async fn visit_boxed(&self, site: Arc<Site>, takes: Duration, story: StoryStart<'_>) {
        let browser = Browser::from_environment();
        let (driver, stories, handle) = self.take(browser).await;
        let ended = run_story(&handle, site.clone(), takes, story).await;
        if ended.is_err() || stories + 1 >= STORIES {
            driver.end().await;
        } else if let Err(reason) = browser_reset::reset(browser, &handle, &site).await {
            // Not part of the test's captured output, because the test itself continues.
            let _ = writeln!(std::io::stderr(), "a browser cannot be used again: {reason}");
            drop(driver);
        } else {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).push((driver, stories + 1));
        }
        ended.unwrap_or_else(|problem| panic::resume_unwind(problem));
    }

    async fn take(&self, browser: Browser) -> (Driver, usize, WebDriver) {
        loop {
            let idle = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
            let Some((driver, stories)) = idle else {
                let capabilities = browser.capabilities(Build::Shell, None);
                let driver = Driver::open(browser, &browser.environment(WebAssembly::AsNamed), capabilities).await;
                let handle = driver.handle().await.expect("it has a session");
                return (driver, 0, handle);
            };
            // A browser that has crashed is dropped.
            if let Ok(handle) = driver.handle().await {
                return (driver, stories, handle);
            }
        }
    }
}

/// Runs `story` in this browser, with a timeout.
///
/// # Errors
/// The payload of its panic.
pub(super) async fn run_story(
    driver: &WebDriver,
    site: Arc<Site>,
    takes: Duration,
    story: StoryStart<'_>,
) -> Result<(), Box<dyn Any + Send>> {
    let visitor = Visitor::new(site, driver.clone()).await.map_err(|error| Box::new(error.to_string()) as Box<_>)?;
    match tokio::spawn(timeout(takes, story(visitor))).await {
        Ok(in_time) => in_time.map_err(|_| Box::new(format!("it has not ended after {takes:?}")) as Box<_>),
        Err(error) => Err(error.into_panic()),
    }
}
