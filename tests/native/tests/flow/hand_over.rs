//! Who exchanges the code of a popup: its opener or, if that does not respond, the popup. Never both.

use stagepass_core::client::Ending;
use stagepass_core::effect::Effect;
use stagepass_core::error::Code;
use stagepass_core::handoff::Message;
use stagepass_native_tests::browser::Window;
use stagepass_native_tests::fixture::{CALLBACK, Fixture, SHOP, come_back, is_lock, is_receive, popup};
use stagepass_native_tests::flow::{Actor as _, Flow, go_on_for, in_lockstep, settle};
use stagepass_native_tests::network::Fault;

/// Proceeds to the callback page in the popup, before anything happens there.
fn approved(fixture: &Fixture, tab: &Window) -> (Flow<Ending>, Window, Flow<Ending>) {
    let (login, popup) = fixture.click(tab, &popup());
    let callback = fixture.approve_in(&popup);
    (login, popup, callback)
}

fn assert_signed_in_once(fixture: &Fixture, login: Flow<Ending>) {
    assert!(matches!(login.result().unwrap(), Ending::SignedIn(_)));
    assert!(fixture.session().is_some());
    assert_eq!(fixture.network.count("authorization_code"), 1);
}

#[test]
fn an_opener_that_answers_in_time_exchanges_and_the_popup_closes_meanwhile() {
    let fixture = Fixture::new();
    let (mut login, popup, mut callback) = approved(&fixture, &fixture.open_shop());
    callback.run_until(is_receive);
    login.run_until_request();
    settle(&mut [&mut callback]);
    assert!(popup.is_closed());
    assert_eq!(fixture.network.count("authorization_code"), 0, "the popup has exchanged no code");
    settle(&mut [&mut login]);
    assert_signed_in_once(&fixture, login);
}

#[test]
fn a_popup_whose_opener_is_blocked_finishes_alone_and_the_opener_adopts() {
    let fixture = Fixture::new();
    let (mut login, popup, mut callback) = approved(&fixture, &fixture.open_shop());
    settle(&mut [&mut callback]);
    assert!(popup.is_closed());
    assert!(fixture.session().is_some());
    assert_eq!(fixture.network.count("authorization_code"), 1);
    settle(&mut [&mut login]);
    assert_signed_in_once(&fixture, login);
}

#[test]
fn a_popup_waits_two_seconds_for_its_opener() {
    let fixture = Fixture::new();
    let (_login, _popup, mut callback) = approved(&fixture, &fixture.open_shop());
    go_on_for(&mut [&mut callback], 1_999);
    assert_eq!(fixture.network.count("authorization_code"), 0);
    go_on_for(&mut [&mut callback], 1);
    assert_eq!(fixture.network.count("authorization_code"), 1);
}

#[test]
fn both_at_once_make_one_request() {
    for popup_first in [true, false] {
        let fixture = Fixture::new();
        let (mut login, _popup, mut callback) = approved(&fixture, &fixture.open_shop());
        callback.run_until(is_receive);
        fixture.clock.advance(2_000);
        callback.run_until(is_lock);
        login.run_until(is_lock);
        if popup_first {
            in_lockstep(&mut [&mut callback, &mut login]);
        } else {
            in_lockstep(&mut [&mut login, &mut callback]);
        }
        settle(&mut [&mut login, &mut callback]);
        assert_signed_in_once(&fixture, login);
    }
}

#[test]
fn an_opener_that_comes_while_the_popup_exchanges_waits_for_it() {
    let fixture = Fixture::new();
    let (mut login, _popup, mut callback) = approved(&fixture, &fixture.open_shop());
    callback.run_until(is_receive);
    fixture.clock.advance(2_000);
    callback.run_until_request();
    login.run_until(is_lock);
    settle(&mut [&mut login, &mut callback]);
    assert_signed_in_once(&fixture, login);
}

#[test]
fn without_locks_only_the_opener_exchanges_its_code() {
    let fixture = Fixture::new();
    fixture.browser.set_features(|features| features.has_locks = false);
    let (mut login, popup, mut callback) = approved(&fixture, &fixture.open_shop());
    go_on_for(&mut [&mut callback], 5_000);
    assert_eq!(fixture.network.count("authorization_code"), 0);
    settle(&mut [&mut login, &mut callback]);
    assert!(popup.is_closed() && callback.is_gone());
    assert_signed_in_once(&fixture, login);
}

#[test]
fn without_locks_and_without_an_opener_the_popup_gives_up() {
    let fixture = Fixture::new();
    fixture.browser.set_features(|features| features.has_locks = false);
    let tab = fixture.open_shop();
    let (login, _popup, callback) = approved(&fixture, &tab);
    tab.close();
    assert_eq!(callback.fails(), Code::TransactionLost);
    assert_eq!(fixture.network.count("authorization_code"), 0);
    drop(login);
}

#[test]
fn a_popup_that_is_alone_and_has_nowhere_to_put_the_session_does_not_close_upon_it() {
    let fixture = Fixture::new();
    let tab = fixture.open_shop();
    let (login, popup, mut callback) = approved(&fixture, &tab);
    tab.close();
    callback.run_until(is_receive);
    fixture.clock.advance(2_000);
    callback.run_until(|effect| matches!(effect, Effect::Write { .. }));
    // The quota is used up.
    fixture.browser.set_features(|features| features.keeps_storage = false);
    assert_eq!(callback.fails(), Code::StorageUnavailable);
    assert!(!popup.is_closed());
    drop(login);
}

#[test]
fn windows_that_are_cut_off_from_each_other_find_each_other_by_their_channel() {
    let fixture = Fixture::new();
    let (mut login, popup) = fixture.click(&fixture.open_shop(), &popup());
    popup.cut_off();
    go_on_for(&mut [&mut login], 20_000);
    let mut callback = fixture.approve_in(&popup);
    callback.run_until(is_receive);
    login.run_until_request();
    settle(&mut [&mut login, &mut callback]);
    assert!(popup.is_closed());
    assert_signed_in_once(&fixture, login);
}

#[test]
fn an_app_in_a_frame_of_another_site_hears_its_popup_though_they_share_no_storage() {
    let fixture = Fixture::new();
    let frame = fixture.browser.open_foreign_frame(SHOP);
    let (mut login, popup, mut callback) = approved(&fixture, &frame);
    settle(&mut [&mut login, &mut callback]);
    assert!(popup.is_closed());
    assert!(matches!(login.result().unwrap(), Ending::SignedIn(_)));
    assert!(fixture.session().is_none(), "the session is the frame's own");
    assert!(fixture.signed_in_handle(&frame).is_ok());
    assert_eq!(fixture.network.count("authorization_code"), 1);
}

#[test]
fn a_busy_app_in_a_frame_of_another_site_signs_in_when_it_wakes() {
    let fixture = Fixture::new();
    let frame = fixture.browser.open_foreign_frame(SHOP);
    let (mut login, popup, mut callback) = approved(&fixture, &frame);
    go_on_for(&mut [&mut callback], 5_000);
    settle(&mut [&mut login, &mut callback]);
    assert!(popup.is_closed() && callback.is_gone());
    assert!(matches!(login.result().unwrap(), Ending::SignedIn(_)));
}

#[test]
fn a_popup_needs_no_storage() {
    let fixture = Fixture::new();
    fixture.browser.set_features(|features| features.keeps_storage = false);
    let tab = fixture.open_shop();
    let (mut login, popup, mut callback) = approved(&fixture, &tab);
    settle(&mut [&mut login, &mut callback]);
    assert!(popup.is_closed());
    assert!(matches!(login.result().unwrap(), Ending::SignedIn(_)));
    assert!(fixture.browser.stored_keys().is_empty());
    assert!(fixture.signed_in_handle(&tab).is_ok(), "signed in for as long as the page");
    tab.reload();
    assert_eq!(fixture.access_token(&tab, None).fails(), Code::NotSignedIn);
}

#[test]
fn a_busy_opener_whose_storage_is_full_signs_in_as_soon_as_it_wakes() {
    let fixture = Fixture::new();
    fixture.browser.set_features(|features| features.keeps_storage = false);
    let (mut login, popup, mut callback) = approved(&fixture, &fixture.open_shop());
    // The popup has tried alone and found nothing; now it can only wait.
    go_on_for(&mut [&mut callback], 3_000);
    let woken_at = fixture.clock.now();
    login.run_until_request();
    assert_eq!(fixture.clock.now(), woken_at, "a page without a code to exchange delays no other");
    settle(&mut [&mut login, &mut callback]);
    assert!(popup.is_closed() && callback.is_gone());
    assert!(matches!(login.result().unwrap(), Ending::SignedIn(_)));
}

#[test]
fn a_popup_that_will_not_close_becomes_the_app() {
    let fixture = Fixture::new();
    let (mut login, popup, mut callback) = approved(&fixture, &fixture.open_shop());
    popup.refuse_to_close();
    settle(&mut [&mut callback]);
    assert!(matches!(callback.result().unwrap(), Ending::Returning(_)));
    assert_eq!(popup.address(), SHOP);
    assert!(fixture.signed_in_handle(&popup).is_ok());
    settle(&mut [&mut login]);
    assert_signed_in_once(&fixture, login);
}

#[test]
fn a_popup_that_fails_alone_tells_its_opener_why() {
    let fixture = Fixture::new();
    let (mut login, _popup, callback) = approved(&fixture, &fixture.open_shop());
    fixture.network.next("authorization_code", Fault::Unreachable);
    assert_eq!(callback.fails(), Code::Network);
    settle(&mut [&mut login]);
    assert_eq!(login.fails(), Code::Network);
    assert!(fixture.browser.stored_keys().is_empty());
}

#[test]
fn an_opener_that_has_gone_finds_the_session_when_it_is_back() {
    let fixture = Fixture::new();
    let tab = fixture.open_shop();
    let (login, popup, mut callback) = approved(&fixture, &tab);
    tab.reload();
    settle(&mut [&mut callback]);
    assert!(popup.is_closed());
    assert!(fixture.signed_in_handle(&tab).is_ok());
    assert_eq!(fixture.network.count("authorization_code"), 1);
    drop(login);
}

#[test]
fn a_callback_page_that_handles_its_answer_twice_exchanges_once() {
    let fixture = Fixture::new();
    let (mut login, popup, mut first) = approved(&fixture, &fixture.open_shop());
    let mut second = come_back(&popup);
    settle(&mut [&mut first, &mut second, &mut login]);
    assert!(popup.is_closed());
    assert_signed_in_once(&fixture, login);
}

#[test]
fn a_callback_page_without_an_opener_that_handles_its_answer_twice_exchanges_once() {
    let fixture = Fixture::new();
    let tab = fixture.open_shop();
    let (login, popup, mut first) = approved(&fixture, &tab);
    let mut second = come_back(&popup);
    tab.close();
    settle(&mut [&mut first, &mut second]);
    assert!(popup.is_closed());
    assert!(fixture.session().is_some());
    assert_eq!(fixture.network.count("authorization_code"), 1);
    drop(login);
}

#[test]
fn messages_of_others_are_ignored() {
    let fixture = Fixture::new();
    let tab = fixture.open_shop();
    let (mut login, popup) = fixture.click(&tab, &popup());
    let answer = fixture.user.approve(&popup.address());
    let state = answer.split("state=").nth(1).unwrap().split('&').next().unwrap().to_owned();
    let forged = [
        Message::Answer(format!("{CALLBACK}#code=stolen&state={state}")).to_text(&state),
        Message::Failed(Code::AccessDenied).to_text(&state),
        Message::SignedIn(String::new()).to_text(&state),
        "{\"type\":\"answer\"}".to_owned(),
    ];
    let elsewhere = fixture.browser.open_tab("https://evil.example/");
    let neighbour = fixture.open_shop();
    for text in &forged {
        // From another origin; from ours, but not from the popup; from the popup, while it shows the service.
        elsewhere.post(&tab, text);
        neighbour.post(&tab, text);
        popup.post(&tab, text);
    }
    popup.go(CALLBACK);
    // From the popup and of our origin, but about another login.
    popup.post(&tab, &Message::Failed(Code::AccessDenied).to_text("sp1.p.AAAAAAAAAAAAAAAAAAAAAA"));
    go_on_for(&mut [&mut login], 1_000);
    assert!(login.ended().is_none(), "{:?}", login.ended());
    assert_eq!(fixture.network.count("authorization_code"), 0);

    popup.go(&answer);
    let mut callback = come_back(&popup);
    settle(&mut [&mut login, &mut callback]);
    assert_signed_in_once(&fixture, login);
}

#[test]
fn a_popup_believes_nobody_but_its_opener_that_it_may_close() {
    let fixture = Fixture::new();
    let tab = fixture.open_shop();
    let (login, popup, mut callback) = approved(&fixture, &tab);
    let state = popup.address().split("state=").nth(1).unwrap().split('&').next().unwrap().to_owned();
    callback.run_until(is_receive);
    let elsewhere = fixture.browser.open_tab("https://evil.example/");
    let neighbour = fixture.open_shop();
    for other in [&elsewhere, &neighbour] {
        other.post(&popup, &Message::Taken.to_text(&state));
    }
    go_on_for(&mut [&mut callback], 1_000);
    assert!(!popup.is_closed() && callback.wants().is_some_and(is_receive));
    drop(login);
}
