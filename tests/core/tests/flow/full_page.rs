//! Signing in by a page that leaves and comes back.

use stagepass_core::authorize::RawOptions;
use stagepass_core::client::{Ending, HandleRedirect};
use stagepass_core::document::Json;
use stagepass_core::effect::Effect;
use stagepass_core::error::Code;
use stagepass_core::scope::Scope;
use stagepass_core_tests::fixture::{CALLBACK, Fixture, SHOP, come_back, full_page, text};
use stagepass_core_tests::flow::{in_lockstep, settle};
use stagepass_core_tests::service::HANDLE;

#[test]
fn full_page_login_returns_to_starting_page() {
    let fixture = Fixture::new();
    let tab = fixture.open_shop();
    assert_eq!(fixture.login(&tab, &full_page()).finish().unwrap(), Ending::Redirecting);
    assert!(tab.address().starts_with(fixture.service.base_url()), "{}", tab.address());
    assert!(matches!(fixture.approve_in(&tab).finish().unwrap(), Ending::Returning(_)));
    assert_eq!(tab.address(), SHOP);
    assert_eq!(fixture.signed_in_handle(&tab).unwrap(), HANDLE);
    assert_eq!(fixture.network.count("authorization_code"), 1);
}

#[test]
fn the_app_says_where_it_ends() {
    let fixture = Fixture::new();
    let tab = fixture.open_shop();
    let options =
        RawOptions { return_to: text("https://app.example/welcome"), app_state: text("\"there\""), ..full_page() };
    fixture.login(&tab, &options).finish().unwrap();
    let Ending::Returning(completed) = fixture.approve_in(&tab).finish().unwrap() else {
        panic!("the page does not return")
    };
    assert_eq!((completed.login, completed.app_state.as_str()), (fixture.session().unwrap().state, "\"there\""));
    assert_eq!(tab.address(), "https://app.example/welcome");
}

#[test]
fn login_started_on_callback_page_ends_there() {
    let fixture = Fixture::new();
    let tab = fixture.browser.open_tab(CALLBACK);
    let options =
        RawOptions { app_state: text("\"here\""), response_mode: text("query"), scope: text("write"), ..full_page() };
    fixture.login(&tab, &options).finish().unwrap();
    let Ending::SignedIn(completed) = fixture.approve_in(&tab).finish().unwrap() else {
        panic!("no user is signed in")
    };
    assert_eq!((completed.config, completed.app_state.as_str()), (fixture.app.clone(), "\"here\""));
    assert_eq!(tab.address(), CALLBACK);
    assert_eq!(fixture.session().unwrap().scope, Scope::Write.into());
}

#[test]
fn denying_another_login_keeps_the_session() {
    let fixture = Fixture::new();
    let tab = fixture.sign_in();
    let record = fixture.browser.stored(&fixture.app.session_key());
    fixture.login(&tab, &full_page()).finish().unwrap();
    tab.go(&fixture.user.deny(&tab.address()));
    assert_eq!(come_back(&tab).fails(), Code::AccessDenied);
    assert!(fixture.browser.stored(&fixture.app.session_key()) == record, "the session is another");
    assert_eq!(fixture.browser.stored_keys(), [fixture.app.session_key()]);
}

#[test]
fn a_page_that_keeps_nothing_does_not_leave() {
    let fixture = Fixture::new();
    fixture.browser.set_features(|features| features.keeps_storage = false);
    let tab = fixture.open_shop();
    assert_eq!(fixture.login(&tab, &full_page()).fails(), Code::StorageUnavailable);
    assert_eq!(tab.address(), SHOP);
}

#[test]
fn response_handled_twice_exchanges_once_and_both_succeed() {
    let fixture = Fixture::new();
    let tab = fixture.browser.open_tab(CALLBACK);
    fixture.login(&tab, &full_page()).finish().unwrap();
    let mut first = fixture.approve_in(&tab);
    let mut second = come_back(&tab);
    in_lockstep(&mut [&mut first, &mut second]);
    settle(&mut [&mut first, &mut second]);
    assert!(matches!(first.result().unwrap(), Ending::SignedIn(_)));
    assert!(matches!(second.result().unwrap(), Ending::SignedIn(_)));
    assert_eq!(fixture.network.count("authorization_code"), 1);
}

/// The page that has the lock may be frozen before it deletes the transaction.
#[test]
fn page_without_claim_lock_exchanges_nothing() {
    let fixture = Fixture::new();
    let tab = fixture.browser.open_tab(CALLBACK);
    fixture.login(&tab, &full_page()).finish().unwrap();
    let mut frozen = fixture.approve_in(&tab);
    let waiting = come_back(&tab);
    frozen.run_until(|effect| matches!(effect, Effect::Delete { .. }));
    assert_eq!(waiting.fails(), Code::TransactionLost);
    assert_eq!(fixture.network.count("authorization_code"), 0);
    assert!(matches!(frozen.finish().unwrap(), Ending::SignedIn(_)));
}

#[test]
fn reload_after_login_exchanges_nothing_and_keeps_session() {
    let fixture = Fixture::new();
    let tab = fixture.browser.open_tab(CALLBACK);
    fixture.login(&tab, &full_page()).finish().unwrap();
    fixture.approve_in(&tab).finish().unwrap();
    tab.reload();
    assert_eq!(come_back(&tab).finish().unwrap(), Ending::Nothing);
    assert!(fixture.signed_in_handle(&tab).is_ok());
    assert_eq!(fixture.network.count("authorization_code"), 1);
}

/// The back button shows the response again, or the user decides a second time.
#[test]
fn finished_login_keeps_its_session_at_another_response() {
    for response_mode in ["fragment", "query"] {
        let fixture = Fixture::new();
        let tab = fixture.open_shop();
        fixture.login(&tab, &RawOptions { response_mode: text(response_mode), ..full_page() }).finish().unwrap();
        let answer = fixture.user.approve(&tab.address());
        tab.go(&answer);
        come_back(&tab).finish().unwrap();
        let session = fixture.session().unwrap();
        let (state, record) = (&session.state, session.to_record::<Json>());
        for again in [
            answer,
            format!("{CALLBACK}#code=again&state={state}"),
            format!("{CALLBACK}?error=access_denied&state={state}"),
        ] {
            tab.go(&again);
            assert!(matches!(come_back(&tab).finish().unwrap(), Ending::SignedIn(_)), "{again}");
            assert_eq!(tab.address(), CALLBACK);
            assert_eq!(fixture.session().unwrap().to_record::<Json>(), record);
        }
        assert_eq!(fixture.network.count("authorization_code"), 1);
    }
}

#[test]
fn reload_during_code_exchange_fails_with_transaction_lost() {
    let fixture = Fixture::new();
    let tab = fixture.open_shop();
    fixture.login(&tab, &full_page()).finish().unwrap();
    let answer = fixture.user.approve(&tab.address());
    tab.go(&answer);
    let mut interrupted = come_back(&tab);
    interrupted.run_until_request();
    tab.go(&answer);
    settle(&mut [&mut interrupted]);
    assert!(interrupted.is_gone());
    assert_eq!(come_back(&tab).fails(), Code::TransactionLost);
    assert!(fixture.browser.stored_keys().is_empty());
}

#[test]
fn same_response_in_two_tabs_is_exchanged_once() {
    let fixture = Fixture::new();
    let tab = fixture.open_shop();
    fixture.login(&tab, &full_page()).finish().unwrap();
    let answer = fixture.user.approve(&tab.address());
    let other = fixture.browser.open_tab(&answer);
    tab.go(&answer);
    let (mut first, mut second) = (tab.start(HandleRedirect::new(&answer)), come_back(&other));
    in_lockstep(&mut [&mut first, &mut second]);
    settle(&mut [&mut first, &mut second]);
    assert!(first.ended().is_some_and(|ending| ending.is_ok()));
    assert!(second.ended().is_some_and(|ending| ending.is_ok()));
    assert_eq!(fixture.network.count("authorization_code"), 1);
}
