//! Calls with a session, in one tab.

use stagepass::client::{Logout, SessionStatus};
use stagepass::config::Values;
use stagepass::error::Code;
use stagepass::session::Session;
use stagepass::text::secret::Secret;
use stagepass_native_tests::impostor::Impostor;
use stagepass_native_tests::network::Fault;
use stagepass_native_tests::service::HANDLE;
use stagepass_native_tests::world::World;

/// A little more than an access token lives, in milliseconds.
const AN_HOUR: u64 = 60 * 60 * 1000 + 1;

fn revoke(world: &World, session: &Session) {
    let url = world.app.endpoint("/oauth/revoke");
    let members = [("token", session.refresh_token.expose()), ("client_id", &world.app.client_id)];
    assert_eq!(world.network.post(&url, &members).0, 200);
}

/// Makes the access token that the browser has one that the service does not know.
fn spoil_access_token(world: &World) {
    let session = Session { access_token: Secret::from("spoilt".to_owned()), ..world.session().unwrap() };
    world.browser.store(&world.app.session_key(), &session.to_record().unwrap());
}

#[test]
fn nobody_is_signed_in_at_first_and_nothing_is_sent() {
    let world = World::new();
    assert_eq!(world.access_token(&world.open_shop(), None).fails(), Code::NotSignedIn);
    assert_eq!(world.network.count("me"), 0);
}

#[test]
fn a_session_is_there_in_every_tab_and_after_a_reload() {
    let world = World::new();
    let tab = world.sign_in();
    tab.reload();
    for tab in [tab, world.open_shop()] {
        assert_eq!(world.user(&tab).unwrap(), HANDLE);
    }
    assert_eq!(world.network.count("refresh_token"), 0);
}

#[test]
fn an_expired_access_token_is_renewed_once_and_the_session_goes_on() {
    let world = World::new();
    let tab = world.sign_in();
    let before = world.session().unwrap();
    world.clock.advance(AN_HOUR);
    for _ in 0..3 {
        assert_eq!(world.user(&tab).unwrap(), HANDLE);
    }
    let after = world.session().unwrap();
    assert_eq!(world.network.count("refresh_token"), 1);
    assert_eq!(world.network.count("me"), 3, "none with the expired token");
    assert!(!after.access_token.is(before.access_token.expose()));
    assert!(!after.refresh_token.is(before.refresh_token.expose()));
    assert_eq!(after.state, before.state, "it is the same session");
    assert_eq!(after.obtained_at, world.clock.now());
    // To the service it is one as well: who revokes the token before revokes this one.
    revoke(&world, &before);
    assert_eq!(world.renew_refused(&tab).unwrap_err().code, Code::SessionExpired);
}

#[test]
fn a_session_lasts_as_long_as_it_is_used() {
    let world = World::new();
    let tab = world.sign_in();
    for _ in 0..60 {
        world.clock.advance(24 * AN_HOUR);
        assert!(world.user(&tab).is_ok());
    }
    assert_eq!(world.network.count("refresh_token"), 60);
}

#[test]
fn a_session_that_was_not_used_for_a_month_has_ended() {
    let world = World::new();
    let tab = world.sign_in();
    world.clock.advance(31 * 24 * AN_HOUR);
    assert_eq!(world.access_token(&tab, None).fails(), Code::SessionExpired);
    assert!(world.session().is_none());
    let requests = world.network.count("refresh_token");
    assert_eq!(world.access_token(&world.open_shop(), None).fails(), Code::SessionExpired, "every tab knows");
    assert!(matches!(world.look(&tab), SessionStatus::Expired));
    assert_eq!(world.network.count("refresh_token"), requests, "and nobody asks again");
    assert!(world.logout(&tab).finish().is_ok());
    assert!(world.browser.stored_keys().is_empty());
    assert!(matches!(world.look(&tab), SessionStatus::SignedOut));
}

#[test]
fn a_token_that_is_refused_is_renewed_once_and_the_next_call_is_answered() {
    let world = World::new();
    let tab = world.sign_in();
    spoil_access_token(&world);
    assert_eq!(world.handle(&world.renew_refused(&tab).unwrap()), HANDLE);
    assert_eq!(world.network.count("refresh_token"), 1);
    assert_eq!(world.network.count("me"), 2);
}

#[test]
fn a_token_that_is_refused_again_ends_the_session_and_nobody_goes_round_in_circles() {
    let world = World::new();
    let tab = world.sign_in();
    spoil_access_token(&world);
    let renewed = world.renew_refused(&tab).unwrap();
    revoke(&world, &renewed);
    assert_eq!(world.network.me(&world.app, &renewed.access_token).status, 401);
    assert!(tab.start(Logout::expire(&world.app, renewed.access_token)).finish().is_ok());
    assert_eq!(world.network.count("refresh_token"), 1);
    assert_eq!(world.network.count("me"), 2);
    assert!(matches!(world.look(&tab), SessionStatus::Expired));
    assert_eq!(world.access_token(&tab, None).fails(), Code::SessionExpired);
    assert_eq!(world.network.count("me"), 2);
}

#[test]
fn a_session_that_the_service_has_ended_is_gone() {
    let world = World::new();
    let tab = world.sign_in();
    revoke(&world, &world.session().unwrap());
    let error = world.renew_refused(&tab).unwrap_err();
    assert_eq!((error.code, error.detail), (Code::SessionExpired, 400));
    assert!(matches!(world.look(&tab), SessionStatus::Expired));
    assert!(world.session().is_none(), "no token is left");
}

#[test]
fn a_renewal_whose_answer_was_lost_is_repeated_and_nobody_is_signed_out() {
    for pause in [0, 60_000, 23 * AN_HOUR] {
        let world = World::new();
        let tab = world.sign_in();
        world.clock.advance(AN_HOUR);
        world.network.next("refresh_token", Fault::AnswerLost);
        assert_eq!(world.access_token(&tab, None).fails(), Code::Network);
        assert!(world.session().is_some());
        world.clock.advance(pause);
        assert_eq!(world.user(&tab).unwrap(), HANDLE, "after {pause} ms");
        assert_eq!(world.network.count("refresh_token"), 2);
        world.clock.advance(AN_HOUR);
        assert!(world.user(&tab).is_ok(), "and it goes on from there");
    }
}

#[test]
fn being_offline_keeps_the_session() {
    let world = World::new();
    let tab = world.sign_in();
    world.clock.advance(AN_HOUR);
    world.network.next("refresh_token", Fault::Unreachable);
    assert_eq!(world.access_token(&tab, None).fails(), Code::Network);
    assert!(world.user(&tab).is_ok());
}

#[test]
fn a_service_that_is_down_keeps_the_session() {
    let mut world = World::new();
    let tab = world.sign_in();
    world.service.stop();
    for _ in 0..2 {
        world.clock.advance(AN_HOUR);
        assert_eq!(world.access_token(&tab, None).fails(), Code::Network);
        assert!(world.session().is_some());
    }
}

#[test]
fn a_service_that_fails_keeps_the_session() {
    for (status, expected) in [(500, Code::RequestFailed), (429, Code::RequestFailed), (200, Code::BadResponse)] {
        let mut world = World::new();
        let tab = world.sign_in();
        let record = world.browser.stored(&world.app.session_key()).unwrap();
        let header = ("content-type", "text/html");
        let impostor = Impostor::start(&world.service.runtime(), status, header, "<h1>Oh</h1>");
        world.app = Values { base_url: impostor.base_url().to_owned(), ..Values::clone(&world.app) }.into();
        world.browser.store(&world.app.session_key(), &record);
        world.clock.advance(AN_HOUR);
        assert_eq!(world.access_token(&tab, None).fails(), expected, "the renewal: {status}");
        assert!(world.session().is_some());
    }
}

#[test]
fn a_clock_that_was_set_back_costs_one_renewal_and_no_more() {
    let world = World::new();
    let tab = world.sign_in();
    let session = world.session().unwrap();
    let ahead = Session { obtained_at: world.clock.now() + 5 * AN_HOUR, ..session };
    world.browser.store(&world.app.session_key(), &ahead.to_record().unwrap());
    for _ in 0..5 {
        assert!(world.user(&tab).is_ok());
    }
    assert_eq!(world.network.count("refresh_token"), 1);
}

#[test]
fn a_stored_session_that_cannot_be_read_is_none() {
    let world = World::new();
    let tab = world.sign_in();
    world.browser.store(&world.app.session_key(), "2\nfrom\nthe\nfuture");
    assert_eq!(world.access_token(&tab, None).fails(), Code::NotSignedIn);
}

#[test]
fn a_call_is_made_with_the_token_that_is_stored_while_it_is_fresh() {
    let world = World::new();
    let tab = world.sign_in();
    let stored = world.session().unwrap();
    let session = world.access_token(&tab, None).finish().unwrap();
    assert!(session.access_token.is(stored.access_token.expose()));
    assert_eq!(world.network.count("refresh_token"), 0);
}

#[test]
fn a_refused_token_is_renewed_though_it_is_fresh_and_only_while_it_is_the_stored_one() {
    let world = World::new();
    let tab = world.sign_in();
    let refused = world.session().unwrap().access_token;
    let renewed = world.access_token(&tab, Some(refused.clone())).finish().unwrap();
    assert!(!renewed.access_token.is(refused.expose()));
    let again = world.access_token(&tab, Some(refused)).finish().unwrap();
    assert!(again.access_token.is(renewed.access_token.expose()), "somebody has renewed it already");
    assert_eq!(world.network.count("refresh_token"), 1);
}

#[test]
fn there_is_no_token_for_a_stranger() {
    let world = World::new();
    let tab = world.open_shop();
    assert_eq!(world.access_token(&tab, None).fails(), Code::NotSignedIn);
    assert_eq!(world.network.count("refresh_token"), 0);
}

#[test]
fn who_signs_in_again_leaves_no_earlier_session_good_at_the_service() {
    let world = World::new();
    let tab = world.sign_in();
    let before = world.session().unwrap();
    world.sign_in();
    assert_eq!(world.network.count("revoke"), 1);
    let members = [
        ("grant_type", "refresh_token"),
        ("refresh_token", before.refresh_token.expose()),
        ("client_id", &world.app.client_id),
    ];
    let (status, answer) = world.network.post(&world.app.endpoint("/oauth/token"), &members);
    assert_eq!((status, answer["error"].as_str()), (400, Some("invalid_grant")));
    assert_eq!(world.user(&tab).unwrap(), HANDLE, "the other tab has the new one");
}
