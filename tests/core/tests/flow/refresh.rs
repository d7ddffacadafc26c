//! Several tabs and one session.

use stagepass_core::client::Logout;
use stagepass_core::effect::Effect;
use stagepass_core::error::Code;
use stagepass_core::scope::Scope;
use stagepass_core_tests::fixture::{Fixture, is_lock, popup};
use stagepass_core_tests::flow::{Actor as _, go_on_for, settle};
use stagepass_core_tests::service::HANDLE;

/// A little more than an access token lives, in milliseconds.
const AN_HOUR: u64 = 60 * 60 * 1000 + 1;

fn revoke_by_another_device(fixture: &Fixture) {
    let session = fixture.session().unwrap();
    let members = [("token", session.refresh_token.expose()), ("client_id", &fixture.app.client_id)];
    assert_eq!(fixture.network.post(&fixture.app.endpoint("/oauth/revoke"), &members).0, 200);
}

/// A call ends the session only for a token that it has refreshed itself.
#[test]
fn every_other_tab_adopts_the_refreshed_session() {
    let fixture = Fixture::new();
    let (first_tab, second_tab) = (fixture.sign_in(), fixture.open_shop());
    let rejected = fixture.access_token(&first_tab, None).finish().unwrap();
    assert!(!rejected.is_adopted);
    let call = |tab| fixture.access_token(tab, Some(rejected.access_token.clone()));
    let (mut first, mut second) = (call(&first_tab), call(&second_tab));
    first.run_until_request();
    second.run_until(is_lock);
    let later = call(&second_tab);
    settle(&mut [&mut second, &mut first]);
    let [first, second, later] = [first.result(), second.result(), later.finish()].map(Result::unwrap);
    assert_eq!([first.is_adopted, second.is_adopted, later.is_adopted], [false, true, true]);
    assert!(second.has_token_of(&first) && later.has_token_of(&first));
}

/// Both tabs stay signed in after the next refreshes too.
#[test]
fn concurrent_refreshes_without_locks_both_succeed() {
    let fixture = Fixture::new();
    fixture.browser.set_features(|features| features.has_locks = false);
    let (first_tab, second_tab) = (fixture.sign_in(), fixture.open_shop());
    fixture.clock.advance(AN_HOUR);
    let (mut first, mut second) = (fixture.access_token(&first_tab, None), fixture.access_token(&second_tab, None));
    first.run_until_request();
    second.run_until_request();
    settle(&mut [&mut first, &mut second]);
    assert!(first.result().is_ok() && second.result().is_ok());
    assert_eq!(fixture.network.count("refresh_token"), 2);
    for _ in 0..3 {
        fixture.clock.advance(AN_HOUR);
        assert!(fixture.signed_in_handle(&first_tab).is_ok());
        assert!(fixture.signed_in_handle(&second_tab).is_ok());
    }
}

/// After 20 seconds. The session remains, and the frozen tab completes its refresh when it wakes.
#[test]
fn tab_frozen_during_refresh_times_out_other_tabs() {
    let fixture = Fixture::new();
    let (frozen_tab, tab) = (fixture.sign_in(), fixture.open_shop());
    fixture.clock.advance(AN_HOUR);
    let mut frozen = fixture.access_token(&frozen_tab, None);
    frozen.run_until_request();
    let mut waiting = fixture.access_token(&tab, None);
    go_on_for(&mut [&mut waiting], 19_999);
    assert!(waiting.wants().is_some_and(is_lock));
    settle(&mut [&mut waiting]);
    assert_eq!(waiting.fails(), Code::Timeout);
    assert!(fixture.session().is_some());
    assert_eq!(fixture.network.count("refresh_token"), 0);
    settle(&mut [&mut frozen]);
    assert!(frozen.result().is_ok());
    assert!(fixture.signed_in_handle(&tab).is_ok());
}

#[test]
fn rejected_refresh_keeps_session_begun_in_another_tab() {
    let fixture = Fixture::new();
    let (tab, other_tab) = (fixture.sign_in(), fixture.open_shop());
    fixture.clock.advance(AN_HOUR);
    revoke_by_another_device(&fixture);
    let mut call = fixture.access_token(&tab, None);
    call.run_until_request();
    let (mut login, popup) = fixture.click(&other_tab, &popup());
    let mut callback = fixture.approve_in(&popup);
    settle(&mut [&mut login, &mut callback]);
    let begun = fixture.session().unwrap();
    assert_eq!(fixture.handle(&call.finish().unwrap()), HANDLE);
    assert!(fixture.session().unwrap().refresh_token.is(begun.refresh_token.expose()));
}

#[test]
fn rejected_call_keeps_session_begun_in_another_tab() {
    let fixture = Fixture::new();
    let (tab, other_tab) = (fixture.sign_in(), fixture.open_shop());
    fixture.clock.advance(AN_HOUR);
    let mut call = fixture.access_token(&tab, None);
    call.run_until(|effect| matches!(effect, Effect::Unlock));
    revoke_by_another_device(&fixture);
    let (mut login, popup) = fixture.click(&other_tab, &popup());
    let mut callback = fixture.approve_in(&popup);
    settle(&mut [&mut login, &mut callback]);
    assert!(login.result().is_ok());
    settle(&mut [&mut call]);
    let refused = call.result().unwrap().access_token;
    assert_eq!(fixture.network.me(&fixture.app, &refused).status, 401, "it was revoked a moment ago");
    assert!(fixture.access_token(&tab, Some(refused.clone())).finish().is_ok());
    assert!(tab.start(Logout::expire(&fixture.app, refused)).finish().is_ok());
    assert!(fixture.session().is_some(), "somebody is signed in in the other tab");
}

#[test]
fn refresh_keeps_scope_of_session() {
    let fixture = Fixture::new();
    let tab = fixture.open_shop();
    let options =
        stagepass_core::authorize::RawOptions { scope: stagepass_core_tests::fixture::text("write"), ..popup() };
    let (mut login, popup) = fixture.click(&tab, &options);
    let mut callback = fixture.approve_in(&popup);
    settle(&mut [&mut login, &mut callback]);
    fixture.clock.advance(AN_HOUR);
    assert!(fixture.signed_in_handle(&tab).is_ok());
    assert_eq!(fixture.session().unwrap().scope, Scope::Write.into());
}
