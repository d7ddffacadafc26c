//! The person closes the popup; or it only looks so.

use stagepass_core::authorize::RawOptions;
use stagepass_core::client::Ending;
use stagepass_core::document::Json;
use stagepass_core::error::Code;
use stagepass_core::transaction;
use stagepass_core_tests::browser::Window;
use stagepass_core_tests::fixture::{Fixture, come_back, popup, text};
use stagepass_core_tests::flow::{Actor as _, Flow, go_on_for, settle};

/// A popup that has been cut off, in a browser that does not inform its opener.
fn severed_popup(fixture: &Fixture) -> (Flow<Ending>, Window, Window) {
    fixture.browser.set_features(|features| features.has_channels = false);
    let tab = fixture.open_shop();
    let (login, popup) = fixture.click(&tab, &popup());
    popup.cut_off();
    (login, tab, popup)
}

#[test]
fn closing_the_popup_ends_the_call() {
    let fixture = Fixture::new();
    let (mut login, popup) = fixture.click(&fixture.open_shop(), &popup());
    go_on_for(&mut [&mut login], 5_000);
    popup.close();
    go_on_for(&mut [&mut login], 900);
    assert!(login.wants().is_some(), "an answer may be on its way");
    go_on_for(&mut [&mut login], 600);
    assert_eq!(login.ended(), Some(Err(Code::PopupClosed)));
    assert_eq!(fixture.network.count("authorization_code"), 0);
}

#[test]
fn closing_popup_for_wider_scope_keeps_current_session() {
    let fixture = Fixture::new();
    let tab = fixture.sign_in();
    let before = fixture.session().unwrap().to_record::<Json>();
    let (mut login, popup) = fixture.click(&tab, &RawOptions { scope: text("write"), ..popup() });
    go_on_for(&mut [&mut login], 5_000);
    popup.close();
    go_on_for(&mut [&mut login], 1_500);
    assert_eq!(login.ended(), Some(Err(Code::PopupClosed)));
    assert_eq!((fixture.session().unwrap().to_record::<Json>(), fixture.network.count("revoke")), (before, 0));
    assert!(fixture.signed_in_handle(&tab).is_ok());
}

#[test]
fn severed_popup_ends_login_only_when_focus_returns() {
    let fixture = Fixture::new();
    let tab = fixture.open_shop();
    let (mut login, popup) = fixture.click(&tab, &popup());
    go_on_for(&mut [&mut login], 300);
    popup.cut_off();
    go_on_for(&mut [&mut login], 60_000);
    assert!(login.wants().is_some());
    tab.focus();
    go_on_for(&mut [&mut login], 500);
    assert_eq!(login.ended(), Some(Err(Code::PopupClosed)));
}

#[test]
fn response_of_popup_presumed_closed_still_signs_in() {
    let fixture = Fixture::new();
    let tab = fixture.open_shop();
    let (mut login, popup) = fixture.click(&tab, &popup());
    popup.cut_off();
    go_on_for(&mut [&mut login], 2_000);
    tab.focus();
    settle(&mut [&mut login]);
    assert_eq!(login.fails(), Code::PopupClosed);

    let mut callback = fixture.approve_in(&popup);
    settle(&mut [&mut callback]);
    assert!(popup.is_closed());
    assert_eq!(fixture.network.count("authorization_code"), 1);
    assert!(fixture.signed_in_handle(&tab).is_ok());
}

#[test]
fn response_arriving_as_popup_closes_signs_in() {
    let fixture = Fixture::new();
    let (mut login, popup) = fixture.click(&fixture.open_shop(), &popup());
    go_on_for(&mut [&mut login], 10_000);
    let mut callback = fixture.approve_in(&popup);
    go_on_for(&mut [&mut callback], 100);
    popup.close();
    settle(&mut [&mut login]);
    assert!(matches!(login.result().unwrap(), Ending::SignedIn(_)));
}

#[test]
fn timeout_after_one_hour_closes_popup() {
    let fixture = Fixture::new();
    let (mut login, popup) = fixture.click(&fixture.open_shop(), &popup());
    go_on_for(&mut [&mut login], transaction::LIFETIME);
    assert!(login.wants().is_some());
    settle(&mut [&mut login]);
    assert_eq!(login.fails(), Code::Timeout);
    assert!(popup.is_closed());
    assert!(fixture.browser.stored_keys().is_empty());
}

/// The popup shows the service's page, or the callback page, whose script has not read the response.
#[test]
fn login_succeeds_after_user_closed_first_popup() {
    for (is_approved, open_for) in [(false, 500), (false, 4_000), (true, 500), (true, 4_000)] {
        let fixture = Fixture::new();
        let tab = fixture.open_shop();
        let (mut login, first) = fixture.click(&tab, &popup());
        if is_approved {
            first.go(&fixture.user.approve(&first.address()));
        }
        go_on_for(&mut [&mut login], open_for);
        first.close();
        settle(&mut [&mut login]);
        assert_eq!(login.fails(), Code::PopupClosed);
        assert_eq!(fixture.network.count("authorization_code"), 0);

        let (mut login, second) = fixture.click(&tab, &popup());
        second.go(&fixture.user.approve(&second.address()));
        let mut callback = come_back(&second);
        settle(&mut [&mut login, &mut callback]);
        assert!(matches!(login.result().unwrap(), Ending::SignedIn(_)));
        assert_eq!(fixture.network.count("authorization_code"), 1);
        // The login that was given up is stored for as long as its popup might still be open.
        assert_eq!(fixture.browser.stored_keys().len(), 2);
    }
}

#[test]
fn opener_adopts_session_of_popup_without_channel() {
    let fixture = Fixture::new();
    let (mut login, tab, popup) = severed_popup(&fixture);
    let mut callback = fixture.approve_in(&popup);
    settle(&mut [&mut callback]);
    assert!(popup.is_closed());
    go_on_for(&mut [&mut login], 1_000);
    tab.focus();
    settle(&mut [&mut login]);
    assert!(matches!(login.result().unwrap(), Ending::SignedIn(_)));
    assert_eq!(fixture.network.count("authorization_code"), 1);
}

#[test]
fn earlier_session_is_not_adopted_after_closed_popup() {
    let fixture = Fixture::new();
    fixture.sign_in();
    let (mut login, tab, popup) = severed_popup(&fixture);
    go_on_for(&mut [&mut login], 1_000);
    popup.close();
    tab.focus();
    assert_eq!(login.fails(), Code::PopupClosed);
}

#[test]
fn the_last_click_wins() {
    let fixture = Fixture::new();
    let tab = fixture.open_shop();
    let (mut first, its_popup) = fixture.click(&tab, &popup());
    go_on_for(&mut [&mut first], 1_000);
    let (mut second, popup) = fixture.click(&tab, &popup());
    go_on_for(&mut [&mut first, &mut second], 500);
    assert_eq!(first.ended(), Some(Err(Code::Superseded)));
    assert!(its_popup.is_closed());
    let mut callback = fixture.approve_in(&popup);
    settle(&mut [&mut second, &mut callback]);
    assert!(matches!(second.result().unwrap(), Ending::SignedIn(_)));
}

#[test]
fn blocked_second_popup_leaves_first_login_running() {
    let fixture = Fixture::new();
    let tab = fixture.open_shop();
    let (mut first, its_popup) = fixture.click(&tab, &popup());
    fixture.browser.set_features(|features| features.opens_popups = false);
    assert_eq!(fixture.login(&tab, &popup()).fails(), Code::PopupBlocked);
    go_on_for(&mut [&mut first], 5_000);
    let mut callback = fixture.approve_in(&its_popup);
    settle(&mut [&mut first, &mut callback]);
    assert!(matches!(first.result().unwrap(), Ending::SignedIn(_)));
    assert_eq!(fixture.network.count("authorization_code"), 1);
    assert_eq!(fixture.browser.stored_keys(), [fixture.app.session_key()]);
}

/// The first popup cannot be closed. Its session lasts until the second popup's.
#[test]
fn superseded_popup_and_newer_popup_both_sign_in() {
    let fixture = Fixture::new();
    let tab = fixture.open_shop();
    let (mut first, its_popup) = fixture.click(&tab, &popup());
    its_popup.cut_off();
    let (mut second, popup) = fixture.click(&tab, &popup());
    go_on_for(&mut [&mut first, &mut second], 1_000);
    assert_eq!(first.fails(), Code::Superseded);
    let mut callback = fixture.approve_in(&its_popup);
    settle(&mut [&mut callback]);
    let replaced = fixture.session().unwrap().access_token;

    let mut callback = fixture.approve_in(&popup);
    settle(&mut [&mut second, &mut callback]);
    assert!(matches!(second.result().unwrap(), Ending::SignedIn(_)));
    assert!(fixture.signed_in_handle(&tab).is_ok());
    assert_eq!(fixture.network.me(&fixture.app, &replaced).status, 401);
    assert_eq!((fixture.network.count("authorization_code"), fixture.network.count("revoke")), (2, 1));
    assert_eq!(fixture.browser.stored_keys(), [fixture.app.session_key()]);
}
