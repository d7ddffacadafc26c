//! The app changes its mind.

use stagepass_core::client::Ending;
use stagepass_core::error::Code;
use stagepass_native_tests::fixture::{Fixture, come_back, full_page, is_lock, is_receive, popup};
use stagepass_native_tests::flow::{go_on_for, settle};
use stagepass_native_tests::network::Fault;

#[test]
fn a_sign_in_that_is_cancelled_closes_its_popup_and_is_forgotten() {
    let fixture = Fixture::new();
    let (mut login, popup) = fixture.click(&fixture.open_shop(), &popup());
    assert_eq!(fixture.browser.stored_keys().len(), 1);
    login.abort();
    assert_eq!(login.fails(), Code::Aborted);
    assert!(popup.is_closed());
    assert!(fixture.browser.stored_keys().is_empty());
}

#[test]
fn an_answer_that_comes_after_it_is_of_no_use() {
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

#[test]
fn a_sign_in_that_is_cancelled_as_its_code_is_about_to_be_exchanged_leaves_no_session() {
    let fixture = Fixture::new();
    let (mut login, popup) = fixture.click(&fixture.open_shop(), &popup());
    let mut callback = fixture.approve_in(&popup);
    callback.run_until(is_receive);
    login.run_until_request();
    login.abort();
    settle(&mut [&mut login, &mut callback]);
    assert_eq!(login.fails(), Code::Aborted);
    assert!(fixture.browser.stored_keys().is_empty());
    assert_eq!(fixture.network.count("authorization_code"), 0);
}

#[test]
fn a_sign_in_that_is_cancelled_as_the_answer_arrives_leaves_no_session() {
    let fixture = Fixture::new();
    let (mut login, popup) = fixture.click(&fixture.open_shop(), &popup());
    popup.cut_off();
    let mut callback = fixture.approve_in(&popup);
    callback.run_until(is_receive);
    login.run_until(is_lock);
    login.abort();
    settle(&mut [&mut login, &mut callback]);
    assert_eq!(login.fails(), Code::Aborted);
    assert!(fixture.browser.stored_keys().is_empty(), "{:?}", fixture.browser.stored_keys());
    assert_eq!(fixture.network.count("authorization_code"), 0);
}

#[test]
fn a_callback_page_that_is_cancelled_leaves_the_login_to_others() {
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

#[test]
fn a_full_page_that_is_cancelled_before_it_claims_can_be_loaded_again() {
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

#[test]
fn a_renewal_that_is_cancelled_after_the_service_has_served_it_keeps_the_session() {
    let fixture = Fixture::new();
    let tab = fixture.sign_in();
    fixture.clock.advance(2 * 60 * 60 * 1000);
    fixture.network.next("refresh_token", Fault::AnswerLost);
    assert_eq!(fixture.access_token(&tab, None).fails(), Code::Network);
    let mut again = fixture.access_token(&tab, None);
    go_on_for(&mut [&mut again], 0);
    assert!(again.result().is_ok());
}
