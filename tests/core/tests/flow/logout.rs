//! Signing out: nothing is left, here or at the service.

use stagepass_core::error::Code;
use stagepass_core::session::Session;
use stagepass_core_tests::fixture::Fixture;
use stagepass_core_tests::flow::{Actor as _, settle};
use stagepass_core_tests::network::Fault;

/// A little more than an access token lives, in milliseconds.
const AN_HOUR: u64 = 60 * 60 * 1000 + 1;

/// The service's response to a refresh token.
fn refresh_with(fixture: &Fixture, session: &Session) -> (u16, Option<String>) {
    let members = [
        ("grant_type", "refresh_token"),
        ("refresh_token", session.refresh_token.expose()),
        ("client_id", &fixture.app.client_id),
    ];
    let (status, body) = fixture.network.post(&fixture.app.endpoint("/oauth/token"), &members);
    (status, body["error"].as_str().map(str::to_owned))
}

fn assert_is_dead(fixture: &Fixture, session: &Session) {
    assert_eq!(refresh_with(fixture, session), (400, Some("invalid_grant".to_owned())));
}

#[test]
fn logout_clears_storage_and_revokes_tokens() {
    let fixture = Fixture::new();
    let tab = fixture.sign_in();
    let session = fixture.session().unwrap();
    fixture.logout(&tab).finish().unwrap();
    assert!(fixture.browser.stored_keys().is_empty());
    assert_is_dead(&fixture, &session);
    assert_eq!(fixture.access_token(&tab, None).fails(), Code::NotSignedIn);
}

#[test]
fn logout_wins_over_already_served_refresh() {
    let fixture = Fixture::new();
    let (tab, other_tab) = (fixture.sign_in(), fixture.open_shop());
    let session = fixture.session().unwrap();
    fixture.clock.advance(AN_HOUR);
    let mut call = fixture.access_token(&tab, None);
    call.run_until_request();
    let before = fixture.network.count("refresh_token");
    call.turn();
    assert_eq!(fixture.network.count("refresh_token"), before + 1);
    fixture.logout(&other_tab).finish().unwrap();
    settle(&mut [&mut call]);
    assert_eq!(call.fails(), Code::NotSignedIn);
    assert!(fixture.browser.stored_keys().is_empty(), "the new tokens are not stored");
    assert_is_dead(&fixture, &session);
}

#[test]
fn logout_wins_over_refresh_with_lost_response() {
    let fixture = Fixture::new();
    let tab = fixture.sign_in();
    fixture.clock.advance(AN_HOUR);
    fixture.network.next("refresh_token", Fault::AnswerLost);
    assert_eq!(fixture.access_token(&tab, None).fails(), Code::Network);
    let session = fixture.session().unwrap();
    fixture.logout(&tab).finish().unwrap();
    assert_is_dead(&fixture, &session);
}
