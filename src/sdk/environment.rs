//! What a client of the Rust API needs beside flows: a browser, or a native app.

use std::pin::Pin;
use std::time::Duration;

use http::{Request, Response};
use stagepass_core::client::Login;
use stagepass_core::config;
use stagepass_core::session::Session;

use super::{Config, LoginOptions};
use crate::error::Error;
use crate::rim::platform::Platform;
use crate::rim::storage::Stores;
use crate::shared::MaybeSend;

/// A future that can be stored.
#[cfg(target_arch = "wasm32")]
pub(crate) type Task<T> = Pin<Box<dyn Future<Output = T>>>;
/// A future that can be stored.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) type Task<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// The bounds of one request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    /// The timeout of the response including its body.
    pub(crate) within: Duration,
    /// The largest body of a response, in bytes.
    pub(crate) max_body: usize,
}

/// What a client needs beside flows. Clones share what they open.
pub(crate) trait Environment: Clone + MaybeSend + 'static {
    /// What performs the effects of a flow.
    type Flow: Platform;

    /// Returns what the client of this configuration runs in.
    fn of<P>(config: &Config<P>) -> Self;

    /// Creates it for one flow, of this client if it is known.
    ///
    /// # Errors
    /// [`Code::Unsupported`](crate::Code::Unsupported) without a window.
    fn flow(&self, config: Option<&config::Config>) -> Result<Self::Flow, Error>;

    /// Creates it for a login, and returns the machine of that login. It checks the options, and may change those that
    /// depend on the platform.
    ///
    /// # Errors
    /// As above, [`Code::OptionInvalid`](crate::Code::OptionInvalid), and natively if no redirect URI has a free port.
    fn login_flow(&self, config: &config::Config, options: LoginOptions) -> Result<(Self::Flow, Login), Error>;

    /// Waits for what the URL of a login needs, and returns the login's options. A browser opens the popup before,
    /// blank, because it opens one only in the click.
    ///
    /// # Errors
    /// Those of `wait`. The popup is then closed.
    #[cfg(feature = "openid")]
    fn hold_popup(
        &self,
        options: LoginOptions,
        wait: impl Future<Output = Result<(), Error>> + MaybeSend,
    ) -> impl Future<Output = Result<LoginOptions, Error>> + MaybeSend;

    /// Returns the stores of this platform.
    fn stores(&self) -> Stores;

    /// Returns the URL of this page. Empty if there is none.
    fn page(&self) -> String;

    /// Makes a URL of this page absolute. Returns it as it is if there is no page.
    fn absolute(&self, url: String) -> String;

    /// Returns the time, in milliseconds since 1970.
    fn now(&self) -> f64;

    /// Returns a random number from 0 to 1. Not for secrets.
    fn jitter(&self) -> f64;

    /// Waits.
    fn sleep(&self, time: Duration) -> impl Future<Output = ()> + MaybeSend;

    /// Sends `request`, whose URL is absolute, and returns the response, whatever its status. No redirect is followed,
    /// and neither a cookie nor a referrer is sent. Dropping the future aborts the request.
    ///
    /// # Errors
    /// [`Code::Network`](crate::Code::Network) if there is no complete response or it is a redirect,
    /// [`Code::Timeout`](crate::Code::Timeout), and [`Code::BadResponse`](crate::Code::BadResponse) for a body that
    /// exceeds its bound.
    fn send(
        &self,
        request: Request<Vec<u8>>,
        bounds: Bounds,
    ) -> impl Future<Output = Result<Response<Vec<u8>>, Error>> + MaybeSend;

    /// Sends `request` with the token of a session that is bound to a key, and with a proof by that key (RFC 9449).
    ///
    /// # Errors
    /// Those of [`Environment::send`], and [`Code::StorageUnavailable`](crate::Code::StorageUnavailable) if the key
    /// cannot be used now.
    fn send_bound(
        &self,
        request: Request<Vec<u8>>,
        bounds: Bounds,
        session: &Session,
    ) -> impl Future<Output = Result<Response<Vec<u8>>, Error>> + MaybeSend;

    /// Returns whether a call may run here. A native one needs a runtime.
    fn is_running() -> bool;

    /// From now on, calls [`may_have_changed`](super::session_watch::may_have_changed) if another window changes a
    /// session.
    fn watch_sessions();

    /// Runs `task` to its end, whatever becomes of its caller. Does nothing if [`Environment::is_running`] is false.
    fn spawn(task: Task<()>);
}
