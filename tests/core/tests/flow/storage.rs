//! Where a session lives: for all tabs, for one, for one page, or in a store of the app's own; and apart from others.

use stagepass_core::client::{AccessToken, Ending, Logout, ReadStatus, SessionStatus, TokenRequest};
use stagepass_core::config::{Config, RawConfig, RawValue};
use stagepass_core::document::Json;
use stagepass_core::error::Code;
use stagepass_core_tests::browser::Window;
use stagepass_core_tests::fixture::{CALLBACK, Fixture, SHOP, come_back, full_page, is_receive, login, popup, text};
use stagepass_core_tests::flow::{Flow, go_on_for, settle};
use stagepass_core_tests::service::HANDLE;

/// The fixture's app, with its session elsewhere.
fn client(fixture: &Fixture, storage: RawValue, account_key: RawValue) -> Config {
    let written = RawConfig {
        base_url: text(&fixture.app.base_url),
        api_key: text(&fixture.app.client_id),
        redirect_uri: text(CALLBACK),
        storage,
        account_key,
        ..RawConfig::default()
    };
    Config::parse(&written, Some(SHOP)).unwrap()
}

fn sign_in(fixture: &Fixture, tab: &Window, app: &Config) {
    let mut login = login(tab, app, &popup());
    login.run_until(is_receive);
    let mut callback = fixture.approve_in(&tab.popups().pop().unwrap());
    settle(&mut [&mut login, &mut callback]);
    assert!(matches!(login.result().unwrap(), Ending::SignedIn(_)));
}

fn is_signed_in(tab: &Window, app: &Config) -> bool {
    matches!(tab.start(ReadStatus::new(app)).finish().unwrap(), SessionStatus::SignedIn(_))
}

#[test]
fn storage_option_limits_which_pages_see_session() {
    for (storage, other_tab, after_reload) in [
        (text("local"), true, true),
        (text("session"), false, true),
        (text("memory"), false, false),
        (RawValue::Other, true, true),
    ] {
        let fixture = Fixture::new();
        let app = client(&fixture, storage.clone(), RawValue::Absent);
        let tab = fixture.open_shop();
        sign_in(&fixture, &tab, &app);
        let session = tab.start(AccessToken::new(&app, TokenRequest::default())).finish().unwrap();
        assert_eq!(fixture.handle(&session), HANDLE, "{storage:?}");
        assert_eq!(is_signed_in(&fixture.open_shop(), &app), other_tab, "{storage:?}");
        tab.reload();
        assert_eq!(is_signed_in(&tab, &app), after_reload, "{storage:?}");
        assert!(tab.start(Logout::new(&app)).finish().is_ok());
        assert!(!is_signed_in(&tab, &app), "{storage:?}");
        assert!(fixture.browser.stored_keys().is_empty(), "{storage:?}");
    }
}

/// Leaving the page would lose the session.
#[test]
fn memory_storage_keeps_full_page_on_callback_page() {
    for (storage, stays) in [("local", false), ("session", false), ("memory", true)] {
        let fixture = Fixture::new();
        let app = client(&fixture, text(storage), RawValue::Absent);
        let tab = fixture.open_shop();
        assert!(matches!(login(&tab, &app, &full_page()).finish(), Ok(Ending::Redirecting)));
        let ending = fixture.approve_in(&tab).finish().unwrap();
        assert_eq!(matches!(ending, Ending::SignedIn(_)), stays, "{storage}");
        assert_eq!(tab.address(), if stays { CALLBACK } else { SHOP }, "{storage}");
        assert!(is_signed_in(&tab, &app), "{storage}");
    }
}

#[test]
fn popup_exchanges_nothing_if_opener_cannot_see_session() {
    for storage in [text("session"), text("memory"), RawValue::Other] {
        let fixture = Fixture::new();
        let app = client(&fixture, storage.clone(), RawValue::Absent);
        let tab = fixture.open_shop();
        let mut login = login(&tab, &app, &popup());
        login.run_until(is_receive);
        // The opener is asleep for longer than the popup waits for its word, but not for as long as it stays.
        let mut callback = fixture.approve_in(&tab.popup());
        go_on_for(&mut [&mut callback], 5_000);
        assert!(callback.ended().is_none());
        assert_eq!(fixture.network.count("authorization_code"), 0, "{storage:?}");
        settle(&mut [&mut login, &mut callback]);
        assert!(matches!(login.result(), Ok(Ending::SignedIn(_))), "{storage:?}");
        assert_eq!(fixture.network.count("authorization_code"), 1);
        assert!(is_signed_in(&tab, &app), "{storage:?}");
    }
}

#[test]
fn accounts_of_one_app_have_separate_sessions() {
    let fixture = Fixture::new();
    let [work, home] = ["work", "home"].map(|key| client(&fixture, RawValue::Absent, text(key)));
    let tab = fixture.open_shop();
    sign_in(&fixture, &tab, &work);
    assert!(is_signed_in(&tab, &work) && !is_signed_in(&tab, &home) && !is_signed_in(&tab, &fixture.app));
    sign_in(&fixture, &tab, &home);
    assert!(tab.start(Logout::new(&work)).finish().is_ok());
    assert!(!is_signed_in(&tab, &work) && is_signed_in(&tab, &home));
    let session = tab.start(AccessToken::new(&home, TokenRequest::default())).finish().unwrap();
    assert_eq!(fixture.handle(&session), HANDLE);
}

#[test]
fn callback_for_another_account_stores_its_session() {
    let fixture = Fixture::new();
    let home = client(&fixture, RawValue::Absent, text("home"));
    let tab = fixture.open_shop();
    assert!(login(&tab, &home, &full_page()).finish().is_ok());
    tab.go(&fixture.user.approve(&tab.address()));
    assert!(matches!(come_back(&tab).finish(), Ok(Ending::Returning(_))));
    assert!(is_signed_in(&tab, &home) && !is_signed_in(&tab, &fixture.app));
}

fn token(fixture: &Fixture, tab: &Window, wanted: TokenRequest) -> Flow<Box<stagepass_core::session::Session>> {
    tab.start(AccessToken::new(&fixture.app, wanted))
}

#[test]
fn token_is_refreshed_if_expiring_soon_or_requested() {
    let fixture = Fixture::new();
    let tab = fixture.sign_in();
    let lasts = fixture.session().unwrap().expires_in;
    for (validity, new, refreshes) in
        [(0, false, 0), (lasts - 1, false, 0), (lasts, false, 1), (0, true, 2), (0, false, 2)]
    {
        let before = fixture.session().unwrap().access_token;
        let given = token(&fixture, &tab, TokenRequest { validity, new, ..TokenRequest::default() }).finish().unwrap();
        assert_eq!(fixture.network.count("refresh_token"), refreshes, "{validity} {new}");
        assert!(given.access_token.is(fixture.session().unwrap().access_token.expose()));
        let is_new = !given.access_token.is(before.expose());
        assert_eq!(is_new, new || validity == lasts);
    }
    assert!(
        token(&fixture, &tab, TokenRequest { validity: u64::MAX, ..TokenRequest::default() }).finish().is_ok(),
        "no loop"
    );
    assert_eq!(fixture.network.count("refresh_token"), 3);
}

#[test]
fn session_stored_during_logout_is_also_removed() {
    let fixture = Fixture::new();
    let tab = fixture.sign_in();
    let record = fixture.session().unwrap().to_record::<Json>();
    let mut logout = fixture.logout(&tab);
    logout.run_until(|effect| matches!(effect, stagepass_core::effect::Effect::Lock { .. }));
    // What a refresh in another process does that had read the session just before the logout began.
    fixture.browser.store(&fixture.app.session_key(), &record);
    assert!(logout.finish().is_ok());
    assert!(!is_signed_in(&tab, &fixture.app));
    assert_eq!(fixture.access_token(&tab, None).fails(), Code::NotSignedIn);
}
