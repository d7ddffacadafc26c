//! Resets a browser between two tests. [`pool`](super::pool) lists what is reset.

use std::sync::Arc;
use std::time::Duration;

use axum::http::Method;
use serde_json::{Value, json};
use thirtyfour::common::command::{Command, ExtensionCommand};
use thirtyfour::prelude::*;
use tokio::time::timeout;

use super::browser::Browser;
use super::site::Site;

/// How long a reset may take.
const TIMEOUT: Duration = Duration::from_secs(20);

/// Deletes an origin's data, from one of its pages, and returns how much is left.
const CLEAR_ORIGIN: &str = "
    const done = arguments[arguments.length - 1];
    const deleted = (request) => new Promise((resolve, reject) => {
        request.onsuccess = resolve;
        request.onerror = request.onblocked = reject;
    });
    (async () => {
        localStorage.clear();
        for (const { name } of await indexedDB.databases()) await deleted(indexedDB.deleteDatabase(name));
        for (const name of await caches.keys()) await caches.delete(name);
        for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister();
        return localStorage.length + (await indexedDB.databases()).length + (await caches.keys()).length;
    })().then(done, (error) => done(String(error)));
";

/// Deletes the data of all origins in Firefox, from the browser's own context, and returns how many cookies are left.
const CLEAR_FIREFOX: &str = "
    const done = arguments[arguments.length - 1];
    Services.clearData.deleteData(Ci.nsIClearDataService.CLEAR_ALL, (failed) => done(failed || Services.cookies.cookies.length));
";

/// Resets the browser: one new window, no history, no stored data.
///
/// # Errors
/// The reason why it failed. No other test should use the browser then.
pub(super) async fn reset(browser: Browser, driver: &WebDriver, site: &Site) -> Result<(), String> {
    let cleared = timeout(TIMEOUT, async {
        renew_window(browser, driver).await?;
        let left = match browser {
            Browser::Chromium => clear_chromium(driver).await?,
            Browser::Firefox => clear_firefox(driver).await?,
            Browser::WebKit => clear_webkit(driver, site).await?,
        };
        WebDriverResult::Ok(left)
    });
    match cleared.await {
        Ok(Ok(left)) if left == json!(0) => Ok(()),
        Ok(Ok(left)) => Err(format!("{left} left")),
        Ok(Err(error)) => Err(error.to_string()),
        Err(_) => Err(format!("it takes longer than {TIMEOUT:?}")),
    }
}

/// Opens a window, closes all others, and switches to it.
async fn renew_window(browser: Browser, driver: &WebDriver) -> WebDriverResult<()> {
    let before = driver.windows().await?;
    // The test's own window or frame may be closed. Where only tabs can be opened, they would open in a popup.
    for window in &before {
        if driver.switch_to_window(window.clone()).await.is_ok() {
            break;
        }
    }
    let renewed = match browser {
        // Its driver clicks at a tab's position even if another tab is active.
        Browser::WebKit => driver.new_window().await?,
        Browser::Chromium | Browser::Firefox => driver.new_tab().await?,
    };
    // Some close by themselves, and some open late.
    while let Some(other) = driver.windows().await?.into_iter().find(|window| *window != renewed) {
        if driver.switch_to_window(other).await.is_ok() {
            // The loop's condition checks whether it has closed.
            let _ = driver.close_window().await;
        }
    }
    driver.switch_to_window(renewed).await
}

async fn clear_chromium(driver: &WebDriver) -> WebDriverResult<Value> {
    let tools = driver.cdp();
    tools.send_raw("Network.clearBrowserCookies", json!({})).await?;
    tools.send_raw("Network.clearBrowserCache", json!({})).await?;
    tools.send_raw("Storage.clearDataForOrigin", json!({ "origin": "*", "storageTypes": "all" })).await?;
    let kept = tools.send_raw("Storage.getCookies", json!({})).await?;
    driver.browser_log().await?;
    Ok(json!(kept.get("cookies").and_then(Value::as_array).map(Vec::len)))
}

async fn clear_firefox(driver: &WebDriver) -> WebDriverResult<Value> {
    driver.cmd(Command::ExtensionCommand(Box::new(FirefoxContext("chrome")))).await?;
    let left = driver.execute_async(CLEAR_FIREFOX, Vec::<Value>::new()).await?;
    driver.cmd(Command::ExtensionCommand(Box::new(FirefoxContext("content")))).await?;
    Ok(left.json().clone())
}

/// Its driver only deletes the cookies of the current page, so this opens an empty page of each host.
async fn clear_webkit(driver: &WebDriver, site: &Site) -> WebDriverResult<Value> {
    let mut left = Value::Null;
    for origin in [site.app(), site.frame()] {
        driver.goto(format!("{origin}/nothing-is-here")).await?;
        left = driver.execute_async(CLEAR_ORIGIN, Vec::<Value>::new()).await?.json().clone();
        if left != json!(0) {
            break;
        }
        // They may still exist when the command returns.
        while !driver.get_all_cookies().await?.is_empty() {
            driver.delete_all_cookies().await?;
        }
    }
    renew_window(Browser::WebKit, driver).await?;
    Ok(left)
}

/// Selects whether Firefox runs scripts in its own context or in the page's.
#[derive(Debug)]
struct FirefoxContext(&'static str);

impl ExtensionCommand for FirefoxContext {
    fn parameters_json(&self) -> Option<Value> {
        Some(json!({ "context": self.0 }))
    }

    fn method(&self) -> Method {
        Method::POST
    }

    fn endpoint(&self) -> Arc<str> {
        "/moz/context".into()
    }
}
