//! The token endpoint refuses, fails, or is not there.

use stagepass_core::client::Ending;
use stagepass_core::config::Config;
use stagepass_core::error::{Code, Error};
use stagepass_core::transaction;
use stagepass_core_tests::fixture::{CALLBACK, Fixture, come_back, full_page, login, popup, registered};
use stagepass_core_tests::flow::settle;
use stagepass_core_tests::network::Fault;
use stagepass_core_tests::stub_server::StubServer;

const HTML: (&str, &str) = ("content-type", "text/html");
const JSON: (&str, &str) = ("content-type", "application/json");

/// Comes back from a service that was never there, with a code for this app.
fn exchange_at(fixture: &Fixture, app: &Config) -> Error {
    let tab = fixture.open_shop();
    login(&tab, app, &full_page()).finish().unwrap();
    let keys = fixture.browser.stored_keys();
    let state = keys[0].strip_prefix("stagepass/login/").unwrap();
    tab.go(&format!("{CALLBACK}#code=abc&state={state}"));
    let error = come_back(&tab).finish().unwrap_err();
    assert!(fixture.browser.stored_keys().is_empty(), "a code is tried once");
    error
}

fn exchange_at_impostor(status: u16, header: (&'static str, &'static str), body: &'static str) -> Error {
    let fixture = Fixture::new();
    let stub_server = StubServer::start(&fixture.service.runtime(), status, header, body);
    exchange_at(&fixture, &registered(stub_server.base_url(), &fixture.app.client_id))
}

#[test]
fn reused_code_is_rejected_and_revokes_session() {
    let fixture = Fixture::new();
    let tab = fixture.open_shop();
    fixture.login(&tab, &full_page()).finish().unwrap();
    let answer = fixture.user.approve(&tab.address());
    let [key] = <[String; 1]>::try_from(fixture.browser.stored_keys()).unwrap();
    let record = fixture.browser.stored(&key).unwrap();
    tab.go(&answer);
    come_back(&tab).finish().unwrap();
    assert!(fixture.signed_in_handle(&tab).is_ok());

    // An attacker has read the browser's storage, and uses the transaction a second time.
    let state = key.strip_prefix("stagepass/login/").unwrap();
    fixture.browser.store(&transaction::key(state), &record);
    tab.go(&answer);
    let error = come_back(&tab).finish().unwrap_err();
    assert_eq!((error.code, error.status()), (Code::ExchangeRefused, Some(400)));
    assert!(error.description().is_some());
    assert_eq!(fixture.renew_refused(&tab).unwrap_err().code, Code::SessionExpired);
}

#[test]
fn a_code_that_is_too_old_is_refused() {
    for (age, expected) in [(599_000, None), (601_000, Some(Code::ExchangeRefused))] {
        let fixture = Fixture::new();
        let (mut login, popup) = fixture.click(&fixture.open_shop(), &popup());
        let mut callback = fixture.approve_in(&popup);
        fixture.clock.advance(age);
        settle(&mut [&mut login, &mut callback]);
        let error = login.result().err().map(|error| (error.code, error.status()));
        assert_eq!(error, expected.map(|code| (code, Some(400))), "{age}");
        assert!(popup.is_closed());
        assert_eq!(fixture.browser.stored_keys().is_empty(), expected.is_some(), "{age}");
    }
}

#[test]
fn a_code_for_another_redirect_uri_is_refused() {
    let fixture = Fixture::new();
    let tab = fixture.open_shop();
    fixture.login(&tab, &full_page()).finish().unwrap();
    let answer = fixture.user.approve(&tab.address());
    let [key] = <[String; 1]>::try_from(fixture.browser.stored_keys()).unwrap();
    fixture.browser.store(&key, &fixture.browser.stored(&key).unwrap().replace(CALLBACK, "https://app.example/other"));
    tab.go(&answer);
    assert_eq!(come_back(&tab).fails(), Code::ExchangeRefused);
}

#[test]
fn a_service_that_is_down_cannot_be_reached() {
    let mut fixture = Fixture::new();
    let tab = fixture.open_shop();
    fixture.login(&tab, &full_page()).finish().unwrap();
    tab.go(&fixture.user.approve(&tab.address()));
    fixture.service.stop();
    assert_eq!(come_back(&tab).fails(), Code::Network);
    assert!(fixture.browser.stored_keys().is_empty());
}

#[test]
fn lost_exchange_response_is_not_retried() {
    let fixture = Fixture::new();
    let (mut login, popup) = fixture.click(&fixture.open_shop(), &popup());
    let mut callback = fixture.approve_in(&popup);
    fixture.network.next("authorization_code", Fault::AnswerLost);
    settle(&mut [&mut login, &mut callback]);
    assert_eq!(login.fails(), Code::Network);
    assert_eq!(fixture.network.count("authorization_code"), 1);
    assert!(fixture.browser.stored_keys().is_empty());
}

#[test]
fn a_portals_page_is_no_answer() {
    assert_eq!(exchange_at_impostor(200, HTML, "<h1>Welcome to our Wi-Fi</h1>").code, Code::BadResponse);
    assert_eq!(exchange_at_impostor(200, JSON, "{\"refresh_token\":\"r\"}").code, Code::BadResponse);
    assert_eq!(exchange_at_impostor(204, JSON, "").code, Code::BadResponse);
}

#[test]
fn service_failure_is_not_reported_as_rejection() {
    for status in [404, 429, 500, 502, 503] {
        let error = exchange_at_impostor(status, HTML, "<h1>Try again later</h1>");
        assert_eq!((error.code, error.status(), error.description()), (Code::RequestFailed, Some(status), None));
    }
    let error = exchange_at_impostor(429, JSON, r#"{"error":"slow_down","error_description":"too many"}"#);
    assert_eq!((error.code, error.description()), (Code::RequestFailed, Some("too many")));
    let error = exchange_at_impostor(401, JSON, r#"{"error":"invalid_client"}"#);
    assert_eq!((error.code, error.service_error()), (Code::ExchangeRefused, Some("invalid_client")));
}

#[test]
fn failed_exchange_keeps_the_session_of_before() {
    let fixture = Fixture::new();
    let tab = fixture.sign_in();
    let key = fixture.app.session_key();
    let before = fixture.browser.stored(&key);
    for fault in [Fault::Unreachable, Fault::AnswerLost] {
        fixture.login(&tab, &full_page()).finish().unwrap();
        let mut callback = fixture.approve_in(&tab);
        fixture.network.next("authorization_code", fault);
        settle(&mut [&mut callback]);
        assert_eq!(callback.fails(), Code::Network);
        assert_eq!(fixture.browser.stored_keys(), std::slice::from_ref(&key));
        assert_eq!(fixture.browser.stored(&key), before);
    }
    assert!(fixture.signed_in_handle(&tab).is_ok());
}

#[test]
fn a_redirect_is_never_followed_with_a_code() {
    assert_eq!(exchange_at_impostor(307, ("location", "https://evil.example/token"), "").code, Code::Network);
}

#[test]
fn login_after_failed_exchange_succeeds() {
    let fixture = Fixture::new();
    let tab = fixture.open_shop();
    let (mut login, first) = fixture.click(&tab, &popup());
    let mut callback = fixture.approve_in(&first);
    fixture.network.next("authorization_code", Fault::Unreachable);
    settle(&mut [&mut login, &mut callback]);
    assert_eq!(login.fails(), Code::Network);

    let (mut login, second) = fixture.click(&tab, &popup());
    let mut callback = fixture.approve_in(&second);
    settle(&mut [&mut login, &mut callback]);
    assert!(matches!(login.result().unwrap(), Ending::SignedIn(_)));
}
