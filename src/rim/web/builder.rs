//! What only an app in a browser can configure.

use web_sys::Window;

use super::popup::PopupAttempt;
use crate::sdk::LoginOptions;
#[cfg(feature = "dpop")]
use crate::sdk::{ConfigBuilder, Dpop};

/// For web apps (feature `dpop`).
#[cfg(feature = "dpop")]
impl<P> ConfigBuilder<P> {
    /// Sets whether to bind new sessions to a key of this browser (DPoP, RFC 9449). A stolen token is then useless
    /// without the key, which no script can copy. Default: no.
    ///
    /// The keys are in `IndexedDB`, as those of the npm package. Pages of one origin that use the crate and the
    /// package share their sessions.
    #[must_use]
    pub fn dpop(mut self, dpop: Dpop) -> Self {
        self.raw.dpop = dpop.raw();
        self
    }
}

/// For web apps.
impl LoginOptions {
    /// Sets the window in which the user signs in. The app has opened it without a URL. Default: the login opens one.
    ///
    /// It is for an app that must await something between the click and [`Client::login`](crate::Client::login), such
    /// as its configuration. Browsers open a popup only in the click, so such an app opens a blank window there.
    ///
    /// Pass what `window.open` returned. `None`: the browser blocked the window. The login then opens no other, and
    /// fails with [`Code::PopupBlocked`](crate::Code::PopupBlocked). If the user has closed the window, it fails with
    /// [`Code::PopupClosed`](crate::Code::PopupClosed).
    ///
    /// A login that does not use the window closes it, for example a full-page login.
    #[must_use]
    pub fn popup(mut self, window: impl Into<Option<Window>>) -> Self {
        self.popup = window.into().map_or(PopupAttempt::Blocked, PopupAttempt::Open);
        self
    }
}
