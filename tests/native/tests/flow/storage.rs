//! Where a session lives: for all tabs, for one, for one page, or in a store of the app's own; and apart from others.

use stagepass::client::{AccessToken, Ending, Logout, ReadStatus, SessionStatus, TokenRequest};
use stagepass::config::{Config, RawConfig, RawValue};
use stagepass::error::Code;
use stagepass_native_tests::browser::Window;
use stagepass_native_tests::flow::{Flow, go_on_for, settle};
use stagepass_native_tests::service::HANDLE;
use stagepass_native_tests::world::{CALLBACK, SHOP, World, come_back, full_page, is_receive, login, popup, text};

/// The world's app, with its session elsewhere.
fn client(world: &World, storage: RawValue, account_key: RawValue) -> Config {
    let written = RawConfig {
        base_url: text(&world.app.base_url),
        api_key: text(&world.app.client_id),
        redirect_uri: text(CALLBACK),
        storage,
        account_key,
        ..RawConfig::default()
    };
    Config::parse(&written, Some(SHOP)).unwrap()
}

fn sign_in(world: &World, tab: &Window, app: &Config) {
    let mut login = login(tab, app, &popup());
    login.run_until(is_receive);
    let mut callback = world.approve_in(&tab.popups().pop().unwrap());
    settle(&mut [&mut login, &mut callback]);
    assert!(matches!(login.result().unwrap(), Ending::SignedIn { .. }));
}

fn is_signed_in(tab: &Window, app: &Config) -> bool {
    matches!(tab.start(ReadStatus::new(app)).finish().unwrap(), SessionStatus::SignedIn(_))
}

#[test]
fn a_session_is_seen_where_it_was_wanted_and_nowhere_else() {
    for (storage, other_tab, after_reload) in [
        (text("local"), true, true),
        (text("session"), false, true),
        (text("memory"), false, false),
        (RawValue::Other, true, true),
    ] {
        let world = World::new();
        let app = client(&world, storage.clone(), RawValue::Absent);
        let tab = world.open_shop();
        sign_in(&world, &tab, &app);
        let session = tab.start(AccessToken::new(&app, TokenRequest::default())).finish().unwrap();
        assert_eq!(world.handle(&session), HANDLE, "{storage:?}");
        assert_eq!(is_signed_in(&world.open_shop(), &app), other_tab, "{storage:?}");
        tab.reload();
        assert_eq!(is_signed_in(&tab, &app), after_reload, "{storage:?}");
        assert!(tab.start(Logout::new(&app)).finish().is_ok());
        assert!(!is_signed_in(&tab, &app), "{storage:?}");
        assert!(world.browser.stored_keys().is_empty(), "{storage:?}");
    }
}

#[test]
fn a_full_page_that_would_lose_the_session_by_leaving_stays_on_its_callback_page() {
    for (storage, stays) in [("local", false), ("session", false), ("memory", true)] {
        let world = World::new();
        let app = client(&world, text(storage), RawValue::Absent);
        let tab = world.open_shop();
        assert!(matches!(login(&tab, &app, &full_page()).finish(), Ok(Ending::Redirecting)));
        let ending = world.approve_in(&tab).finish().unwrap();
        assert_eq!(matches!(ending, Ending::SignedIn { .. }), stays, "{storage}");
        assert_eq!(tab.address(), if stays { CALLBACK } else { SHOP }, "{storage}");
        assert!(is_signed_in(&tab, &app), "{storage}");
    }
}

#[test]
fn a_popup_keeps_no_session_that_its_opener_would_not_see() {
    for storage in [text("session"), text("memory"), RawValue::Other] {
        let world = World::new();
        let app = client(&world, storage.clone(), RawValue::Absent);
        let tab = world.open_shop();
        let mut login = login(&tab, &app, &popup());
        login.run_until(is_receive);
        // The opener is asleep for longer than the popup waits for its word, but not for as long as it stays.
        let mut callback = world.approve_in(&tab.popup());
        go_on_for(&mut [&mut callback], 5_000);
        assert!(callback.ended().is_none());
        assert_eq!(world.network.count("authorization_code"), 0, "{storage:?}");
        settle(&mut [&mut login, &mut callback]);
        assert!(matches!(login.result(), Ok(Ending::SignedIn { .. })), "{storage:?}");
        assert_eq!(world.network.count("authorization_code"), 1);
        assert!(is_signed_in(&tab, &app), "{storage:?}");
    }
}

#[test]
fn accounts_of_one_app_do_not_see_each_other() {
    let world = World::new();
    let [work, home] = ["work", "home"].map(|key| client(&world, RawValue::Absent, text(key)));
    let tab = world.open_shop();
    sign_in(&world, &tab, &work);
    assert!(is_signed_in(&tab, &work) && !is_signed_in(&tab, &home) && !is_signed_in(&tab, &world.app));
    sign_in(&world, &tab, &home);
    assert!(tab.start(Logout::new(&work)).finish().is_ok());
    assert!(!is_signed_in(&tab, &work) && is_signed_in(&tab, &home));
    let session = tab.start(AccessToken::new(&home, TokenRequest::default())).finish().unwrap();
    assert_eq!(world.handle(&session), HANDLE);
}

#[test]
fn a_page_that_redeems_for_another_account_stores_that_ones_session() {
    let world = World::new();
    let home = client(&world, RawValue::Absent, text("home"));
    let tab = world.open_shop();
    assert!(login(&tab, &home, &full_page()).finish().is_ok());
    tab.go(&world.person.approve(&tab.address()));
    assert!(matches!(come_back(&tab).finish(), Ok(Ending::Redirecting)));
    assert!(is_signed_in(&tab, &home) && !is_signed_in(&tab, &world.app));
}

fn token(world: &World, tab: &Window, wanted: TokenRequest) -> Flow<Box<stagepass::session::Session>> {
    tab.start(AccessToken::new(&world.app, wanted))
}

#[test]
fn a_token_is_renewed_where_it_would_not_last_or_where_a_new_one_is_wanted() {
    let world = World::new();
    let tab = world.sign_in();
    let lasts = world.session().unwrap().expires_in;
    for (validity, new, refreshes) in
        [(0, false, 0), (lasts - 1, false, 0), (lasts, false, 1), (0, true, 2), (0, false, 2)]
    {
        let before = world.session().unwrap().access_token;
        let given = token(&world, &tab, TokenRequest { validity, new, ..TokenRequest::default() }).finish().unwrap();
        assert_eq!(world.network.count("refresh_token"), refreshes, "{validity} {new}");
        assert!(given.access_token.is(world.session().unwrap().access_token.expose()));
        let is_new = !given.access_token.is(before.expose());
        assert_eq!(is_new, new || validity == lasts);
    }
    assert!(
        token(&world, &tab, TokenRequest { validity: u64::MAX, ..TokenRequest::default() }).finish().is_ok(),
        "no loop"
    );
    assert_eq!(world.network.count("refresh_token"), 3);
}

#[test]
fn a_session_stored_between_a_logouts_two_looks_goes_too() {
    let world = World::new();
    let tab = world.sign_in();
    let record = world.session().unwrap().to_record().unwrap();
    let mut logout = world.logout(&tab);
    logout.run_until(|effect| matches!(effect, stagepass::effect::Effect::Lock { .. }));
    // What a renewal in another process does that had looked just before the logout began.
    world.browser.store(&world.app.session_key(), &record);
    assert!(logout.finish().is_ok());
    assert!(!is_signed_in(&tab, &world.app));
    assert_eq!(world.access_token(&tab, None).fails(), Code::NotSignedIn);
}
