//! oidc-provider, an authorization server that others wrote, in place of the service.

use std::sync::Mutex;
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use axum::http::HeaderName;
use axum::http::header::HOST;
use axum::middleware::map_request;
use stagepass_programs::checkout;
use stagepass_programs::process::Service;

use super::fault_proxy;
use super::visitor::Visitor;

const STARTS_WITHIN: Duration = Duration::from_mins(1);

/// The server, with the paths of the service (`tests/proof/peers/oidc-provider/sign-in.mjs`). It stops when dropped.
pub struct OidcProvider {
    origin: String,
    /// In a mutex, because it is not `Sync`.
    _server: Mutex<Service>,
}

impl OidcProvider {
    /// Starts it.
    pub fn start() -> Self {
        let folder = checkout::root().join("tests/proof/peers/oidc-provider");
        let mut node = checkout::node(&folder);
        let started = Service::start(node.arg("sign-in.mjs"), "listening on ", STARTS_WITHIN);
        let (server, origin) = started.expect("its packages are installed: run `npm ci` in its folder");
        Self { origin, _server: Mutex::new(server) }
    }

    /// Returns what takes the place of the service
    /// ([`Setting::stand_in`](crate::setting::Setting::stand_in)).
    pub fn router(&self) -> Router {
        fault_proxy::forward_to(self.origin.clone()).layer(map_request(keep_host))
    }
}

/// Adds the address to which the browser sent the request.
async fn keep_host(mut request: Request) -> Request {
    if let Some(host) = request.headers().get(HOST).cloned() {
        request.headers_mut().insert(HeaderName::from_static("x-forwarded-host"), host);
    }
    request
}

/// The user on its pages.
impl Visitor {
    /// Signs in and approves in the popup, on the pages of [`OidcProvider`].
    pub async fn sign_in_at_oidc_provider(&self) {
        self.wait_until("!!document.querySelector('[name=login]')").await;
        self.fill_in("[name=login]", "ada").await;
        self.fill_in("[name=password]", "any").await;
        self.click("[type=submit]").await;
        self.wait_until("!document.querySelector('[name=login]') && !!document.querySelector('[type=submit]')").await;
        self.click_and_leave("[type=submit]").await;
    }
}
