//! `responseMode: "web_message"`: the service's page in the popup posts the authorization response to the opener.

use reqwest::Url;
use serde_json::{Value, json};
use stagepass_core::authorize::RawOptions;
use stagepass_core::client::Ending;
use stagepass_core::effect::Effect;
use stagepass_core::error::Code;
use stagepass_core_tests::browser::Window;
use stagepass_core_tests::fixture::{Fixture, come_back, login, popup, text};
use stagepass_core_tests::flow::{Actor as _, Flow, go_on_for, settle};

const OTHER_STATE: &str = "sp1.p.AAAAAAAAAAAAAAAAAAAAAA";

/// Options of `login`: read, by popup, with a posted response.
fn posted() -> RawOptions {
    RawOptions { response_mode: text("web_message"), ..popup() }
}

/// A login whose user has decided at the service.
struct Decided {
    fixture: Fixture,
    tab: Window,
    login: Flow<Ending>,
    popup: Window,
    /// The address of the callback page, with the response: where the service's page goes without an acknowledgement.
    callback: String,
}

impl Decided {
    fn new(decide: fn(&Fixture, &str) -> String) -> Self {
        let fixture = Fixture::new();
        let tab = fixture.open_shop();
        let (login, popup) = fixture.click(&tab, &posted());
        // The page's side is a script, and this user has none.
        let address = popup.address().replace("response_mode=web_message", "response_mode=fragment");
        let callback = decide(&fixture, &address);
        Self { fixture, tab, login, popup, callback }
    }

    fn approved() -> Self {
        Self::new(|fixture, address| fixture.user.approve(address))
    }

    /// Returns the message of the service's page.
    fn message(&self) -> Value {
        let (_, fragment) = self.callback.split_once('#').unwrap();
        let url = Url::parse(&format!("https://app.example/?{fragment}")).unwrap();
        let response: serde_json::Map<_, _> =
            url.query_pairs().map(|(name, value)| (name.into_owned(), Value::from(value))).collect();
        json!({ "type": "authorization_response", "response": response })
    }

    /// Returns the message with another member of its response.
    fn message_with(&self, name: &str, value: &str) -> Value {
        let mut message = self.message();
        message["response"][name] = value.into();
        message
    }

    fn state(&self) -> String {
        self.message()["response"]["state"].as_str().unwrap().to_owned()
    }

    fn post(&self, message: &Value) {
        self.popup.post(&self.tab, &message.to_string());
    }

    fn code_requests(&self) -> usize {
        self.fixture.network.count("authorization_code")
    }

    /// Checks that the login continues as if nothing had been posted, until the real message ends it.
    fn continue_until_real_message(mut self) {
        go_on_for(&mut [&mut self.login], 1_000);
        assert!(self.login.ended().is_none(), "{:?}", self.login.ended());
        assert_eq!(self.code_requests(), 0);
        self.post(&self.message());
        settle(&mut [&mut self.login]);
        assert_eq!(self.code_requests(), 1);
        self.login.result().unwrap();
    }
}

/// The acknowledgement goes to the service's origin only.
#[test]
fn posted_code_is_acknowledged_and_exchanged_once() {
    let mut decided = Decided::approved();
    assert!(decided.popup.address().contains("response_mode=web_message"));
    for _ in 0..2 {
        decided.post(&decided.message());
    }
    decided.login.run_until(|effect| matches!(effect, Effect::Post { .. }));
    let Some(Effect::Post { text, origin }) = decided.login.wants() else { panic!("it acknowledges") };
    assert_eq!(*text, decided.state());
    assert!(decided.fixture.app.base_url.starts_with(origin.as_deref().unwrap()));
    settle(&mut [&mut decided.login]);
    assert!(decided.popup.is_closed());
    assert_eq!(decided.code_requests(), 1);
    assert!(matches!(decided.login.result().unwrap(), Ending::SignedIn(_)));
    assert!(decided.fixture.session().is_some());
}

#[test]
fn posted_denial_rejects_and_closes_the_popup() {
    let mut decided = Decided::new(|fixture, address| fixture.user.deny(address));
    decided.post(&decided.message());
    settle(&mut [&mut decided.login]);
    assert!(decided.popup.is_closed());
    assert_eq!(decided.login.fails(), Code::AccessDenied);
    assert!(decided.fixture.browser.stored_keys().is_empty());
}

/// A wrong issuer or an error causes no code exchange.
#[test]
fn posted_response_without_valid_issuer_or_code_fails() {
    for (name, value, code) in
        [("iss", "https://evil.example/v1", Code::IssuerMismatch), ("error", "server_error", Code::AuthorizationFailed)]
    {
        let mut decided = Decided::approved();
        decided.post(&decided.message_with(name, value));
        settle(&mut [&mut decided.login]);
        assert_eq!(decided.code_requests(), 0);
        assert_eq!(decided.login.fails(), code);
    }
    let mut decided = Decided::approved();
    decided.post(&json!({ "type": "authorization_response", "response": { "state": decided.state(), "code": 7 } }));
    settle(&mut [&mut decided.login]);
    assert_eq!(decided.login.fails(), Code::CallbackInvalid);
}

#[test]
fn forged_responses_are_ignored() {
    let decided = Decided::approved();
    let forged = decided.message_with("code", "stolen");
    let elsewhere = ["https://evil.example/", &decided.popup.address(), "https://app.example/callback"];
    for window in elsewhere.map(|address| decided.fixture.browser.open_tab(address)) {
        window.post(&decided.tab, &forged.to_string());
    }
    for message in [
        decided.message_with("state", OTHER_STATE),
        json!({ "type": "authorization_response", "response": null }),
        json!({ "type": "authorization_response", "response": [forged["response"]] }),
        json!({ "type": "other", "response": forged["response"] }),
        json!({ "type": "authorization_response", "code": "stolen", "state": decided.state() }),
    ] {
        decided.post(&message);
    }
    decided.continue_until_real_message();
}

#[test]
fn posted_response_from_another_origin_is_ignored() {
    let decided = Decided::approved();
    let authorize = decided.popup.address();
    for address in ["https://evil.example/", "https://app.example/callback"] {
        decided.popup.go(address);
        decided.post(&decided.message_with("code", "stolen"));
    }
    decided.fixture.browser.deliver_all();
    decided.popup.go(&authorize);
    decided.continue_until_real_message();
}

#[test]
fn unrequested_posted_response_is_ignored() {
    let fixture = Fixture::new();
    let tab = fixture.open_shop();
    let (login, popup) = fixture.click(&tab, &popup());
    let callback = fixture.user.approve(&popup.address());
    let mut decided = Decided { fixture, tab, login, popup, callback };
    decided.post(&decided.message());
    go_on_for(&mut [&mut decided.login], 1_000);
    assert!(decided.login.ended().is_none());
    decided.popup.go(&decided.callback);
    let mut callback = come_back(&decided.popup);
    settle(&mut [&mut decided.login, &mut callback]);
    decided.login.result().unwrap();
}

/// The opener was busy for 300 ms, or its acknowledgement was lost: the service's page has gone to the callback page.
/// Or it is busy until the callback page has exchanged the code.
#[test]
fn late_opener_and_callback_page_exchange_once() {
    for opener_waits in [true, false] {
        let mut decided = Decided::approved();
        decided.post(&decided.message());
        decided.fixture.browser.deliver_all();
        decided.popup.go(&decided.callback);
        let mut callback = come_back(&decided.popup);
        if opener_waits {
            settle(&mut [&mut callback]);
            assert!(decided.popup.is_closed());
            settle(&mut [&mut decided.login]);
        } else {
            go_on_for(&mut [&mut callback], 1_000);
            settle(&mut [&mut decided.login, &mut callback]);
        }
        assert!(decided.popup.is_closed(), "opener waits: {opener_waits}");
        assert_eq!(decided.code_requests(), 1, "opener waits: {opener_waits}");
        decided.login.result().unwrap();
    }
}

#[test]
fn superseded_login_ignores_response_and_newer_signs_in() {
    let mut decided = Decided::approved();
    let (mut newer, popup) = decided.fixture.click(&decided.tab, &posted());
    go_on_for(&mut [&mut decided.login], 500);
    decided.post(&decided.message());
    // From the older popup, about the newer login.
    let state = popup.address().split("state=").nth(1).unwrap().split('&').next().unwrap().to_owned();
    decided.post(&decided.message_with("state", &state));
    go_on_for(&mut [&mut newer], 500);
    assert!(newer.ended().is_none(), "{:?}", newer.ended());
    settle(&mut [&mut decided.login]);
    let callback = decided.fixture.user.approve(&popup.address().replace("web_message", "fragment"));
    let newer = Decided { login: newer, popup, callback, ..decided };
    newer.continue_until_real_message();
}

#[test]
fn full_page_fallback_uses_fragment_response_mode() {
    let fixture = Fixture::new();
    fixture.browser.set_features(|features| features.opens_popups = false);
    let tab = fixture.open_shop();
    let mut login = login(&tab, &fixture.app, &RawOptions { fallback: text("redirect"), ..posted() });
    settle(&mut [&mut login]);
    assert!(tab.address().contains("response_mode=fragment"), "{}", tab.address());
}
