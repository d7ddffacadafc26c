//! The app changes its mind.

use stagepass_core::client::Ending;
use stagepass_core::error::Code;
use stagepass_core_tests::fixture::{Fixture, come_back, full_page, is_lock, is_receive, popup};
use stagepass_core_tests::flow::settle;

#[test]
fn aborted_login_closes_popup_and_deletes_its_transaction() {
    let fixture = Fixture::new();
    let (mut login, popup) = fixture.click(&fixture.open_shop(), &popup());
    assert_eq!(fixture.browser.stored_keys().len(), 1);
    login.abort();
    assert_eq!(login.fails(), Code::Aborted);
    assert!(popup.is_closed());
    assert!(fixture.browser.stored_keys().is_empty());
}

#[test]
fn response_after_abort_fails_without_code_exchange() {
    let fixture = Fixture::new();
    let (mut login, popup) = fixture.click(&fixture.open_shop(), &popup());
    // The app can't close a popup that it is cut off from.
    popup.cut_off();
    login.abort();
    assert_eq!(login.fails(), Code::Aborted);
    assert_eq!(fixture.approve_in(&popup).fails(), Code::TransactionLost);
    assert_eq!(fixture.network.count("authorization_code"), 0);
    assert!(fixture.browser.stored_keys().is_empty());
}

/// While the response arrives, or just before the code exchange.
#[test]
fn abort_before_code_exchange_leaves_no_session() {
    for (moment, is_cut_off) in [("the request", false), ("the lock", true)] {
        let fixture = Fixture::new();
        let (mut login, popup) = fixture.click(&fixture.open_shop(), &popup());
        if is_cut_off {
            popup.cut_off();
        }
        let mut callback = fixture.approve_in(&popup);
        callback.run_until(is_receive);
        if is_cut_off {
            login.run_until(is_lock);
        } else {
            login.run_until_request();
        }
        login.abort();
        settle(&mut [&mut login, &mut callback]);
        assert_eq!(login.fails(), Code::Aborted, "{moment}");
        assert!(fixture.browser.stored_keys().is_empty(), "{moment}: {:?}", fixture.browser.stored_keys());
        assert_eq!(fixture.network.count("authorization_code"), 0, "{moment}");
    }
}

#[test]
fn aborted_callback_page_leaves_login_to_opener() {
    let fixture = Fixture::new();
    let (mut login, popup) = fixture.click(&fixture.open_shop(), &popup());
    let answer = fixture.user.approve(&popup.address());
    popup.go(&answer);
    let mut callback = come_back(&popup);
    callback.run_until(is_receive);
    callback.abort();
    assert_eq!(callback.fails(), Code::Aborted);
    settle(&mut [&mut login]);
    assert!(matches!(login.result().unwrap(), Ending::SignedIn(_)));
}

/// The login is a full-page redirect.
#[test]
fn callback_aborted_before_claim_signs_in_on_reload() {
    let fixture = Fixture::new();
    let tab = fixture.open_shop();
    fixture.login(&tab, &full_page()).finish().unwrap();
    let answer = fixture.user.approve(&tab.address());
    tab.go(&answer);
    let mut callback = come_back(&tab);
    callback.run_until(is_lock);
    callback.abort();
    assert_eq!(callback.fails(), Code::Aborted);
    tab.go(&answer);
    assert!(matches!(come_back(&tab).finish().unwrap(), Ending::Returning(_)));
}

#[test]
fn a_renewal_that_is_cancelled_keeps_the_session() {
    let fixture = Fixture::new();
    let tab = fixture.sign_in();
    fixture.clock.advance(2 * 60 * 60 * 1000);
    let mut renewal = fixture.access_token(&tab, None);
    renewal.run_until_request();
    let mut waiting = fixture.access_token(&fixture.open_shop(), None);
    waiting.run_until(is_lock);
    waiting.abort();
    renewal.abort();
    settle(&mut [&mut renewal, &mut waiting]);
    assert_eq!(renewal.fails(), Code::Aborted);
    assert_eq!(waiting.fails(), Code::Aborted);
    assert!(fixture.signed_in_handle(&tab).is_ok());
}
