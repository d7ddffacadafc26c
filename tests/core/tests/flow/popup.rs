//! Signing in by popup.

use stagepass_core::authorize::RawOptions;
use stagepass_core::client::{AccessToken, Ending, TokenRequest};
use stagepass_core::document::Document as _;
use stagepass_core::effect::Effect;
use stagepass_core::error::Code;
use stagepass_core::scope::Scope;
use stagepass_core_tests::fixture::{CALLBACK, Fixture, SHOP, come_back, is_receive, login, popup, text, unregistered};
use stagepass_core_tests::flow::{Actor as _, settle};
use stagepass_core_tests::service::{HANDLE, NAME};

#[test]
fn a_person_signs_in_by_popup() {
    let fixture = Fixture::new();
    let tab = fixture.open_shop();
    let (mut login, popup) = fixture.click(&tab, &RawOptions { app_state: text("{\"basket\":7}"), ..popup() });
    let mut callback = fixture.approve_in(&popup);
    settle(&mut [&mut login, &mut callback]);

    let Ending::SignedIn(completed) = login.result().unwrap() else { panic!("no user is signed in") };
    assert_eq!(completed.config, fixture.app);
    let me = fixture.network.me(&fixture.app, &fixture.session().unwrap().access_token).body.unwrap();
    assert_eq!((me.text("handle").as_deref(), me.text("name").as_deref()), (Some(HANDLE), Some(NAME)));
    assert_eq!(completed.app_state, "{\"basket\":7}");
    assert!(popup.is_closed() && callback.is_gone());
    assert_eq!(tab.address(), SHOP);
    assert_eq!(fixture.browser.stored_keys(), [fixture.app.session_key()]);
    assert_eq!(fixture.session().unwrap().scope, Scope::Read.into());
    assert_eq!(fixture.network.count("authorization_code"), 1);
}

/// Browsers block a popup that the app does not open during the click.
#[test]
fn popup_opens_before_first_storage_write() {
    let fixture = Fixture::new();
    let tab = fixture.open_shop();
    let mut login = fixture.login(&tab, &popup());
    login.run_until(|effect| matches!(effect, Effect::Write { .. }));
    assert!(tab.popup().address().starts_with(fixture.service.base_url()));
    assert!(fixture.browser.stored_keys().is_empty());
}

#[test]
fn write_scope_with_query_response_mode_signs_in() {
    let fixture = Fixture::new();
    let tab = fixture.open_shop();
    let (mut login, popup) =
        fixture.click(&tab, &RawOptions { scope: text("write"), response_mode: text("query"), ..popup() });
    let answer = fixture.user.approve(&popup.address());
    assert!(answer.starts_with(&format!("{CALLBACK}?code=")), "{answer}");
    popup.go(&answer);
    let mut callback = come_back(&popup);
    settle(&mut [&mut login, &mut callback]);
    assert!(matches!(login.result().unwrap(), Ending::SignedIn(_)));
    assert_eq!(fixture.session().unwrap().scope, Scope::Write.into());
}

#[test]
fn code_and_state_leave_address_bar_first() {
    let fixture = Fixture::new();
    let tab = fixture.open_shop();
    for response_mode in ["fragment", "query"] {
        let (mut login, popup) = fixture.click(&tab, &RawOptions { response_mode: text(response_mode), ..popup() });
        let mut callback = fixture.approve_in(&popup);
        assert!(popup.address().contains("code=") && popup.address().contains("state="));
        assert!(matches!(callback.wants(), Some(Effect::SetAddress { .. })));
        callback.turn();
        assert_eq!(popup.address(), CALLBACK);
        settle(&mut [&mut login, &mut callback]);
        assert!(matches!(login.result().unwrap(), Ending::SignedIn(_)));
    }
}

#[test]
fn denied_consent_fails_and_closes_popup() {
    let fixture = Fixture::new();
    let tab = fixture.open_shop();
    let (mut login, popup) = fixture.click(&tab, &popup());
    popup.go(&fixture.user.deny(&popup.address()));
    let mut callback = come_back(&popup);
    settle(&mut [&mut login, &mut callback]);
    assert_eq!(login.fails(), Code::AccessDenied);
    assert!(popup.is_closed());
    assert!(fixture.browser.stored_keys().is_empty());
    assert_eq!(fixture.network.count("authorization_code"), 0);
}

#[test]
fn unregistered_app_signs_in_by_its_name() {
    let fixture = Fixture::new();
    let tab = fixture.open_shop();
    let app = unregistered(fixture.service.base_url(), "Night Radio");
    let mut login = login(&tab, &app, &popup());
    login.run_until(is_receive);
    let mut callback = fixture.approve_in(&tab.popup());
    settle(&mut [&mut login, &mut callback]);
    let Ending::SignedIn(completed) = login.result().unwrap() else { panic!("no user is signed in") };
    assert_eq!((completed.config, completed.app_state.as_str()), (app.clone(), ""));
    assert!(completed.login.starts_with("sp1.p."), "{}", completed.login);
    let session = tab.start(AccessToken::new(&app, TokenRequest::default())).finish().unwrap();
    assert_eq!(fixture.handle(&session), HANDLE);
    assert_eq!(fixture.browser.stored_keys(), [app.session_key()]);
}

#[test]
fn blocked_popup_fails_and_stores_nothing() {
    let fixture = Fixture::new();
    fixture.browser.set_features(|features| features.opens_popups = false);
    let tab = fixture.open_shop();
    assert_eq!(fixture.login(&tab, &popup()).fails(), Code::PopupBlocked);
    assert!(fixture.browser.stored_keys().is_empty());
    assert_eq!(tab.address(), SHOP);
}

#[test]
fn blocked_popup_with_fallback_becomes_full_page() {
    let fixture = Fixture::new();
    fixture.browser.set_features(|features| features.opens_popups = false);
    let tab = fixture.open_shop();
    let options = RawOptions { fallback: text("fullScreen"), ..popup() };
    assert_eq!(fixture.login(&tab, &options).finish().unwrap(), Ending::Redirecting);
    assert!(tab.address().contains("display=fullScreen"), "{}", tab.address());
    assert!(matches!(fixture.approve_in(&tab).finish().unwrap(), Ending::Returning(_)));
    assert_eq!(tab.address(), SHOP);
    assert_eq!(fixture.signed_in_handle(&tab).unwrap(), HANDLE);
}

#[test]
fn simultaneous_logins_in_two_tabs_both_succeed() {
    let fixture = Fixture::new();
    let (first_tab, second_tab) = (fixture.open_shop(), fixture.open_shop());
    let (mut first, first_popup) = fixture.click(&first_tab, &popup());
    let (mut second, second_popup) = fixture.click(&second_tab, &popup());
    let mut second_callback = fixture.approve_in(&second_popup);
    let mut first_callback = fixture.approve_in(&first_popup);
    settle(&mut [&mut first, &mut second_callback, &mut second, &mut first_callback]);
    assert!(matches!(first.result().unwrap(), Ending::SignedIn(_)));
    assert!(matches!(second.result().unwrap(), Ending::SignedIn(_)));
    assert_eq!(fixture.network.count("authorization_code"), 2);
    assert_eq!(fixture.browser.stored_keys(), [fixture.app.session_key()]);
}
