//! The page that opens the popup.

use js_sys::{Array, Function, Promise, Uint8Array};
use stagepass::error::Code;
use stagepass::handoff::Message;
use stagepass::rim::exports;
use stagepass::transaction;
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_futures::JsFuture;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::{AbortController, BroadcastChannel};

use crate::page::{
    Replaced, config, config_at, count, get, object, pass, rejected, spy_on_fetch, storage, stored_keys, window,
};

/// A `window.open` that opens nothing and records its arguments. The popup that it returns can be closed by the test.
const OPEN_SPY: &str = "return (url, name, features) => {
    const popup = { closed: false, close() { this.closed = true; }, postMessage() {}, location: { replace() {} } };
    seen.push(url, features, popup);
    return popup;
}";

struct Login {
    promise: Promise,
    controller: AbortController,
    state: String,
}

/// Begins a login by popup. Everything it needs to know was seen before the call returned.
fn begin(seen: &Array, config: JsValue) -> Login {
    let controller = AbortController::new().unwrap();
    let options =
        object(&[("scope", "read".into()), ("features", "popup".into()), ("signal", controller.signal().into())]);
    let promise = exports::login(config, options);
    let url = seen.get(0).as_string().expect("window.open must be called before login returns");
    let state = parameter(&url, "state");
    Login { promise, controller, state }
}

fn parameter(url: &str, name: &str) -> String {
    let code = "return new URL(url).searchParams.get(name)";
    let value = Function::new_with_args("url, name", code).call2(&JsValue::UNDEFINED, &url.into(), &name.into());
    value.unwrap().as_string().unwrap()
}

#[wasm_bindgen_test]
async fn the_popup_opens_inside_the_click_at_its_final_address() {
    let seen = Array::new();
    let spy = Replaced::new("open", &seen, OPEN_SPY);
    let login = begin(&seen, config());
    let url = seen.get(0).as_string().unwrap();
    assert!(url.starts_with(&[crate::page::base_url(), "/oauth/authorize?response_type=code&"].concat()), "{url}");
    assert_eq!(parameter(&url, "display"), "popup");
    assert_eq!(seen.get(1).as_string().as_deref(), Some("popup"));
    login.controller.abort();
    assert_eq!(rejected(login.promise).await, Code::Aborted);
    drop(spy);
}

#[wasm_bindgen_test]
async fn the_challenge_is_what_the_browsers_own_sha_256_makes_of_the_verifier() {
    let seen = Array::new();
    let spy = Replaced::new("open", &seen, OPEN_SPY);
    let login = begin(&seen, config());
    let record = storage().get_item(&transaction::key(&login.state)).unwrap().unwrap();
    let verifier = record.lines().nth(1).unwrap().to_owned();
    let digest = window().crypto().unwrap().subtle().digest_with_str_and_u8_array("SHA-256", verifier.as_bytes());
    let digest = Uint8Array::new(&JsFuture::from(digest.unwrap()).await.unwrap()).to_vec();
    let code =
        "return btoa(String.fromCharCode(...octets)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')";
    let octets = Uint8Array::from(digest.as_slice());
    let expected = Function::new_with_args("octets", code).call1(&JsValue::UNDEFINED, &octets).unwrap();
    assert_eq!(expected.as_string().unwrap(), parameter(&seen.get(0).as_string().unwrap(), "code_challenge"));
    login.controller.abort();
    rejected(login.promise).await;
    drop(spy);
}

#[wasm_bindgen_test]
async fn an_abort_closes_the_popup_and_forgets_the_login() {
    let seen = Array::new();
    let spy = Replaced::new("open", &seen, OPEN_SPY);
    let login = begin(&seen, config());
    assert!(stored_keys().contains(&transaction::key(&login.state)));
    login.controller.abort();
    assert_eq!(rejected(login.promise).await, Code::Aborted);
    assert!(!stored_keys().contains(&transaction::key(&login.state)));
    assert!(get(&seen.get(2), "closed").is_truthy(), "the popup must be closed");
    drop(spy);
}

#[wasm_bindgen_test]
async fn a_refused_popup_is_popup_blocked_and_leaves_nothing() {
    let before = stored_keys();
    for open in ["return () => null", "return undefined", "return () => { throw new Error('no windows here'); }"] {
        let spy = Replaced::new("open", &Array::new(), open);
        let promise = exports::login(config(), object(&[("scope", "read".into())]));
        assert_eq!(rejected(promise).await, Code::PopupBlocked, "popup_blocked: {open}");
        drop(spy);
    }
    let refused_before = object(&[("scope", "read".into()), ("popup", JsValue::NULL)]);
    assert_eq!(rejected(exports::login(config(), refused_before)).await, Code::PopupBlocked);
    assert_eq!(stored_keys(), before);
}

#[wasm_bindgen_test]
async fn a_blank_window_that_was_opened_in_the_click_is_sent_on() {
    let seen = Array::new();
    let body =
        "return { closed: false, close() { this.closed = true; }, location: { replace(url) { seen.push(url); } } }";
    let popup = Function::new_with_args("seen", body).call1(&JsValue::UNDEFINED, &seen).unwrap();
    let controller = AbortController::new().unwrap();
    let signal = ("signal", controller.signal().into());
    let promise = exports::login(config(), object(&[("scope", "read".into()), ("popup", popup.clone()), signal]));
    assert!(seen.get(0).as_string().unwrap().contains("/oauth/authorize?"));
    controller.abort();
    rejected(promise).await;
    assert!(get(&popup, "closed").is_truthy());
}

#[wasm_bindgen_test]
async fn an_answer_that_another_window_posts_is_ignored() {
    let (seen, requests) = (Array::new(), Array::new());
    let spies = (Replaced::new("open", &seen, OPEN_SPY), spy_on_fetch(&requests));
    let login = begin(&seen, config());
    let answer =
        Message::Answer(format!("https://app.example/#code=stolen&state={}", login.state)).to_text(&login.state);
    // Of our own origin and with the right state, but this window is not the popup.
    window().post_message(&answer.into(), "*").unwrap();
    pass(600).await;
    assert_eq!(count(&requests, "/oauth/token"), 0);
    assert!(stored_keys().contains(&transaction::key(&login.state)), "the login goes on");
    login.controller.abort();
    assert_eq!(rejected(login.promise).await, Code::Aborted);
    drop(spies);
}

#[wasm_bindgen_test]
async fn an_answer_on_the_channel_is_claimed_answered_and_exchanged_once() {
    let (seen, requests) = (Array::new(), Array::new());
    let spies = (Replaced::new("open", &seen, OPEN_SPY), spy_on_fetch(&requests));
    let login = begin(&seen, config());
    let channel = BroadcastChannel::new(&transaction::channel_name(&login.state)).unwrap();
    let heard =
        Function::new_with_args("channel", "return new Promise((r) => { channel.onmessage = (e) => r(e.data); })");
    let heard = heard.call1(&JsValue::UNDEFINED, &channel).unwrap().unchecked_into::<Promise>();
    let answer =
        Message::Answer(format!("https://app.example/#code=unknown&state={}", login.state)).to_text(&login.state);
    channel.post_message(&answer.clone().into()).unwrap();
    channel.post_message(&answer.into()).unwrap();
    assert_eq!(JsFuture::from(heard).await.unwrap().as_string().unwrap(), Message::Taken.to_text(&login.state));
    assert_eq!(rejected(login.promise).await, Code::ExchangeRefused, "the service does not know this code");
    pass(300).await;
    assert_eq!(count(&requests, "/oauth/token"), 1);
    assert!(!stored_keys().contains(&transaction::key(&login.state)), "what was claimed is gone");
    assert!(get(&seen.get(2), "closed").is_truthy(), "the popup must be closed");
    channel.close();
    drop(spies);
}

#[wasm_bindgen_test]
async fn a_popup_needs_no_storage_and_a_full_page_says_that_it_does() {
    let denied = Replaced::denied_storage();
    let (seen, requests) = (Array::new(), Array::new());
    let spies = (Replaced::new("open", &seen, OPEN_SPY), spy_on_fetch(&requests));
    let login = begin(&seen, config());
    let channel = BroadcastChannel::new(&transaction::channel_name(&login.state)).unwrap();
    let answer =
        Message::Answer(format!("https://app.example/#code=unknown&state={}", login.state)).to_text(&login.state);
    channel.post_message(&answer.into()).unwrap();
    assert_eq!(rejected(login.promise).await, Code::ExchangeRefused, "it came as far as the service");
    assert_eq!(count(&requests, "/oauth/token"), 1);
    channel.close();
    let full_screen = object(&[("scope", "read".into()), ("display", "fullScreen".into())]);
    assert_eq!(rejected(exports::login(config(), full_screen)).await, Code::StorageUnavailable);
    drop((denied, spies));
}

#[wasm_bindgen_test]
async fn a_wrong_configuration_or_option_opens_nothing() {
    let seen = Array::new();
    let spy = Replaced::new("open", &seen, OPEN_SPY);
    let wrong = exports::login(config_at("http://music.example/v1"), object(&[("scope", "read".into())]));
    assert_eq!(rejected(wrong).await, Code::ConfigInvalid);
    let wrong = exports::login(config(), object(&[("scope", "everything".into())]));
    assert_eq!(rejected(wrong).await, Code::OptionInvalid);
    assert_eq!(seen.length(), 0);
    drop(spy);
}
