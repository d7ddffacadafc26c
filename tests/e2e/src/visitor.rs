//! The user of a real browser.

mod accessibility;
mod appearance;
mod client;
mod console;
mod deadline;
mod demo_pages;
mod history;
mod keyboard;
mod popup_closed;
mod service_pages;
mod touch;
mod wait;
mod windows;

use std::fmt::Debug;
use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde_json::Value;
use thirtyfour::error::WebDriverErrorInner;
use thirtyfour::prelude::*;

pub use client::{Refusal, Tabs};

use super::browser::Browser;
use super::site::Site;
use deadline::Deadline;

/// The user.
#[derive(Clone, Debug)]
pub struct Visitor {
    /// The servers.
    pub site: Arc<Site>,
    driver: WebDriver,
    app: WindowHandle,
}

/// Actions on any page.
impl Visitor {
    pub(super) async fn new(site: Arc<Site>, driver: WebDriver) -> WebDriverResult<Self> {
        let app = driver.window().await?;
        Ok(Self { site, driver, app })
    }

    /// Returns the WebDriver handle, for what has no method here.
    pub const fn driver(&self) -> &WebDriver {
        &self.driver
    }

    /// Opens this address.
    pub async fn goto(&self, address: &str) {
        self.driver.goto(address).await.unwrap();
    }

    /// Clicks twice with one command, so that no time passes between the two on a busy machine.
    pub async fn double_click(&self, css: &str) {
        let element = self.driver.find(By::Css(css)).await.unwrap();
        self.driver.action_chain().double_click_element(&element).perform().await.unwrap();
    }

    /// Clicks on the first match, once it can be clicked. The demo hides its buttons while it checks who is signed in,
    /// and then renders its lists again.
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

    /// Clicks on a control that leaves the page. The window may close before the click returns.
    pub async fn click_and_leave(&self, css: &str) {
        if self.is_guarded(css).await {
            return self.act(css).await;
        }
        let deadline = Deadline::with(css);
        // Later steps check the result. Only a hidden control is retried.
        while let Err(error) = self.driver.find(By::Css(css)).await.unwrap().click().await
            && matches!(*error, WebDriverErrorInner::ElementNotInteractable(_))
        {
            deadline.pause().await;
        }
    }

    /// Types into a field, or selects a file.
    pub async fn fill_in(&self, css: &str, text: &str) {
        self.driver.find(By::Css(css)).await.unwrap().send_keys(text).await.unwrap();
    }

    /// Clears a field.
    pub async fn empty(&self, css: &str) {
        self.driver.find(By::Css(css)).await.unwrap().clear().await.unwrap();
    }

    /// Reloads the page.
    pub async fn reload(&self) {
        self.driver.refresh().await.unwrap();
    }

    /// Returns the page's address.
    pub async fn address(&self) -> String {
        self.driver.current_url().await.unwrap().to_string()
    }

    /// Runs a function body in the page.
    pub async fn run<T: DeserializeOwned + Debug>(&self, script: &str) -> T {
        self.driver.execute(script, Vec::<Value>::new()).await.unwrap().convert().unwrap()
    }

    /// The same, but returns `None` if the page is left before the script ends.
    async fn ask<T: DeserializeOwned>(&self, script: &str) -> Option<T> {
        self.driver.execute(script, Vec::<Value>::new()).await.ok()?.convert().ok()
    }
}
