//! Unfinished logins do not accumulate.

use stagepass_core::client::Ending;
use stagepass_core::transaction;
use stagepass_core_tests::fixture::{Fixture, full_page, popup};

#[test]
fn new_login_deletes_transactions_older_than_one_hour() {
    let fixture = Fixture::new();
    for _ in 0..3 {
        let tab = fixture.open_shop();
        assert_eq!(fixture.login(&tab, &full_page()).finish().unwrap(), Ending::Redirecting);
    }
    assert_eq!(fixture.browser.stored_keys().len(), 3);
    fixture.clock.advance(transaction::LIFETIME);
    let _on_time = fixture.click(&fixture.open_shop(), &popup());
    assert_eq!(fixture.browser.stored_keys().len(), 4, "they may still come back");
    fixture.clock.advance(1);
    let _later = fixture.click(&fixture.open_shop(), &popup());
    assert_eq!(fixture.browser.stored_keys().len(), 2);
}

#[test]
fn a_sweep_touches_nothing_but_logins() {
    let fixture = Fixture::new();
    let tab = fixture.sign_in();
    let others = ["stagepass/session/https://other.example/v1 App", "stagepass/loginish", "basket"];
    for key in others {
        fixture.browser.store(key, "something");
    }
    fixture.browser.store("stagepass/login/sp1.p.broken", "something");
    fixture.clock.advance(30 * transaction::LIFETIME);
    let (_login, _popup) = fixture.click(&tab, &popup());
    let keys = fixture.browser.stored_keys();
    assert!(!keys.contains(&"stagepass/login/sp1.p.broken".to_owned()));
    assert!(others.iter().all(|key| keys.iter().any(|stored| stored == key)), "{keys:?}");
    assert!(fixture.session().is_some());
}
