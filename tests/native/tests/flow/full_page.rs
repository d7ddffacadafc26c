//! Signing in by a page that leaves and comes back.

use stagepass::authorize::{RawOptions, Scope};
use stagepass::client::{Ending, HandleRedirect};
use stagepass::error::Code;
use stagepass_native_tests::flow::{in_lockstep, settle};
use stagepass_native_tests::service::HANDLE;
use stagepass_native_tests::world::{CALLBACK, SHOP, World, come_back, full_page, login, text, unregistered};

#[test]
fn the_page_leaves_and_comes_back_to_where_it_was() {
    let world = World::new();
    let tab = world.open_shop();
    assert_eq!(world.login(&tab, &full_page()).finish().unwrap(), Ending::Redirecting);
    assert!(tab.address().starts_with(world.service.base_url()), "{}", tab.address());
    assert_eq!(world.approve_in(&tab).finish().unwrap(), Ending::Redirecting);
    assert_eq!(tab.address(), SHOP);
    assert_eq!(world.user(&tab).unwrap(), HANDLE);
    assert_eq!(world.network.count("authorization_code"), 1);
}

#[test]
fn the_app_says_where_it_ends() {
    let world = World::new();
    let tab = world.open_shop();
    let options = RawOptions { return_to: text("https://app.example/welcome"), ..full_page() };
    world.login(&tab, &options).finish().unwrap();
    assert_eq!(world.approve_in(&tab).finish().unwrap(), Ending::Redirecting);
    assert_eq!(tab.address(), "https://app.example/welcome");
}

#[test]
fn a_sign_in_that_began_on_the_callback_page_ends_there() {
    let world = World::new();
    let tab = world.browser.open_tab(CALLBACK);
    let options =
        RawOptions { app_state: text("\"here\""), response_mode: text("query"), scope: text("write"), ..full_page() };
    world.login(&tab, &options).finish().unwrap();
    let Ending::SignedIn { config, app_state } = world.approve_in(&tab).finish().unwrap() else {
        panic!("nobody is signed in")
    };
    assert_eq!((config, app_state.as_str()), (world.app.clone(), "\"here\""));
    assert_eq!(tab.address(), CALLBACK);
    assert_eq!(world.session().unwrap().scope, Some(Scope::Write));
}

#[test]
fn an_app_without_a_registration_can_do_it_too() {
    let world = World::new();
    let tab = world.open_shop();
    let app = unregistered(world.service.base_url(), "Night Radio");
    login(&tab, &app, &full_page()).finish().unwrap();
    assert_eq!(world.approve_in(&tab).finish().unwrap(), Ending::Redirecting);
    assert_eq!(world.network.count("authorization_code"), 1);
}

#[test]
fn who_says_no_is_not_signed_in() {
    let world = World::new();
    let tab = world.open_shop();
    world.login(&tab, &full_page()).finish().unwrap();
    tab.go(&world.person.deny(&tab.address()));
    assert_eq!(come_back(&tab).fails(), Code::AccessDenied);
    assert_eq!(tab.address(), CALLBACK);
    assert!(world.browser.stored_keys().is_empty());
}

#[test]
fn a_page_that_keeps_nothing_does_not_leave() {
    let world = World::new();
    world.browser.set_habits(|habits| habits.keeps_storage = false);
    let tab = world.open_shop();
    assert_eq!(world.login(&tab, &full_page()).fails(), Code::StorageUnavailable);
    assert_eq!(tab.address(), SHOP);
}

#[test]
fn a_page_that_handles_its_answer_twice_redeems_once_and_both_calls_succeed() {
    let world = World::new();
    let tab = world.browser.open_tab(CALLBACK);
    world.login(&tab, &full_page()).finish().unwrap();
    let mut first = world.approve_in(&tab);
    let mut second = come_back(&tab);
    in_lockstep(&mut [&mut first, &mut second]);
    settle(&mut [&mut first, &mut second]);
    assert!(matches!(first.result().unwrap(), Ending::SignedIn { .. }));
    assert!(matches!(second.result().unwrap(), Ending::SignedIn { .. }));
    assert_eq!(world.network.count("authorization_code"), 1);
}

#[test]
fn reloading_afterwards_finds_no_answer_and_still_a_session() {
    let world = World::new();
    let tab = world.browser.open_tab(CALLBACK);
    world.login(&tab, &full_page()).finish().unwrap();
    world.approve_in(&tab).finish().unwrap();
    tab.reload();
    assert_eq!(come_back(&tab).finish().unwrap(), Ending::Nothing);
    assert!(world.user(&tab).is_ok());
    assert_eq!(world.network.count("authorization_code"), 1);
}

#[test]
fn the_back_button_finds_the_session_that_its_answer_has_made() {
    let world = World::new();
    let tab = world.open_shop();
    world.login(&tab, &full_page()).finish().unwrap();
    let answer = world.person.approve(&tab.address());
    tab.go(&answer);
    come_back(&tab).finish().unwrap();
    tab.go(&answer);
    assert!(matches!(come_back(&tab).finish().unwrap(), Ending::SignedIn { .. }));
    assert_eq!(world.network.count("authorization_code"), 1);
}

#[test]
fn a_page_that_is_reloaded_while_it_redeems_can_be_told_to_start_again() {
    let world = World::new();
    let tab = world.open_shop();
    world.login(&tab, &full_page()).finish().unwrap();
    let answer = world.person.approve(&tab.address());
    tab.go(&answer);
    let mut interrupted = come_back(&tab);
    interrupted.run_until_request();
    tab.go(&answer);
    settle(&mut [&mut interrupted]);
    assert!(interrupted.is_gone());
    assert_eq!(come_back(&tab).fails(), Code::TransactionLost);
    assert!(world.browser.stored_keys().is_empty());
}

#[test]
fn the_same_answer_in_two_tabs_is_redeemed_once() {
    let world = World::new();
    let tab = world.open_shop();
    world.login(&tab, &full_page()).finish().unwrap();
    let answer = world.person.approve(&tab.address());
    let other = world.browser.open_tab(&answer);
    tab.go(&answer);
    let (mut first, mut second) = (tab.start(HandleRedirect::new(&answer)), come_back(&other));
    in_lockstep(&mut [&mut first, &mut second]);
    settle(&mut [&mut first, &mut second]);
    assert!(first.ended().is_some_and(|ending| ending.is_ok()));
    assert!(second.ended().is_some_and(|ending| ending.is_ok()));
    assert_eq!(world.network.count("authorization_code"), 1);
}
