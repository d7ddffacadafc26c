//! Browsers that lack what newer ones have, or refuse what others allow.

use js_sys::{Array, Function};
use stagepass::{Code, Redirect};
use stagepass_core::handoff::Message;
use stagepass_core::transaction;
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::BroadcastChannel;

use crate::login::{OPEN_SPY, SERVICE, answer, begin, read, respond};
use crate::page::{Replaced, client, failed, pass, session_key, storage, store_unknown_session, stored_keys, window};

/// Signs in by popup, whose response comes after this many milliseconds, and deletes the session.
async fn sign_in_after(milliseconds: u32) {
    let (seen, requests) = <(Array, Array)>::default();
    let spies = (Replaced::new("open", &seen, OPEN_SPY), Replaced::new("fetch", &requests, SERVICE));
    let login = begin(&seen, &client(), read());
    let state = login.state.clone();
    wasm_bindgen_futures::spawn_local(async move {
        pass(milliseconds).await;
        let channel = respond(&state);
        pass(1_000).await;
        channel.close();
    });
    assert_eq!(login.call.await.unwrap().user.unwrap().handle, "ann");
    storage().remove_item(&session_key()).unwrap();
    drop(spies);
}

#[wasm_bindgen_test]
async fn login_without_promise_with_resolvers_signs_in() {
    let missing = Replaced::member("Promise", "withResolvers", &Array::new(), "return undefined");
    sign_in_after(0).await;
    drop(missing);
}

#[wasm_bindgen_test]
async fn login_with_throwing_locks_signs_in() {
    let body = "const locks = { request() { throw new DOMException('no locks here', 'SecurityError'); } };
        return new Proxy(window.navigator, { get: (it, name) => name === 'locks' ? locks : it[name] })";
    let throwing = Replaced::new("navigator", &Array::new(), body);
    sign_in_after(0).await;
    drop(throwing);
}

#[wasm_bindgen_test]
async fn login_without_has_focus_signs_in() {
    let missing = Replaced::member("document", "hasFocus", &Array::new(), "return undefined");
    // It looks at the popup twice.
    sign_in_after(600).await;
    drop(missing);
}

#[wasm_bindgen_test]
async fn login_without_broadcast_channel_signs_in() {
    let open = "return (url, name, features) => {
        const frame = document.body.appendChild(document.createElement('iframe'));
        seen.push(url, features, frame);
        return frame.contentWindow;
    }";
    let (seen, requests) = <(Array, Array)>::default();
    let spies = (
        Replaced::new("open", &seen, open),
        Replaced::new("fetch", &requests, SERVICE),
        Replaced::new("BroadcastChannel", &Array::new(), "return undefined"),
    );
    let login = begin(&seen, &client(), read());
    // The timer is of the frame, so the message is from its window.
    let post = "frame.contentWindow.setTimeout(`parent.postMessage(${JSON.stringify(text)}, '*')`)";
    let post = Function::new_with_args("frame, text", post);
    post.call2(&JsValue::UNDEFINED, &seen.get(2), &answer(&login.state).into()).unwrap();
    assert_eq!(login.call.await.unwrap().user.unwrap().handle, "ann");
    storage().remove_item(&session_key()).unwrap();
    Function::new_with_args("frame", "frame.remove()").call1(&JsValue::UNDEFINED, &seen.get(2)).unwrap();
    drop(spies);
}

#[wasm_bindgen_test]
async fn callback_page_with_denied_opener_hands_over() {
    let closed = Array::new();
    let spies = (
        Replaced::denied("opener"),
        Replaced::new("close", &closed, "return () => { throw new Error('this window stays'); }"),
    );
    let state = "sp1.p.denied-opener";
    let channel = BroadcastChannel::new(&transaction::channel_name(state)).unwrap();
    let origin = window().location().origin().unwrap();
    let call = client().handle_redirect_at(format!("{origin}/callback#code=secret&state={state}"));
    channel.post_message(&Message::Taken.to_text(state).into()).unwrap();
    assert_eq!(call.await.unwrap(), Redirect::HandedOver);
    channel.close();
    drop(spies);
}

#[wasm_bindgen_test]
async fn request_without_fetch_is_network_error() {
    for fetch in ["return undefined", "return () => { throw new Error('no requests here'); }"] {
        store_unknown_session();
        let spy = Replaced::new("fetch", &Array::new(), fetch);
        assert_eq!(failed(client().refresh_access_token()).await, Code::Network, "{fetch}");
        assert_eq!(failed(client().user()).await, Code::Network, "{fetch}");
        assert!(stored_keys().contains(&session_key()), "the session stays");
        drop(spy);
    }
    storage().remove_item(&session_key()).unwrap();
}

#[wasm_bindgen_test]
async fn fetch_of_the_page_may_return_anything() {
    for value in ["undefined", "null", "7", "{}", "Promise.reject()", "Promise.reject(null)"] {
        store_unknown_session();
        let spy = Replaced::new("fetch", &Array::new(), &format!("return () => {value}"));
        // Null is what the script of proofs resolves to without a key.
        let expected = if value == "null" { Code::StorageUnavailable } else { Code::Network };
        let code = failed(client().refresh_access_token()).await;
        assert!(code == expected || code == Code::Timeout, "{value}: {code:?}");
        let code = failed(client().user()).await;
        assert!(matches!(code, Code::Network | Code::BadResponse | Code::Timeout), "{value}: {code:?}");
        assert!(stored_keys().contains(&session_key()), "the session stays");
        drop(spy);
    }
    storage().remove_item(&session_key()).unwrap();
}

#[wasm_bindgen_test]
async fn endless_store_is_listed_in_part() {
    let listed = Array::new();
    // Not another `localStorage`: code that WebKit has compiled still calls the original getter.
    let key = "return (place) => { seen.push(place); return `another/${place}`; }";
    let spies = (
        Replaced::new("open", &Array::new(), OPEN_SPY),
        Replaced::member("Storage.prototype", "key", &listed, key),
        Replaced::member("Storage.prototype", "length", &listed, "return 2 ** 32 - 1"),
    );
    drop(client().login(read()));
    assert!((1..=200_000).contains(&listed.length()), "{}", listed.length());
    drop(spies);
    // The same if a store has no length.
    listed.set_length(0);
    let spies = (
        Replaced::new("open", &Array::new(), OPEN_SPY),
        Replaced::member("Storage.prototype", "key", &listed, key),
        Replaced::member("Storage.prototype", "length", &listed, "return undefined"),
    );
    drop(client().login(read()));
    assert_eq!(listed.length(), 0);
    drop(spies);
}
