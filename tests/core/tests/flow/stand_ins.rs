//! Services of another make: the client signs in with each, and their sessions last as long as their tokens allow.

use stagepass_core::document::{Document as _, Json};
use std::rc::Rc;
use std::sync::Arc;

use stagepass_core::authorize::RawOptions;
use stagepass_core::client::{AccessToken, Logout, ReadStatus, Revocation, SessionStatus, TokenRequest};
use stagepass_core::config::{Config, Values};
use stagepass_core::error::{Code, Error};
use stagepass_core::session::Session;
use stagepass_core::text::secret::Secret;
use stagepass_core_tests::browser::{Browser, Window};
use stagepass_core_tests::clock::SharedClock;
use stagepass_core_tests::fixture::{SHOP, come_back, full_page, is_receive, login, popup, registered, text};
use stagepass_core_tests::flow::settle;
use stagepass_core_tests::network::Loopback;
use stagepass_core_tests::stand_in::{LIFETIME, StandIn, Variety};
use tokio::runtime::{Builder, Runtime};

const API_KEY: &str = "0x58802e7a660990622B728BF06ae9361BC9403eb7";

/// A service of another make, and a user's browser with the app in a tab.
struct Stage {
    clock: Arc<SharedClock>,
    runtime: Rc<Runtime>,
    service: StandIn,
    network: Rc<Loopback>,
    browser: Browser,
    app: Config,
    tab: Window,
}

impl Stage {
    fn new(variety: Variety) -> Self {
        let runtime = Rc::new(Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap());
        let service = StandIn::start(&runtime, variety);
        let network = Loopback::new(Rc::clone(&runtime));
        let clock = SharedClock::new();
        let browser = Browser::new(Arc::clone(&clock), Rc::clone(&network) as _);
        let (app, tab) = (registered(service.base_url(), API_KEY), browser.open_tab(SHOP));
        let app = Values { takes_forms: variety == Variety::FormsAlone, ..Values::clone(&app) }.into();
        Self { clock, runtime, service, network, browser, app, tab }
    }

    /// Signs in by popup.
    fn sign_in(&self, options: &RawOptions) -> Result<(), Error> {
        let mut login = login(&self.tab, &self.app, options);
        login.run_until(is_receive);
        let popup = self.tab.popups().pop().unwrap();
        popup.go(&self.service.open(&self.runtime, &popup.address()));
        let mut callback = come_back(&popup);
        settle(&mut [&mut login, &mut callback]);
        login.result().map(|_| ())
    }

    /// Signs in by full page.
    fn sign_in_by_full_page(&self, options: &RawOptions) {
        login(&self.tab, &self.app, options).finish().unwrap();
        self.tab.go(&self.service.open(&self.runtime, &self.tab.address()));
        come_back(&self.tab).finish().unwrap();
    }

    fn token(&self, request: TokenRequest) -> Result<Secret, Error> {
        let session = self.tab.start(AccessToken::new(&self.app, request)).finish()?;
        Ok(session.access_token)
    }

    fn handle(&self) -> Option<String> {
        let token = self.token(TokenRequest::default()).unwrap();
        self.network.me(&self.app, &token).body.and_then(|body| body.text("handle"))
    }

    fn status(&self) -> SessionStatus {
        self.tab.start(ReadStatus::new(&self.app)).finish().unwrap()
    }

    fn session(&self) -> Session {
        let record = self.browser.stored(&self.app.session_key()).unwrap();
        Session::from_record::<Json>(&record).unwrap()
    }
}

/// A service that takes JSON alone repeats its refresh token.
#[test]
fn each_kind_of_service_signs_in_and_out() {
    for variety in [Variety::JsonAlone, Variety::FormsAlone, Variety::TextLifetime, Variety::NoIssuer] {
        println!("{variety:?}");
        let stage = Stage::new(variety);
        stage.sign_in(&popup()).unwrap();
        assert_eq!(stage.handle().as_deref(), Some("ada"));
        let before = stage.session();
        assert_eq!(before.expires_in, LIFETIME * 1000);
        stage.clock.advance(LIFETIME * 1000);
        assert_eq!(stage.handle().as_deref(), Some("ada"));
        assert_eq!(stage.network.count("refresh_token"), 1);
        let after = stage.session();
        assert!(!after.access_token.is(before.access_token.expose()));
        let keeps = variety == Variety::JsonAlone;
        assert_eq!(after.refresh_token.is(before.refresh_token.expose()), keeps);
        assert!(matches!(stage.tab.start(Logout::new(&stage.app)).finish(), Ok(Revocation::Done)));
        assert!(matches!(stage.status(), SessionStatus::SignedOut));
    }
}

#[test]
fn session_without_refresh_token_lasts_until_token_expires() {
    let stage = Stage::new(Variety::NoRefreshTokens);
    stage.sign_in(&popup()).unwrap();
    stage.clock.advance((LIFETIME - 1) * 1000);
    let first = stage.session().access_token;
    for request in [
        TokenRequest::default(),
        TokenRequest { new: true, ..TokenRequest::default() },
        TokenRequest { validity: u64::MAX, ..TokenRequest::default() },
    ] {
        assert!(stage.token(request).unwrap().is(first.expose()));
    }
    assert!(matches!(stage.status(), SessionStatus::SignedIn(_)));
    stage.clock.advance(1000);
    assert!(matches!(stage.status(), SessionStatus::Expired));
    assert_eq!(stage.token(TokenRequest::default()).unwrap_err().code, Code::SessionExpired);
    assert!(matches!(stage.status(), SessionStatus::Expired));
    assert_eq!(stage.network.count("refresh_token"), 0);
    stage.sign_in(&popup()).unwrap();
    assert_eq!(stage.handle().as_deref(), Some("ada"));
}

#[test]
fn session_without_refresh_token_ends_with_401() {
    let stage = Stage::new(Variety::NoRefreshTokens);
    stage.sign_in(&popup()).unwrap();
    let refused = TokenRequest { other_than: Some(stage.session().access_token), ..TokenRequest::default() };
    assert_eq!(stage.token(refused).unwrap_err().code, Code::SessionExpired);
    assert!(matches!(stage.status(), SessionStatus::Expired));
    assert_eq!(stage.network.count("refresh_token"), 0);
}

#[test]
fn logout_without_refresh_token_revokes_access_token() {
    let stage = Stage::new(Variety::NoRefreshTokens);
    stage.sign_in(&popup()).unwrap();
    let token = stage.session().access_token;
    assert_eq!(stage.network.me(&stage.app, &token).status, 200);
    assert!(matches!(stage.tab.start(Logout::new(&stage.app)).finish(), Ok(Revocation::Done)));
    assert_eq!(stage.network.me(&stage.app, &token).status, 401);
}

/// `prompt=none`, and the service answers `login_required`.
#[test]
fn silent_login_that_needs_user_keeps_session() {
    let stage = Stage::new(Variety::JsonAlone);
    stage.sign_in(&popup()).unwrap();
    let silent = RawOptions { parameters: text("&prompt=none"), ..popup() };
    let error = stage.sign_in(&silent).unwrap_err();
    assert_eq!((error.code, error.service_error()), (Code::InteractionRequired, Some("login_required")));
    assert_eq!(error.description(), Some("Nobody is signed in."));
    assert_eq!(error.service.unwrap().uri.as_deref(), Some("https://docs.example/login_required"));
    assert_eq!(stage.handle().as_deref(), Some("ada"));
}

#[test]
fn another_account_replaces_the_session_and_revokes_it() {
    let other_account = |options| RawOptions { parameters: text("&prompt=select_account"), ..options };
    for is_full_page in [false, true] {
        let stage = Stage::new(Variety::JsonAlone);
        stage.sign_in(&popup()).unwrap();
        let first = stage.session();
        if is_full_page {
            stage.sign_in_by_full_page(&other_account(full_page()));
        } else {
            stage.sign_in(&other_account(popup())).unwrap();
        }
        assert_eq!(stage.handle().as_deref(), Some("grace"));
        assert_eq!(stage.network.count("revoke"), 1);
        let revoked = stage.network.post(
            &stage.app.endpoint("/oauth/token"),
            &[
                ("grant_type", "refresh_token"),
                ("refresh_token", first.refresh_token.expose()),
                ("client_id", &stage.app.client_id),
            ],
        );
        assert_eq!(revoked.0, 400);
    }
}
