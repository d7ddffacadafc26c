//! Who exchanges the code of a popup: its opener or, if that does not respond, the popup. Never both.

use stagepass_core::client::Ending;
use stagepass_core::effect::Effect;
use stagepass_core::error::Code;
use stagepass_core::handoff::Message;
use stagepass_core_tests::browser::Window;
use stagepass_core_tests::fixture::{CALLBACK, Fixture, SHOP, come_back, is_receive, popup};
use stagepass_core_tests::flow::{Actor as _, Flow, go_on_for, settle};
use stagepass_core_tests::network::Fault;

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
fn responsive_opener_exchanges_code_and_popup_closes() {
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
fn popup_with_blocked_opener_exchanges_and_opener_adopts() {
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
fn popup_without_locks_or_opener_exchanges_nothing() {
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
fn popup_without_opener_stays_open_if_storage_fails() {
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
fn severed_opener_and_popup_connect_by_broadcast_channel() {
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
fn cross_site_frame_signs_in_without_shared_storage() {
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
fn busy_opener_without_storage_exchanges_immediately_on_waking() {
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
fn unclosable_popup_returns_to_app_signed_in() {
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
fn failed_exchange_in_popup_is_reported_to_opener() {
    let fixture = Fixture::new();
    let (mut login, _popup, callback) = approved(&fixture, &fixture.open_shop());
    fixture.network.next("authorization_code", Fault::Unreachable);
    assert_eq!(callback.fails(), Code::Network);
    settle(&mut [&mut login]);
    assert_eq!(login.fails(), Code::Network);
    assert!(fixture.browser.stored_keys().is_empty());
}

#[test]
fn reloaded_opener_finds_session_of_its_popup() {
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
fn messages_of_others_are_ignored() {
    let fixture = Fixture::new();
    let tab = fixture.open_shop();
    let (mut login, popup) = fixture.click(&tab, &popup());
    let answer = fixture.user.approve(&popup.address());
    let state = answer.split("state=").nth(1).unwrap().split('&').next().unwrap().to_owned();
    let forged = [
        Message::Response(format!("{CALLBACK}#code=stolen&state={state}")).to_text(&state),
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
fn popup_ignores_close_message_from_other_windows() {
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
    // Its opener shows a page of another origin by now.
    drop(login);
    tab.go("https://evil.example/");
    tab.post(&popup, &Message::Taken.to_text(&state));
    go_on_for(&mut [&mut callback], 1_000);
    assert!(!popup.is_closed() && callback.wants().is_some_and(is_receive));
}
