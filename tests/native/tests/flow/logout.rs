//! Signing out: nothing is left, here or at the service.

use stagepass::error::Code;
use stagepass::session::Session;
use stagepass_native_tests::flow::{Actor as _, settle};
use stagepass_native_tests::network::Fault;
use stagepass_native_tests::world::World;

/// A little more than an access token lives, in milliseconds.
const AN_HOUR: u64 = 60 * 60 * 1000 + 1;

/// What the service says to a refresh token.
fn refresh_with(world: &World, session: &Session) -> (u16, Option<String>) {
    let members = [
        ("grant_type", "refresh_token"),
        ("refresh_token", session.refresh_token.expose()),
        ("client_id", &world.app.client_id),
    ];
    let (status, body) = world.network.post(&world.app.endpoint("/oauth/token"), &members);
    (status, body["error"].as_str().map(str::to_owned))
}

fn assert_is_dead(world: &World, session: &Session) {
    assert_eq!(refresh_with(world, session), (400, Some("invalid_grant".to_owned())));
}

#[test]
fn after_it_nothing_is_stored_and_the_service_takes_the_tokens_no_more() {
    let world = World::new();
    let tab = world.sign_in();
    let session = world.session().unwrap();
    world.logout(&tab).finish().unwrap();
    assert!(world.browser.stored_keys().is_empty());
    assert_is_dead(&world, &session);
    assert_eq!(world.access_token(&tab, None).fails(), Code::NotSignedIn);
}

#[test]
fn it_works_without_a_service() {
    let mut world = World::new();
    let tab = world.sign_in();
    world.service.stop();
    world.logout(&tab).finish().unwrap();
    assert!(world.browser.stored_keys().is_empty());
}

#[test]
fn it_discards_before_it_asks_the_service() {
    let world = World::new();
    let tab = world.sign_in();
    let mut logout = world.logout(&tab);
    logout.run_until_request();
    assert!(world.browser.stored_keys().is_empty());
    settle(&mut [&mut logout]);
    assert_eq!(world.network.count("revoke"), 1);
}

#[test]
fn without_a_session_it_sends_nothing() {
    let world = World::new();
    world.logout(&world.open_shop()).finish().unwrap();
    assert_eq!(world.network.count("revoke"), 0);
}

#[test]
fn other_tabs_are_signed_out_with_it() {
    let world = World::new();
    let (tab, other_tab) = (world.sign_in(), world.open_shop());
    world.logout(&tab).finish().unwrap();
    assert_eq!(world.access_token(&other_tab, None).fails(), Code::NotSignedIn);
}

#[test]
fn it_wins_over_a_renewal_whose_request_is_about_to_leave() {
    let world = World::new();
    let (tab, other_tab) = (world.sign_in(), world.open_shop());
    let session = world.session().unwrap();
    world.clock.advance(AN_HOUR);
    let mut call = world.access_token(&tab, None);
    call.run_until_request();
    world.logout(&other_tab).finish().unwrap();
    settle(&mut [&mut call]);
    assert_eq!(call.fails(), Code::NotSignedIn);
    assert!(world.browser.stored_keys().is_empty());
    assert_is_dead(&world, &session);
}

#[test]
fn it_wins_over_a_renewal_that_the_service_has_served_already() {
    let world = World::new();
    let (tab, other_tab) = (world.sign_in(), world.open_shop());
    let session = world.session().unwrap();
    world.clock.advance(AN_HOUR);
    let mut call = world.access_token(&tab, None);
    call.run_until_request();
    let before = world.network.count("refresh_token");
    call.turn();
    assert_eq!(world.network.count("refresh_token"), before + 1);
    world.logout(&other_tab).finish().unwrap();
    settle(&mut [&mut call]);
    assert_eq!(call.fails(), Code::NotSignedIn);
    assert!(world.browser.stored_keys().is_empty(), "the new tokens are not stored");
    assert_is_dead(&world, &session);
}

#[test]
fn it_wins_over_a_renewal_whose_answer_was_lost() {
    let world = World::new();
    let tab = world.sign_in();
    world.clock.advance(AN_HOUR);
    world.network.next("refresh_token", Fault::AnswerLost);
    assert_eq!(world.access_token(&tab, None).fails(), Code::Network);
    let session = world.session().unwrap();
    world.logout(&tab).finish().unwrap();
    assert_is_dead(&world, &session);
}

#[test]
fn signing_in_again_after_it_is_a_new_session() {
    let world = World::new();
    let tab = world.sign_in();
    let first = world.session().unwrap();
    world.logout(&tab).finish().unwrap();
    world.sign_in();
    let second = world.session().unwrap();
    assert!(!second.refresh_token.is(first.refresh_token.expose()));
    assert_is_dead(&world, &first);
    assert!(world.user(&tab).is_ok(), "the old tokens take nothing with them");
}
