//! Answers that a callback page must not believe.

use stagepass_core::authorize::RawOptions;
use stagepass_core::client::Ending;
use stagepass_core::config::Values;
use stagepass_core::document::Json;
use stagepass_core::error::Code;
use stagepass_core::handoff::Message;
use stagepass_core::transaction;
use stagepass_core_tests::fixture::{CALLBACK, Fixture, come_back, full_page, login, popup, text, unregistered};
use stagepass_core_tests::flow::{go_on_for, settle};

const OTHER_STATE: &str = "sp1.p.AAAAAAAAAAAAAAAAAAAAAA";

/// No response, and responses to other libraries.
const FOREIGN: [&str; 12] = [
    "",
    "?code=theirs",
    "#code=theirs",
    "?code=theirs&state=theirs",
    "?state=theirs&code=4%2F0Ab%2b+c%C3%A9",
    "?code=theirs&state=sp2.p.AAAAAAAAAAAAAAAAAAAAAA",
    "?code=theirs&state=SP1.P.AAAAAAAAAAAAAAAAAAAAAA",
    "?code=theirs&state=&&&tab=2",
    "?error=access_denied&error_description=No%20thanks",
    "#access_token=theirs&state=theirs&token_type=bearer",
    "?code=theirs&session_state=sp1.f.AAAAAAAAAAAAAAAAAAAAAA#_=_",
    "?a=1&a=2;b=%#/route?code=theirs&state=theirs",
];

/// Proceeds to the response of a full-page redirect.
fn answered(fixture: &Fixture, options: &RawOptions) -> (stagepass_core_tests::browser::Window, String) {
    let tab = fixture.open_shop();
    fixture.login(&tab, options).finish().unwrap();
    let answer = fixture.user.approve(&tab.address());
    (tab, answer)
}

#[test]
fn address_without_our_state_is_left_alone() {
    let fixture = Fixture::new();
    fixture.sign_in();
    let session = fixture.session().unwrap().to_record::<Json>();
    for page in ["https://app.example/", CALLBACK] {
        for foreign in FOREIGN {
            let address = format!("{page}{foreign}");
            let tab = fixture.browser.open_tab(&address);
            assert_eq!(come_back(&tab).finish().unwrap(), Ending::Nothing, "{address}");
            assert_eq!(tab.address(), address);
        }
    }
    assert_eq!(fixture.browser.stored_keys(), [fixture.app.session_key()]);
    assert_eq!(fixture.session().unwrap().to_record::<Json>(), session);
    assert_eq!(fixture.network.count("authorization_code"), 1);
}

#[test]
fn altered_state_is_rejected_and_login_still_completes() {
    let fixture = Fixture::new();
    let (tab, answer) = answered(&fixture, &full_page());
    let (before, after) = answer.split_once("state=sp1.f.").unwrap();
    let flipped = if after.starts_with('A') { "B" } else { "A" };
    tab.go(&format!("{before}state=sp1.f.{flipped}{}", &after[1..]));
    assert_eq!(come_back(&tab).fails(), Code::TransactionLost);
    assert_eq!(fixture.network.count("authorization_code"), 0);
    // The login that the answer was taken from is untouched: its own answer still counts.
    tab.go(&answer);
    assert!(matches!(come_back(&tab).finish().unwrap(), Ending::Returning(_)));
}

/// Otherwise a forged link would pass for a login, and the app would continue with the current session.
#[test]
fn unknown_response_does_not_adopt_another_logins_session() {
    let fixture = Fixture::new();
    let (tab, answer) = answered(&fixture, &full_page());
    let other_app = unregistered(fixture.service.base_url(), "Night Radio");
    for app in [&other_app, &fixture.app] {
        let tab = fixture.open_shop();
        login(&tab, app, &full_page()).finish().unwrap();
        assert!(matches!(fixture.approve_in(&tab).finish().unwrap(), Ending::Returning(_)));
    }
    let stored = fixture.browser.stored_keys();
    let (before, after) = answer.split_once("state=sp1.f.").unwrap();
    let flipped = if after.starts_with('A') { "B" } else { "A" };
    tab.go(&format!("{before}state=sp1.f.{flipped}{}", &after[1..]));
    assert_eq!(come_back(&tab).fails(), Code::TransactionLost);
    assert_eq!(fixture.browser.stored_keys(), stored, "both sessions, and the login that waits for its answer");
    assert_eq!(fixture.network.count("authorization_code"), 2);
}

#[test]
fn response_of_another_login_fails_with_state_mismatch() {
    let fixture = Fixture::new();
    let tab = fixture.open_shop();
    let (mut login, popup_window) = fixture.click(&tab, &popup());
    let keys = fixture.browser.stored_keys();
    let state = keys[0].strip_prefix("stagepass/login/").unwrap();
    let (_other, stolen) = answered(&fixture, &full_page());
    popup_window.go(CALLBACK);
    popup_window.post(&tab, &Message::Response(stolen).to_text(state));
    settle(&mut [&mut login]);
    assert_eq!(login.fails(), Code::StateMismatch);
    assert!(fixture.browser.stored(&transaction::key(state)).is_none());
    assert_eq!(fixture.network.count("authorization_code"), 0);
}

#[test]
fn response_in_browser_without_transaction_is_lost() {
    let fixture = Fixture::new();
    let (_tab, answer) = answered(&fixture, &full_page());
    let elsewhere = Fixture::new();
    let tab = elsewhere.browser.open_tab(&answer);
    assert_eq!(come_back(&tab).fails(), Code::TransactionLost);
    assert_eq!(tab.address(), CALLBACK, "even so the code leaves the address bar");
}

#[test]
fn popup_with_another_state_leaves_its_login_waiting() {
    let fixture = Fixture::new();
    let (mut login, popup) = fixture.click(&fixture.open_shop(), &popup());
    let answer = fixture.user.approve(&popup.address());
    popup.go(&format!("{CALLBACK}#code=stolen&state={OTHER_STATE}"));
    let mut callback = come_back(&popup);
    // It looks for an app that the response could be for.
    go_on_for(&mut [&mut login, &mut callback], 15_000);
    assert_eq!(callback.fails(), Code::TransactionLost);
    assert!(login.ended().is_none(), "{:?}", login.ended());
    assert_eq!(fixture.network.count("authorization_code"), 0);
    popup.go(&answer);
    let mut callback = come_back(&popup);
    settle(&mut [&mut login, &mut callback]);
    assert!(matches!(login.result().unwrap(), Ending::SignedIn(_)));
    assert_eq!(fixture.network.count("authorization_code"), 1);
}

/// From a bookmark, or from the history.
#[test]
fn finished_response_opened_after_logout_is_lost() {
    for (options, response_mode) in
        [full_page(), popup()].into_iter().flat_map(|options| ["fragment", "query"].map(|mode| (options.clone(), mode)))
    {
        let fixture = Fixture::new();
        let tab = fixture.open_shop();
        let mut login = fixture.login(&tab, &RawOptions { response_mode: text(response_mode), ..options });
        go_on_for(&mut [&mut login], 100);
        let window = tab.popups().pop().unwrap_or_else(|| tab.clone());
        let answer = fixture.user.approve(&window.address());
        window.go(&answer);
        settle(&mut [&mut come_back(&window), &mut login]);
        fixture.logout(&tab).finish().unwrap();
        let bookmark = fixture.browser.open_tab(&answer);
        assert_eq!(come_back(&bookmark).fails(), Code::TransactionLost);
        assert_eq!(bookmark.address(), CALLBACK);
        assert!(fixture.browser.stored_keys().is_empty());
        assert_eq!(fixture.network.count("authorization_code"), 1);
    }
}

#[test]
fn response_without_issuer_fails_only_if_required() {
    for (require_iss, expected) in [(false, None), (true, Some(Code::IssuerMismatch))] {
        let mut fixture = Fixture::new();
        fixture.app = Values { require_iss, ..Values::clone(&fixture.app) }.into();
        let (tab, answer) = answered(&fixture, &full_page());
        tab.go(answer.split_once("&iss=").unwrap().0);
        assert_eq!(come_back(&tab).finish().err().map(|error| error.code), expected);
    }
}

#[test]
fn damaged_response_ends_its_login_and_no_more() {
    let fixture = Fixture::new();
    fixture.sign_in();
    let session = fixture.session().unwrap().to_record::<Json>();
    for damage in ["&code=again", "&error=%zz", "&iss=a&iss=b", "&error=a&error=b"] {
        let (tab, answer) = answered(&fixture, &full_page());
        tab.go(&(answer + damage));
        assert_eq!(come_back(&tab).fails(), Code::CallbackInvalid, "{damage}");
        assert_eq!(fixture.browser.stored_keys(), [fixture.app.session_key()], "{damage}");
        assert_eq!(fixture.session().unwrap().to_record::<Json>(), session);
    }
    assert_eq!(fixture.network.count("authorization_code"), 1);
}

#[test]
fn service_error_response_keeps_its_description() {
    let fixture = Fixture::new();
    let tab = fixture.open_shop();
    fixture.login(&tab, &full_page()).finish().unwrap();
    // An error is sent to an app that the user has allowed before.
    fixture.user.approve(&tab.address());
    let address = tab.address().replace("response_type=code", "response_type=token");
    tab.go(&fixture.user.approve(&address));
    let error = come_back(&tab).finish().unwrap_err();
    assert_eq!(error.code, Code::AuthorizationFailed);
    assert!(error.description().is_some_and(|words| words.contains("response_type")));
}
