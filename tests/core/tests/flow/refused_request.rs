//! The service refuses the app or its redirect URI, and its page in the popup reports that to the opener.

use stagepass_core::error::Code;
use stagepass_core_tests::browser::Window;
use stagepass_core_tests::fixture::{Fixture, come_back, popup};
use stagepass_core_tests::flow::{go_on_for, settle};

const OTHER_STATE: &str = "sp1.p.AAAAAAAAAAAAAAAAAAAAAA";

fn notice(state: &str) -> String {
    format!(r#"{{"type":"stagepass:refused","state":"{state}","code":"invalid_redirect_uri"}}"#)
}

fn state_of(popup: &Window) -> String {
    popup.address().split("state=").nth(1).unwrap().split('&').next().unwrap().to_owned()
}

#[test]
fn refusal_notice_rejects_login_and_keeps_popup_open() {
    let fixture = Fixture::new();
    let tab = fixture.open_shop();
    let (mut login, popup) = fixture.click(&tab, &popup());
    popup.post(&tab, &notice(&state_of(&popup)));
    go_on_for(&mut [&mut login], 300);
    let error = login.result().unwrap_err();
    assert_eq!((error.code, error.service_error()), (Code::RequestRefused, Some("invalid_redirect_uri")));
    assert!(!popup.is_closed(), "its page explains the refusal");
}

/// It comes from another origin or window, or is about another login.
#[test]
fn foreign_refusal_notice_is_ignored() {
    let fixture = Fixture::new();
    let tab = fixture.open_shop();
    let (mut login, popup) = fixture.click(&tab, &popup());
    let (state, authorize) = (state_of(&popup), popup.address());
    let answer = fixture.user.approve(&authorize);
    let service_elsewhere = fixture.browser.open_tab(&authorize);
    let evil = fixture.browser.open_tab("https://evil.example/");
    for other in [&service_elsewhere, &evil] {
        other.post(&tab, &notice(&state));
    }
    popup.post(&tab, &notice(OTHER_STATE));
    popup.post(&tab, &notice(&state).replace("refused", "other"));
    popup.go("https://evil.example/");
    popup.post(&tab, &notice(&state));
    go_on_for(&mut [&mut login], 1_000);
    assert!(login.ended().is_none(), "{:?}", login.ended());

    popup.go(&answer);
    let mut callback = come_back(&popup);
    settle(&mut [&mut login, &mut callback]);
    login.result().unwrap();
    assert_eq!(fixture.network.count("authorization_code"), 1);
}
