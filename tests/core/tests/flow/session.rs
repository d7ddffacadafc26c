//! Calls with a session, in one tab.

use stagepass_core::client::{Logout, Revocation, SessionStatus};
use stagepass_core::config::Values;
use stagepass_core::document::Json;
use stagepass_core::error::Code;
use stagepass_core::session::Session;
use stagepass_core::text::secret::Secret;
use stagepass_core_tests::fixture::{Fixture, come_back, full_page};
use stagepass_core_tests::network::Fault;
use stagepass_core_tests::service::HANDLE;
use stagepass_core_tests::stub_server::StubServer;

/// A little more than an access token lives, in milliseconds.
const AN_HOUR: u64 = 60 * 60 * 1000 + 1;

fn revoke(fixture: &Fixture, session: &Session) {
    let url = fixture.app.endpoint("/oauth/revoke");
    let members = [("token", session.refresh_token.expose()), ("client_id", &fixture.app.client_id)];
    assert_eq!(fixture.network.post(&url, &members).0, 200);
}

/// Replaces the browser's access token with one that the service does not know.
fn spoil_access_token(fixture: &Fixture) {
    let session = Session { access_token: Secret::from("spoilt".to_owned()), ..fixture.session().unwrap() };
    fixture.browser.store(&fixture.app.session_key(), &session.to_record::<Json>());
}

#[test]
fn call_before_login_fails_without_request() {
    let fixture = Fixture::new();
    assert_eq!(fixture.access_token(&fixture.open_shop(), None).fails(), Code::NotSignedIn);
    assert_eq!(fixture.network.count("me"), 0);
}

#[test]
fn expired_token_is_refreshed_once_and_session_continues() {
    let fixture = Fixture::new();
    let tab = fixture.sign_in();
    let before = fixture.session().unwrap();
    fixture.clock.advance(AN_HOUR);
    for _ in 0..3 {
        assert_eq!(fixture.signed_in_handle(&tab).unwrap(), HANDLE);
    }
    let after = fixture.session().unwrap();
    assert_eq!(fixture.network.count("refresh_token"), 1);
    assert_eq!(fixture.network.count("me"), 3, "none with the expired token");
    assert!(!after.access_token.is(before.access_token.expose()));
    assert!(!after.refresh_token.is(before.refresh_token.expose()));
    assert_eq!(after.state, before.state, "it is the same session");
    assert_eq!(after.obtained_at, fixture.clock.now());
    // To the service it is one as well: who revokes the token before revokes this one.
    revoke(&fixture, &before);
    assert_eq!(fixture.renew_refused(&tab).unwrap_err().code, Code::SessionExpired);
}

#[test]
fn session_lasts_while_it_is_used() {
    let fixture = Fixture::new();
    let tab = fixture.sign_in();
    for _ in 0..60 {
        fixture.clock.advance(24 * AN_HOUR);
        assert!(fixture.signed_in_handle(&tab).is_ok());
    }
    assert_eq!(fixture.network.count("refresh_token"), 60);
}

#[test]
fn session_unused_for_a_month_expires() {
    let fixture = Fixture::new();
    let tab = fixture.sign_in();
    fixture.clock.advance(31 * 24 * AN_HOUR);
    assert_eq!(fixture.access_token(&tab, None).fails(), Code::SessionExpired);
    assert!(fixture.session().is_none());
    let requests = fixture.network.count("refresh_token");
    assert_eq!(fixture.access_token(&fixture.open_shop(), None).fails(), Code::SessionExpired, "every tab knows");
    assert!(matches!(fixture.look(&tab), SessionStatus::Expired));
    assert_eq!(fixture.network.count("refresh_token"), requests, "and nobody asks again");
    assert!(fixture.logout(&tab).finish().is_ok());
    assert!(fixture.browser.stored_keys().is_empty());
    assert!(matches!(fixture.look(&tab), SessionStatus::SignedOut));
}

#[test]
fn token_rejected_twice_ends_session_without_loop() {
    let fixture = Fixture::new();
    let tab = fixture.sign_in();
    spoil_access_token(&fixture);
    let renewed = fixture.renew_refused(&tab).unwrap();
    revoke(&fixture, &renewed);
    assert_eq!(fixture.network.me(&fixture.app, &renewed.access_token).status, 401);
    assert!(tab.start(Logout::expire(&fixture.app, renewed.access_token)).finish().is_ok());
    assert_eq!(fixture.network.count("refresh_token"), 1);
    assert_eq!(fixture.network.count("me"), 2);
    assert!(matches!(fixture.look(&tab), SessionStatus::Expired));
    assert_eq!(fixture.access_token(&tab, None).fails(), Code::SessionExpired);
    assert_eq!(fixture.network.count("me"), 2);
}

#[test]
fn session_revoked_at_service_expires() {
    let fixture = Fixture::new();
    let tab = fixture.sign_in();
    revoke(&fixture, &fixture.session().unwrap());
    let error = fixture.renew_refused(&tab).unwrap_err();
    assert_eq!((error.code, error.status()), (Code::SessionExpired, Some(400)));
    assert!(matches!(fixture.look(&tab), SessionStatus::Expired));
    assert!(fixture.session().is_none(), "no token is left");
}

#[test]
fn refresh_with_lost_response_is_retried_and_succeeds() {
    for pause in [0, 60_000, 23 * AN_HOUR] {
        let fixture = Fixture::new();
        let tab = fixture.sign_in();
        fixture.clock.advance(AN_HOUR);
        fixture.network.next("refresh_token", Fault::AnswerLost);
        assert_eq!(fixture.access_token(&tab, None).fails(), Code::Network);
        assert!(fixture.session().is_some());
        fixture.clock.advance(pause);
        assert_eq!(fixture.signed_in_handle(&tab).unwrap(), HANDLE, "after {pause} ms");
        assert_eq!(fixture.network.count("refresh_token"), 2);
        fixture.clock.advance(AN_HOUR);
        assert!(fixture.signed_in_handle(&tab).is_ok(), "and it goes on from there");
    }
}

#[test]
fn a_service_that_is_down_keeps_the_session() {
    let mut fixture = Fixture::new();
    let tab = fixture.sign_in();
    fixture.service.stop();
    for _ in 0..2 {
        fixture.clock.advance(AN_HOUR);
        assert_eq!(fixture.access_token(&tab, None).fails(), Code::Network);
        assert!(fixture.session().is_some());
    }
}

#[test]
fn a_service_that_fails_keeps_the_session() {
    for (status, expected) in [(500, Code::RequestFailed), (429, Code::RequestFailed), (200, Code::BadResponse)] {
        let mut fixture = Fixture::new();
        let tab = fixture.sign_in();
        let record = fixture.browser.stored(&fixture.app.session_key()).unwrap();
        let header = ("content-type", "text/html");
        let stub_server = StubServer::start(&fixture.service.runtime(), status, header, "<h1>Oh</h1>");
        let working = fixture.app.clone();
        fixture.app = Values { base_url: stub_server.base_url().to_owned(), ..Values::clone(&working) }.into();
        fixture.browser.store(&fixture.app.session_key(), &record);
        fixture.clock.advance(AN_HOUR);
        assert_eq!(fixture.access_token(&tab, None).fails(), expected, "the renewal: {status}");
        assert_eq!(fixture.browser.stored(&fixture.app.session_key()).as_ref(), Some(&record));
        fixture.app = working;
        assert!(fixture.signed_in_handle(&tab).is_ok(), "and it goes on from there");
    }
}

#[test]
fn clock_set_back_causes_one_refresh() {
    let fixture = Fixture::new();
    let tab = fixture.sign_in();
    let session = fixture.session().unwrap();
    let ahead = Session { obtained_at: fixture.clock.now() + 5 * AN_HOUR, ..session };
    fixture.browser.store(&fixture.app.session_key(), &ahead.to_record::<Json>());
    for _ in 0..5 {
        assert!(fixture.signed_in_handle(&tab).is_ok());
    }
    assert_eq!(fixture.network.count("refresh_token"), 1);
}

/// Records that this version has not written.
const BROKEN: [&str; 8] = [
    "",
    "null",
    "1",
    "expired",
    r#"{"accessToken":"a"}"#,
    r#"{"version":1,"accessToken":7}"#,
    r#"{"version":2,"accessToken":"a"}"#,
    r#"{"version":1,"accessToken":"a""#,
];

#[test]
fn unreadable_stored_session_counts_as_signed_out() {
    let fixture = Fixture::new();
    let tab = fixture.sign_in();
    for record in BROKEN {
        fixture.browser.store(&fixture.app.session_key(), record);
        assert!(matches!(fixture.look(&tab), SessionStatus::SignedOut), "{record:?}");
        assert_eq!(fixture.access_token(&tab, None).fails(), Code::NotSignedIn, "{record:?}");
    }
    fixture.sign_in();
    assert_eq!(fixture.signed_in_handle(&tab).unwrap(), HANDLE);
    fixture.logout(&tab).finish().unwrap();
    assert!(fixture.browser.stored_keys().is_empty());
}

#[test]
fn rejected_fresh_token_refreshes_only_if_still_stored() {
    let fixture = Fixture::new();
    let tab = fixture.sign_in();
    let refused = fixture.session().unwrap().access_token;
    let renewed = fixture.access_token(&tab, Some(refused.clone())).finish().unwrap();
    assert!(!renewed.access_token.is(refused.expose()));
    let again = fixture.access_token(&tab, Some(refused)).finish().unwrap();
    assert!(again.access_token.is(renewed.access_token.expose()), "somebody has renewed it already");
    assert_eq!(fixture.network.count("refresh_token"), 1);
}

#[test]
fn new_login_revokes_previous_session() {
    let fixture = Fixture::new();
    let tab = fixture.sign_in();
    let before = fixture.session().unwrap();
    fixture.sign_in();
    assert_eq!(fixture.network.count("revoke"), 1);
    let members = [
        ("grant_type", "refresh_token"),
        ("refresh_token", before.refresh_token.expose()),
        ("client_id", &fixture.app.client_id),
    ];
    let (status, answer) = fixture.network.post(&fixture.app.endpoint("/oauth/token"), &members);
    assert_eq!((status, answer["error"].as_str()), (400, Some("invalid_grant")));
    assert_eq!(fixture.signed_in_handle(&tab).unwrap(), HANDLE, "the other tab has the new one");
}

#[test]
fn requests_are_forms_if_the_response_says_so() {
    for says_so in [true, false] {
        let fixture = Fixture::new();
        let tab = fixture.open_shop();
        fixture.login(&tab, &full_page()).finish().unwrap();
        let answer = fixture.user.approve(&tab.address());
        assert!(answer.contains("&iss="), "it says nothing about forms");
        tab.go(&if says_so { answer } else { answer.replace("&token_format=form", "") });
        come_back(&tab).finish().unwrap();
        fixture.clock.advance(AN_HOUR);
        assert_eq!(fixture.signed_in_handle(&tab).unwrap(), HANDLE);
        tab.reload();
        assert!(matches!(fixture.logout(&tab).finish(), Ok(Revocation::Done)));
        let sent = ["authorization_code", "refresh_token", "revoke"];
        assert_eq!(fixture.network.forms(), if says_so { sent.to_vec() } else { Vec::new() });
        assert_eq!(sent.map(|kind| fixture.network.count(kind)), [1, 1, 1]);
    }
}
