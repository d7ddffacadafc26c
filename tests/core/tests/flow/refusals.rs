//! The token endpoint refuses, fails, or is not there.

use stagepass_core::error::Code;
use stagepass_core::transaction;
use stagepass_core_tests::fixture::{CALLBACK, Fixture, come_back, full_page, login, popup, registered};
use stagepass_core_tests::flow::settle;
use stagepass_core_tests::network::Fault;
use stagepass_core_tests::stub_server::StubServer;

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
    let fixture = Fixture::new();
    let header = ("location", "https://evil.example/token");
    let stub_server = StubServer::start(&fixture.service.runtime(), 307, header, "");
    let app = registered(stub_server.base_url(), &fixture.app.client_id);
    let tab = fixture.open_shop();
    login(&tab, &app, &full_page()).finish().unwrap();
    let keys = fixture.browser.stored_keys();
    let state = keys[0].strip_prefix("stagepass/login/").unwrap();
    tab.go(&format!("{CALLBACK}#code=abc&state={state}"));
    assert_eq!(come_back(&tab).fails(), Code::Network);
    assert!(fixture.browser.stored_keys().is_empty(), "a code is tried once");
}
