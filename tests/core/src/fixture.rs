//! A service, a registered app, a user, and their model browser.

use std::rc::Rc;
use std::sync::Arc;

use stagepass_core::authorize::{Options, RawOptions};
use stagepass_core::client::{
    AccessToken, Ending, HandleRedirect, Login, Logout, ReadStatus, Revocation, SessionStatus, TokenRequest,
};
use stagepass_core::config::{self, Config, RawValue};
use stagepass_core::document::{Document as _, Json};
use stagepass_core::effect::Effect;
use stagepass_core::error::Error;
use stagepass_core::session::Session;
use stagepass_core::text::secret::Secret;

use crate::browser::{Browser, Window};
use crate::clock::SharedClock;
use crate::flow::{Flow, settle};
use crate::network::Loopback;
use crate::service::Service;
use crate::user::User;

/// A page of the app.
pub const SHOP: &str = "https://app.example/shop?aisle=3";

/// The app's callback page.
pub const CALLBACK: &str = "https://app.example/callback";

/// A service, a registered app, a user, and their browser.
#[derive(Debug)]
pub struct Fixture {
    /// The clock of the service and the browser.
    pub clock: Arc<SharedClock>,
    /// The service.
    pub service: Service,
    /// The network between the app and the service.
    pub network: Rc<Loopback>,
    /// The user's browser.
    pub browser: Browser,
    /// The user.
    pub user: User,
    /// The app's configuration.
    pub app: Config,
}

impl Fixture {
    /// Creates all of it, with the user signed out.
    pub fn new() -> Self {
        let clock = SharedClock::new();
        let service = Service::start(Arc::clone(&clock) as _);
        let network = Loopback::new(service.runtime());
        let browser = Browser::new(Arc::clone(&clock), Rc::clone(&network) as _);
        let user = User::new(&service);
        let app = registered(service.base_url(), &service.add_app(CALLBACK));
        Self { clock, service, network, browser, user, app }
    }

    /// Opens the app in a tab.
    pub fn open_shop(&self) -> Window {
        self.browser.open_tab(SHOP)
    }

    /// Calls `login` in `window`, with these options.
    pub fn login(&self, window: &Window, options: &RawOptions) -> Flow<Ending> {
        login(window, &self.app, options)
    }

    /// Calls `login` with these options, and runs it until the popup is open.
    pub fn click(&self, window: &Window, options: &RawOptions) -> (Flow<Ending>, Window) {
        let mut login = self.login(window, options);
        login.run_until(is_receive);
        let newest = window.popups().pop().expect("the popup is open");
        (login, newest)
    }

    /// Approves in `window`, which then loads the callback page.
    pub fn approve_in(&self, window: &Window) -> Flow<Ending> {
        window.go(&self.user.approve(&window.address()));
        come_back(window)
    }

    /// Returns the handle from `GET /me` with the access token of `window`.
    ///
    /// # Errors
    /// The core's error, if there is no token.
    pub fn signed_in_handle(&self, window: &Window) -> Result<String, Error> {
        self.access_token(window, None).finish().map(|session| self.handle(&session))
    }

    /// Returns the handle from `GET /me` with the access token of `session`.
    pub fn handle(&self, session: &Session) -> String {
        let answer = self.network.me(&self.app, &session.access_token);
        assert_eq!(answer.status, 200, "the service refuses the token");
        answer.body.and_then(|body| body.text("handle")).expect("a handle")
    }

    /// Calls with the access token of `window`, which gets a 401, and refreshes it.
    ///
    /// # Errors
    /// The core's error.
    pub fn renew_refused(&self, window: &Window) -> Result<Box<Session>, Error> {
        let refused = self.access_token(window, None).finish()?.access_token;
        assert_eq!(self.network.me(&self.app, &refused).status, 401);
        self.access_token(window, Some(refused)).finish()
    }

    /// Calls `getAccessToken` in `window`, for another token than `refused`.
    pub fn access_token(&self, window: &Window, refused: Option<Secret>) -> Flow<Box<Session>> {
        window.start(AccessToken::new(&self.app, TokenRequest { other_than: refused, ..TokenRequest::default() }))
    }

    /// Returns the session's status in `window`.
    pub fn look(&self, window: &Window) -> SessionStatus {
        window.start(ReadStatus::new(&self.app)).finish().expect("to look never fails")
    }

    /// Calls `logout` in `window`.
    pub fn logout(&self, window: &Window) -> Flow<Revocation> {
        window.start(Logout::new(&self.app))
    }

    /// Returns the session that the browser has stored.
    pub fn session(&self) -> Option<Session> {
        self.browser.stored(&self.app.session_key()).and_then(|record| Session::from_record::<Json>(&record))
    }

    /// Signs the user in by popup, and returns the app's tab.
    pub fn sign_in(&self) -> Window {
        let tab = self.open_shop();
        let (mut login, popup) = self.click(&tab, &popup());
        let mut callback = self.approve_in(&popup);
        settle(&mut [&mut login, &mut callback]);
        login.result().expect("the sign-in succeeds");
        tab
    }
}

impl Default for Fixture {
    fn default() -> Self {
        Self::new()
    }
}

/// Calls `login` in `window`, for an app with this configuration.
pub fn login(window: &Window, app: &Config, options: &RawOptions) -> Flow<Ending> {
    let options = Options::parse(options, app, &window.address()).expect("the options can be used");
    window.start(Login::new(app, options))
}

/// Calls `handleRedirect` on the callback page in `window`.
pub fn come_back(window: &Window) -> Flow<Ending> {
    window.start(HandleRedirect::new(&window.address()))
}

/// The configuration of a registered app.
pub fn registered(base_url: &str, api_key: &str) -> Config {
    let written = config::RawConfig {
        base_url: text(base_url),
        api_key: text(api_key),
        redirect_uri: text(CALLBACK),
        ..config::RawConfig::default()
    };
    Config::parse(&written, Some(SHOP)).expect("the configuration can be used")
}

/// The configuration of an unregistered app.
pub fn unregistered(base_url: &str, app_name: &str) -> Config {
    let written = config::RawConfig {
        base_url: text(base_url),
        app_name: text(app_name),
        redirect_uri: text(CALLBACK),
        ..config::RawConfig::default()
    };
    Config::parse(&written, Some(SHOP)).expect("the configuration can be used")
}

/// Options of `login`: read, by popup.
pub fn popup() -> RawOptions {
    RawOptions { scope: text("read"), ..RawOptions::default() }
}

/// Options of `login`: read, by full page.
pub fn full_page() -> RawOptions {
    RawOptions { display: text("fullScreen"), ..popup() }
}

/// An option that is a string.
pub fn text(text: &str) -> RawValue {
    RawValue::Text(text.to_owned())
}

/// Whether the effect waits for a message.
pub fn is_receive(effect: &Effect) -> bool {
    matches!(effect, Effect::Receive { .. })
}

/// Whether the effect requests a lock.
pub fn is_lock(effect: &Effect) -> bool {
    matches!(effect, Effect::Lock { .. })
}
