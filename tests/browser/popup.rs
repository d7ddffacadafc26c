//! The page that opens the popup.

use js_sys::{Array, Function, Promise, Uint8Array};
use stagepass::{Code, Display};
use stagepass_core::handoff::Message;
use stagepass_core::transaction;
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_futures::JsFuture;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::login::{Login, OPEN_SPY, begin, parameter, read, respond, respond_on};
use crate::page::{
    Replaced, client, config_at, count, failed, get, pass, spy_on_fetch, storage, stored_keys, stored_member, window,
};

#[wasm_bindgen_test]
async fn popup_opens_inside_click_at_authorize_url() {
    let seen = Array::new();
    let spy = Replaced::new("open", &seen, OPEN_SPY);
    let login = begin(&seen, &client(), read().login_hint("ann@example.com"));
    let url = seen.get(0).as_string().unwrap();
    assert!(url.starts_with(&[crate::page::base_url(), "/oauth/authorize?response_type=code&"].concat()), "{url}");
    assert_eq!(parameter(&url, "display"), "popup");
    assert_eq!(parameter(&url, "login_hint"), "ann@example.com");
    assert!(seen.get(1).as_string().unwrap().starts_with("popup,width=480,height=720,left="));
    drop((login, spy));
}

#[wasm_bindgen_test]
async fn code_challenge_matches_browser_sha256_of_verifier() {
    let seen = Array::new();
    let spy = Replaced::new("open", &seen, OPEN_SPY);
    let login = begin(&seen, &client(), read());
    let verifier = stored_member(&transaction::key(&login.state), "codeVerifier").as_string().unwrap();
    let digest = window().crypto().unwrap().subtle().digest_with_str_and_u8_array("SHA-256", verifier.as_bytes());
    let digest = Uint8Array::new(&JsFuture::from(digest.unwrap()).await.unwrap()).to_vec();
    let code =
        "return btoa(String.fromCharCode(...octets)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')";
    let octets = Uint8Array::from(digest.as_slice());
    let expected = Function::new_with_args("octets", code).call1(&JsValue::UNDEFINED, &octets).unwrap();
    assert_eq!(expected.as_string().unwrap(), parameter(&seen.get(0).as_string().unwrap(), "code_challenge"));
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

#[wasm_bindgen_test]
async fn an_answer_that_another_window_posts_is_ignored() {
    let (seen, requests) = (Array::new(), Array::new());
    let spies = (Replaced::new("open", &seen, OPEN_SPY), spy_on_fetch(&requests));
    let Login { call, state } = begin(&seen, &client(), read());
    wasm_bindgen_futures::spawn_local(async {
        let _ = call.await;
    });
    let answer = Message::Response(format!("https://app.example/#code=stolen&state={state}")).to_text(&state);
    // Of our own origin and with the right state, but this window is not the popup.
    window().post_message(&answer.into(), "*").unwrap();
    pass(600).await;
    assert_eq!(count(&requests, "/oauth/token"), 0);
    assert!(stored_keys().contains(&transaction::key(&state)), "the login goes on");
    js_sys::Reflect::set(&seen.get(2), &"closed".into(), &JsValue::TRUE).unwrap();
    storage().remove_item(&transaction::key(&state)).unwrap();
    drop(spies);
}

#[wasm_bindgen_test]
async fn response_on_channel_is_acknowledged_and_exchanged_once() {
    let (seen, requests) = (Array::new(), Array::new());
    let spies = (Replaced::new("open", &seen, OPEN_SPY), spy_on_fetch(&requests));
    let login = begin(&seen, &client(), read());
    let channel = respond(&login.state);
    let received =
        Function::new_with_args("channel", "return new Promise((r) => { channel.onmessage = (e) => r(e.data); })");
    let received = received.call1(&JsValue::UNDEFINED, &channel).unwrap().unchecked_into::<Promise>();
    respond_on(&channel, &login.state);
    assert_eq!(failed(login.call).await, Code::ExchangeRefused, "the service does not know this code");
    assert_eq!(JsFuture::from(received).await.unwrap().as_string().unwrap(), Message::Taken.to_text(&login.state));
    pass(300).await;
    assert_eq!(count(&requests, "/oauth/token"), 1);
    assert!(!stored_keys().contains(&transaction::key(&login.state)), "what was claimed is gone");
    assert!(get(&seen.get(2), "closed").is_truthy(), "the popup must be closed");
    channel.close();
    drop(spies);
}

#[wasm_bindgen_test]
async fn without_storage_popup_works_but_full_page_fails() {
    let denied = Replaced::denied_storage();
    let (seen, requests) = (Array::new(), Array::new());
    let spies = (Replaced::new("open", &seen, OPEN_SPY), spy_on_fetch(&requests));
    let login = begin(&seen, &client(), read());
    let channel = respond(&login.state);
    assert_eq!(failed(login.call).await, Code::ExchangeRefused, "it came as far as the service");
    assert_eq!(count(&requests, "/oauth/token"), 1);
    channel.close();
    let full_screen = read().display(Display::FullScreen);
    assert_eq!(failed(client().login(full_screen)).await, Code::StorageUnavailable);
    drop((denied, spies));
}

#[wasm_bindgen_test]
async fn a_wrong_configuration_or_option_opens_nothing() {
    let seen = Array::new();
    let spy = Replaced::new("open", &seen, OPEN_SPY);
    let wrong = config_at("http://music.example/v1").build().unwrap_err();
    assert_eq!(wrong.code(), Code::ConfigInvalid);
    assert!(wrong.to_string().starts_with("config_invalid: baseUrl must use https"), "{wrong}");
    let elsewhere = read().return_to("https://evil.example/");
    assert_eq!(failed(client().login(elsewhere)).await, Code::OptionInvalid);
    assert_eq!(seen.length(), 0);
    drop(spy);
}
