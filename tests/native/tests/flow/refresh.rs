//! Several tabs and one session.

use stagepass::authorize::Scope;
use stagepass::client::Logout;
use stagepass::effect::Effect;
use stagepass::error::Code;
use stagepass_native_tests::flow::{Actor as _, go_on_for, settle};
use stagepass_native_tests::service::HANDLE;
use stagepass_native_tests::world::{World, is_lock, popup};

/// A little more than an access token lives, in milliseconds.
const AN_HOUR: u64 = 60 * 60 * 1000 + 1;

fn revoke_by_another_device(world: &World) {
    let session = world.session().unwrap();
    let members = [("token", session.refresh_token.expose()), ("client_id", &world.app.client_id)];
    assert_eq!(world.network.post(&world.app.endpoint("/oauth/revoke"), &members).0, 200);
}

#[test]
fn two_tabs_that_need_new_tokens_at_once_send_one_request() {
    let world = World::new();
    let (first_tab, second_tab) = (world.sign_in(), world.open_shop());
    world.clock.advance(AN_HOUR);
    let (mut first, mut second) = (world.access_token(&first_tab, None), world.access_token(&second_tab, None));
    first.run_until_request();
    second.run_until(is_lock);
    settle(&mut [&mut second, &mut first]);
    assert_eq!(world.handle(&first.result().unwrap()), HANDLE);
    assert_eq!(world.handle(&second.result().unwrap()), HANDLE);
    assert_eq!(world.network.count("refresh_token"), 1);
}

#[test]
fn ten_calls_in_one_tab_send_one_request() {
    let world = World::new();
    let tab = world.sign_in();
    world.clock.advance(AN_HOUR);
    let mut calls: Vec<_> = (0..10).map(|_| world.access_token(&tab, None)).collect();
    let mut flows: Vec<_> = calls.iter_mut().map(|call| call as _).collect();
    settle(&mut flows);
    assert!(calls.iter().all(|call| call.ended().is_some_and(|ended| ended.is_ok())));
    assert_eq!(world.network.count("refresh_token"), 1);
}

#[test]
fn without_locks_both_ask_and_both_stay_signed_in() {
    let world = World::new();
    world.browser.set_habits(|habits| habits.has_locks = false);
    let (first_tab, second_tab) = (world.sign_in(), world.open_shop());
    world.clock.advance(AN_HOUR);
    let (mut first, mut second) = (world.access_token(&first_tab, None), world.access_token(&second_tab, None));
    first.run_until_request();
    second.run_until_request();
    settle(&mut [&mut first, &mut second]);
    assert!(first.result().is_ok() && second.result().is_ok());
    assert_eq!(world.network.count("refresh_token"), 2);
    for _ in 0..3 {
        world.clock.advance(AN_HOUR);
        assert!(world.user(&first_tab).is_ok());
        assert!(world.user(&second_tab).is_ok());
    }
}

#[test]
fn a_tab_that_is_closed_in_the_middle_of_it_blocks_nobody() {
    let world = World::new();
    let (first_tab, second_tab) = (world.sign_in(), world.open_shop());
    world.clock.advance(AN_HOUR);
    let (mut first, mut second) = (world.access_token(&first_tab, None), world.access_token(&second_tab, None));
    first.run_until_request();
    second.run_until(is_lock);
    first_tab.close();
    settle(&mut [&mut first, &mut second]);
    assert!(first.is_gone());
    assert!(second.result().is_ok());
}

#[test]
fn a_tab_that_is_frozen_in_the_middle_of_it_makes_the_others_wait_for_twenty_seconds() {
    let world = World::new();
    let (frozen_tab, tab) = (world.sign_in(), world.open_shop());
    world.clock.advance(AN_HOUR);
    let mut frozen = world.access_token(&frozen_tab, None);
    frozen.run_until_request();
    let mut waiting = world.access_token(&tab, None);
    go_on_for(&mut [&mut waiting], 19_999);
    assert!(waiting.wants().is_some_and(is_lock));
    settle(&mut [&mut waiting]);
    assert_eq!(waiting.fails(), Code::Timeout);
    assert!(world.session().is_some());
    assert_eq!(world.network.count("refresh_token"), 0);
    settle(&mut [&mut frozen]);
    assert!(frozen.result().is_ok());
    assert!(world.user(&tab).is_ok());
}

#[test]
fn a_refused_renewal_does_not_end_the_session_that_another_tab_has_begun_meanwhile() {
    let world = World::new();
    let (tab, other_tab) = (world.sign_in(), world.open_shop());
    world.clock.advance(AN_HOUR);
    revoke_by_another_device(&world);
    let mut call = world.access_token(&tab, None);
    call.run_until_request();
    let (mut login, popup) = world.click(&other_tab, &popup());
    let mut callback = world.approve_in(&popup);
    settle(&mut [&mut login, &mut callback]);
    let begun = world.session().unwrap();
    assert_eq!(world.handle(&call.finish().unwrap()), HANDLE);
    assert!(world.session().unwrap().refresh_token.is(begun.refresh_token.expose()));
}

#[test]
fn a_refused_call_does_not_end_the_session_that_another_tab_has_begun_meanwhile() {
    let world = World::new();
    let (tab, other_tab) = (world.sign_in(), world.open_shop());
    world.clock.advance(AN_HOUR);
    let mut call = world.access_token(&tab, None);
    call.run_until(|effect| matches!(effect, Effect::Unlock));
    revoke_by_another_device(&world);
    let (mut login, popup) = world.click(&other_tab, &popup());
    let mut callback = world.approve_in(&popup);
    settle(&mut [&mut login, &mut callback]);
    assert!(login.result().is_ok());
    settle(&mut [&mut call]);
    let refused = call.result().unwrap().access_token;
    assert_eq!(world.network.me(&world.app, &refused).status, 401, "it was revoked a moment ago");
    assert!(world.access_token(&tab, Some(refused.clone())).finish().is_ok());
    assert!(tab.start(Logout::expire(&world.app, refused)).finish().is_ok());
    assert!(world.session().is_some(), "somebody is signed in in the other tab");
}

#[test]
fn a_session_is_renewed_with_the_scope_it_had() {
    let world = World::new();
    let tab = world.open_shop();
    let options = stagepass::authorize::RawOptions { scope: stagepass_native_tests::world::text("write"), ..popup() };
    let (mut login, popup) = world.click(&tab, &options);
    let mut callback = world.approve_in(&popup);
    settle(&mut [&mut login, &mut callback]);
    world.clock.advance(AN_HOUR);
    assert!(world.user(&tab).is_ok());
    assert_eq!(world.session().unwrap().scope, Some(Scope::Write));
}
