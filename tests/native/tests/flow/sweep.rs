//! Logins that nobody finished do not pile up.

use stagepass::client::Ending;
use stagepass::transaction;
use stagepass_native_tests::world::{World, full_page, popup};

#[test]
fn a_new_sign_in_sweeps_away_those_that_are_an_hour_old() {
    let world = World::new();
    for _ in 0..3 {
        let tab = world.open_shop();
        assert_eq!(world.login(&tab, &full_page()).finish().unwrap(), Ending::Redirecting);
    }
    assert_eq!(world.browser.stored_keys().len(), 3);
    world.clock.advance(transaction::LIFETIME);
    let _on_time = world.click(&world.open_shop(), &popup());
    assert_eq!(world.browser.stored_keys().len(), 4, "they may still come back");
    world.clock.advance(1);
    let _later = world.click(&world.open_shop(), &popup());
    assert_eq!(world.browser.stored_keys().len(), 2);
}

#[test]
fn a_sweep_touches_nothing_but_logins() {
    let world = World::new();
    let tab = world.sign_in();
    let others = ["stagepass/session/https://other.example/v1 App", "stagepass/loginish", "basket"];
    for key in others {
        world.browser.store(key, "something");
    }
    world.browser.store("stagepass/login/sp1.p.broken", "something");
    world.clock.advance(30 * transaction::LIFETIME);
    let (_login, _popup) = world.click(&tab, &popup());
    let keys = world.browser.stored_keys();
    assert!(!keys.contains(&"stagepass/login/sp1.p.broken".to_owned()));
    assert!(others.iter().all(|key| keys.iter().any(|stored| stored == key)), "{keys:?}");
    assert!(world.session().is_some());
}
