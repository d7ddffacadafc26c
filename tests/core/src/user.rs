//! A user of the service's real pages, for tests without an async runtime.

use std::cell::RefCell;
use std::rc::Rc;

use reqwest::Url;
use reqwest::redirect::Policy;
use stagepass_test_support::Browser;
use tokio::runtime::Runtime;

use crate::service::{HANDLE, PASSWORD, Service};

/// The user [`HANDLE`].
#[derive(Debug)]
pub struct User {
    runtime: Rc<Runtime>,
    browser: RefCell<Browser>,
}

impl User {
    /// Creates a user of `service`, signed out.
    pub fn new(service: &Service) -> Self {
        Self { runtime: service.runtime(), browser: RefCell::new(browser(service.base_url())) }
    }

    /// Opens an authorization request, signs in if asked to, and approves. Returns the address that the service
    /// redirects to.
    pub fn approve(&self, authorize_url: &str) -> String {
        self.decide(authorize_url, "approve")
    }

    /// The same, but denies.
    pub fn deny(&self, authorize_url: &str) -> String {
        self.decide(authorize_url, "deny")
    }

    fn decide(&self, authorize_url: &str, button: &str) -> String {
        self.runtime.block_on(self.browser.borrow_mut().decide((HANDLE, PASSWORD), authorize_url, button))
    }
}

/// A new browser for the service at this address.
pub fn browser(address: &str) -> Browser {
    let origin = Url::parse(address).expect("a URL").origin().ascii_serialization();
    Browser::new(origin, reqwest::Client::builder().redirect(Policy::none()).build().expect("an HTTP client"))
}

/// Lets the user `handle` approve in a new browser, and returns the address that the service redirects to.
pub async fn approve(handle: &str, authorize_url: &str) -> String {
    browser(authorize_url).decide((handle, PASSWORD), authorize_url, "approve").await
}
