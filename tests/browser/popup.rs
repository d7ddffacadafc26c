//! The page that opens the popup.

use js_sys::Array;
use stagepass::Code;
use stagepass_core::transaction;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::login::{OPEN_SPY, begin, parameter, read};
use crate::page::{Replaced, base_url, client, failed, get, pass, stored_keys};

#[wasm_bindgen_test]
async fn popup_opens_inside_click_at_authorize_url() {
    let seen = Array::new();
    let spy = Replaced::new("open", &seen, OPEN_SPY);
    let login = begin(&seen, &client(), read().login_hint("ann@example.com"));
    let url = seen.get(0).as_string().unwrap();
    assert!(url.starts_with(&[base_url(), "/oauth/authorize?response_type=code&"].concat()), "{url}");
    assert_eq!(parameter(&url, "display"), "popup");
    assert_eq!(parameter(&url, "login_hint"), "ann@example.com");
    assert!(seen.get(1).as_string().unwrap().starts_with("popup,width=480,height=720,left="));
    drop((login, spy));
}

#[wasm_bindgen_test]
async fn dropped_login_closes_popup_and_deletes_transaction() {
    let seen = Array::new();
    let spy = Replaced::new("open", &seen, OPEN_SPY);
    let login = begin(&seen, &client(), read());
    assert!(stored_keys().contains(&transaction::key(&login.state)));
    drop(login.call);
    pass(0).await;
    assert!(!stored_keys().contains(&transaction::key(&login.state)));
    assert!(get(&seen.get(2), "closed").is_truthy(), "the popup must be closed");
    drop(spy);
}

#[wasm_bindgen_test]
async fn refused_window_returns_popup_blocked_and_stores_nothing() {
    let before = stored_keys();
    for open in [
        "return () => null",
        "return () => 7",
        "return undefined",
        "return () => { throw new Error('no windows here'); }",
    ] {
        let spy = Replaced::new("open", &Array::new(), open);
        assert_eq!(failed(client().login(read())).await, Code::PopupBlocked, "{open}");
        drop(spy);
    }
    assert_eq!(stored_keys(), before);
}
