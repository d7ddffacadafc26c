//! A login in a window that the app has opened.

use js_sys::{Array, Function};
use stagepass::{Code, Display};
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::Window;

use crate::login::{OPEN_SPY, begin, parameter, read, respond};
use crate::page::{Replaced, client, count, failed, get, spy_on_fetch, stored_keys};

/// Returns a blank window that records where it is navigated.
fn blank_window(seen: &Array) -> Window {
    let code = "const location = { href: 'about:blank', replace(url) { seen.push(url); this.href = undefined; } };
        return { closed: false, close() { this.closed = true; }, postMessage() {}, location };";
    Function::new_with_args("seen", code).call1(&JsValue::UNDEFINED, seen).unwrap().unchecked_into()
}

#[wasm_bindgen_test]
async fn adopted_window_is_navigated_and_no_other_opened() {
    let (opened, seen, requests) = <(Array, Array, Array)>::default();
    let spies = (Replaced::new("open", &opened, OPEN_SPY), spy_on_fetch(&requests));
    let window = blank_window(&seen);
    let login = begin(&seen, &client(), read().popup(window.clone()));
    assert_eq!(parameter(&seen.get(0).as_string().unwrap(), "display"), "popup");
    assert!(!get(&window, "closed").is_truthy());
    let channel = respond(&login.state);
    assert_eq!(failed(login.call).await, Code::ExchangeRefused, "the service does not know this code");
    assert_eq!((seen.length(), opened.length()), (1, 0));
    assert_eq!(count(&requests, "/oauth/token"), 1);
    assert!(get(&window, "closed").is_truthy(), "the machine closes it");
    channel.close();
    drop(spies);
}

#[wasm_bindgen_test]
async fn closed_adopted_window_is_popup_closed() {
    let (opened, seen) = <(Array, Array)>::default();
    let spy = Replaced::new("open", &opened, OPEN_SPY);
    let before = stored_keys();
    let window = blank_window(&seen);
    window.close().unwrap();
    assert_eq!(failed(client().login(read().popup(window))).await, Code::PopupClosed);
    assert_eq!((seen.length(), opened.length()), (0, 0));
    assert_eq!(stored_keys(), before);
    drop(spy);
}

#[wasm_bindgen_test]
async fn blocked_adopted_window_is_popup_blocked() {
    let opened = Array::new();
    let spy = Replaced::new("open", &opened, OPEN_SPY);
    assert_eq!(failed(client().login(read().popup(None))).await, Code::PopupBlocked);
    assert_eq!(opened.length(), 0);
    drop(spy);
}

#[wasm_bindgen_test]
async fn login_without_popup_closes_blank_adopted_window() {
    let seen = Array::new();
    let window = blank_window(&seen);
    let wrong = read().return_to("https://evil.example/").popup(window.clone());
    assert_eq!(failed(client().login(wrong)).await, Code::OptionInvalid);
    assert!(get(&window, "closed").is_truthy());

    let window = blank_window(&seen);
    // Without storage, a full-page login ends before it leaves the page.
    let denied = Replaced::denied_storage();
    let full_page = read().display(Display::FullScreen).popup(window.clone());
    assert_eq!(failed(client().login(full_page)).await, Code::StorageUnavailable);
    drop(denied);
    assert!(get(&window, "closed").is_truthy());
    assert_eq!(seen.length(), 0);
}
