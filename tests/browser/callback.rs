//! The callback page.

use std::cell::RefCell;
use std::rc::Rc;

use js_sys::Array;
use stagepass::{Code, Redirect};
use stagepass_core::handoff::Message;
use stagepass_core::transaction;
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::BroadcastChannel;

use crate::page::{
    Replaced, api_key, base_url, client, count, failed, pass, spy_on_fetch, storage, stored_keys, window,
};

fn href() -> String {
    window().location().href().unwrap()
}

/// Makes the address bar show `end` after the page's path, and returns the whole address.
fn visit(end: &str) -> String {
    window().history().unwrap().push_state_with_url(&JsValue::from_str("the router's own"), "", Some(end)).unwrap();
    href()
}

/// Stores a login as `Client::login` does.
fn store_login(state: &str) {
    let (base_url, api_key, origin) = (base_url(), api_key(), window().location().origin().unwrap());
    let record = format!(
        r#"{{"version":1,"codeVerifier":"a-verifier","scope":"read","bornAt":1,"baseUrl":"{base_url}","clientId":"{api_key}","isRegistered":true,"redirectUri":"{origin}/callback","storage":"local"}}"#
    );
    storage().set_item(&transaction::key(state), &record).unwrap();
}

#[wasm_bindgen_test]
async fn response_is_removed_from_address_bar_first() {
    visit("?page=2#code=secret&state=sp1.f.unknown");
    let entries = window().history().unwrap().length().unwrap();
    let call = client().handle_redirect();
    assert!(href().ends_with("?page=2"), "{}", href());
    assert_eq!(window().history().unwrap().length().unwrap(), entries);
    assert_eq!(window().history().unwrap().state().unwrap().as_string().as_deref(), Some("the router's own"));
    assert_eq!(failed(call).await, Code::TransactionLost);
}

/// It closes once the opener acknowledges the response.
#[wasm_bindgen_test]
async fn popup_posts_only_to_own_origin_and_closes() {
    let (posted, closed) = (Array::new(), Array::new());
    let spies = (
        Replaced::new("opener", &posted, "return { postMessage(text, origin) { seen.push(text, origin); } }"),
        Replaced::new("close", &closed, "return () => seen.push('closed')"),
    );
    let state = "sp1.p.handed-over";
    let url = visit(&format!("#code=secret&state={state}"));
    let channel = BroadcastChannel::new(&transaction::channel_name(state)).unwrap();
    let call = client().handle_redirect();
    assert_eq!(posted.get(0).as_string().unwrap(), Message::Response(url).to_text(state));
    assert_eq!(posted.get(1).as_string(), window().location().origin().ok(), "never to any origin");
    channel.post_message(&Message::Taken.to_text(state).into()).unwrap();
    assert_eq!(call.await.unwrap(), Redirect::HandedOver);
    assert_eq!(closed.length(), 1);
    channel.close();
    drop(spies);
}

#[wasm_bindgen_test]
async fn popup_without_web_locks_leaves_code_to_opener() {
    let requests = Array::new();
    let no_locks = "return new Proxy(window.navigator, { get: (it, name) => name === 'locks' ? undefined : it[name] })";
    let spies = (spy_on_fetch(&requests), Replaced::new("navigator", &Array::new(), no_locks));
    let state = "sp1.p.no-locks";
    store_login(state);
    let channel = BroadcastChannel::new(&transaction::channel_name(state)).unwrap();
    visit(&format!("#code=unknown&state={state}"));
    let call = client().handle_redirect();
    // A call continues while it is awaited.
    let ended = Rc::new(RefCell::new(None));
    let written = Rc::clone(&ended);
    wasm_bindgen_futures::spawn_local(async move { *written.borrow_mut() = Some(call.await) });
    pass(2_500).await;
    assert!(stored_keys().contains(&transaction::key(state)), "it must not claim");
    channel.post_message(&Message::Taken.to_text(state).into()).unwrap();
    pass(1_000).await;
    assert_eq!(ended.take().unwrap().unwrap(), Redirect::HandedOver);
    assert_eq!(count(&requests, "/oauth/token"), 0);
    storage().remove_item(&transaction::key(state)).unwrap();
    channel.close();
    drop(spies);
}
