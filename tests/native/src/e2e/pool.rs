//! Browsers that stories share, one after the other. To start one takes more than most stories do.
//!
//! A story must not know that its browser had another. What a story may change in a browser, and what becomes of it (`browser_reset.rs`):
//!
//! | left behind | undone by |
//! |---|---|
//! | windows, tabs, frames, their histories, pages kept for the back button, timers, connections, locks, channels, sessionStorage, a dialog, the focus, the click of a moment ago | a new window; all others are closed |
//! | cookies, those that scripts do not see and those of the other host among them | deleted, of all hosts: cookies know no ports |
//! | localStorage, `IndexedDB`, Cache Storage, service workers | deleted: in Chromium and Firefox everybody's, in WebKit the app's |
//! | the HTTP cache, what a browser remembers of preflights, compiled code, permissions, how much somebody listens to a site's sound | the same, where the browser can be told. In any case all of it is kept by origin, and no two stories have a server at the same port ([`listen`](super::fault_proxy::listen)) |
//! | what Chromium's console has shown | read away |
//! | how long scripts and loads may take | set anew with each handle ([`Driver::handle`]) |
//! | a window that was put away, a page that was frozen | nothing: such a story has a browser of its own ([`Setting::fresh`](super::setting::Setting::fresh)) |
//! | preferences, arguments, the environment | the same: a story that needs others has a browser of its own |
//!
//! A browser is ended after a story that failed, where something of this could not be done, and after [`STORIES`] stories. All are ended with this program.

use std::any::Any;
use std::io::Write as _;
use std::panic;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use thirtyfour::WebDriver;
use tokio::time::timeout;

use super::browser::Browser;
use super::browser_reset;
use super::driver::Driver;
use super::engine::WebAssembly;
use super::site::Site;
use super::visitor::Visitor;

/// How many stories a browser is told: it grows with each.
pub const STORIES: usize = 16;

/// Browsers as nobody has changed them, each with how many stories it was told.
#[derive(Debug, Default)]
pub struct BrowserPool(Mutex<Vec<(Driver, usize)>>);

impl BrowserPool {
    /// Without any.
    pub const fn new() -> Self {
        Self(Mutex::new(Vec::new()))
    }

    /// Lets a person visit `site` with a browser of these, the one that the environment names; a new one where all are taken.
    pub async fn visit<F>(&self, site: Arc<Site>, takes: Duration, story: impl FnOnce(Visitor) -> F)
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let browser = Browser::from_environment();
        let (driver, stories, handle) = self.take(browser).await;
        let ended = run_story(&handle, site.clone(), takes, story).await;
        if ended.is_err() || stories + 1 >= STORIES {
            driver.end().await;
        } else if let Err(reason) = browser_reset::reset(browser, &handle, &site).await {
            // Not for who reads what a test says: it would go on, and take longer.
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
                let driver =
                    Driver::open(browser, &browser.environment(WebAssembly::AsNamed), browser.capabilities(None)).await;
                let handle = driver.handle().await.expect("it has a session");
                return (driver, 0, handle);
            };
            // One that has crashed meanwhile is let go.
            if let Ok(handle) = driver.handle().await {
                return (driver, stories, handle);
            }
        }
    }
}

/// Has a person live through `story` in this browser, for no longer than it may take.
///
/// # Errors
/// What it panicked with.
pub(super) async fn run_story<F>(
    driver: &WebDriver,
    site: Arc<Site>,
    takes: Duration,
    story: impl FnOnce(Visitor) -> F,
) -> Result<(), Box<dyn Any + Send>>
where
    F: Future<Output = ()> + Send + 'static,
{
    let visitor = Visitor::new(site, driver.clone()).await.map_err(|error| Box::new(error.to_string()) as Box<_>)?;
    match tokio::spawn(timeout(takes, story(visitor))).await {
        Ok(in_time) => in_time.map_err(|_| Box::new(format!("it has not ended after {takes:?}")) as Box<_>),
        Err(error) => Err(error.into_panic()),
    }
}
