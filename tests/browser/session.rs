//! Calls with a session, and its end.

use js_sys::{Array, Promise};
use serde::Deserialize;
use stagepass::border::{ACCESS_TOKEN, LOGOUT, READ_STATUS};
use stagepass::error::Code;
use stagepass::rim::exports;
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::AbortController;

use crate::page::{
    Replaced, UNKNOWN_SESSION, config, config_at, count, get, object, rejected, resolved, session_key, spy_on_fetch,
    storage, store_unknown_session, stored_keys,
};

/// A service that answers everything with this, in place of the real one.
fn answers(status: u16, body: &str) -> Replaced {
    let body = js_sys::JSON::stringify(&body.into()).unwrap();
    Replaced::new("fetch", &Array::new(), &format!("return async () => new Response({body}, {{ status: {status} }})"))
}

/// The session's status, as the facade gets it.
#[derive(Debug, PartialEq, Deserialize)]
#[serde(untagged)]
enum SessionStatus {
    SignedIn(u8, String, String, f64),
    Other([u8; 1]),
}

async fn standing() -> SessionStatus {
    let standing = resolved(exports::session(READ_STATUS, config(), JsValue::UNDEFINED)).await;
    serde_wasm_bindgen::from_value(standing).unwrap()
}

/// Asks for a token in place of the stored one, which was refused.
fn renewed(config: JsValue) -> Promise {
    exports::session(ACCESS_TOKEN, config, object(&[("refused", "no-access".into())]))
}

#[wasm_bindgen_test]
async fn without_a_session_nobody_is_signed_in() {
    storage().remove_item(&session_key()).unwrap();
    assert_eq!(standing().await, SessionStatus::Other([0]));
    assert_eq!(rejected(exports::session(ACCESS_TOKEN, config(), JsValue::UNDEFINED)).await, Code::NotSignedIn);
}

#[wasm_bindgen_test]
async fn a_session_that_the_service_does_not_know_ends_after_one_refresh() {
    let requests = Array::new();
    let spy = spy_on_fetch(&requests);
    store_unknown_session();
    assert_eq!(standing().await, SessionStatus::SignedIn(1, "read".to_owned(), "sp1.p.x".to_owned(), 1.0));
    assert_eq!(rejected(renewed(config())).await, Code::SessionExpired);
    assert_eq!(standing().await, SessionStatus::Other([2]));
    assert_eq!(rejected(renewed(config())).await, Code::SessionExpired);
    assert_eq!(count(&requests, "/oauth/token"), 1);
    assert!(!storage().get_item(&session_key()).unwrap().unwrap().contains("no-"), "no token is left");
    storage().remove_item(&session_key()).unwrap();
    drop(spy);
}

#[wasm_bindgen_test]
async fn a_network_failure_keeps_the_session() {
    // Nothing listens on the discard port.
    let config = config_at("http://127.0.0.1:9/v1");
    let key = session_key().replace(crate::page::base_url(), "http://127.0.0.1:9/v1");
    storage().set_item(&key, "1\nno-access\nno-refresh\nread\n0\n1\nsp1.p.x").unwrap();
    assert_eq!(rejected(renewed(config.clone())).await, Code::Network);
    assert!(stored_keys().contains(&key));
    let left = resolved(exports::session(LOGOUT, config, JsValue::UNDEFINED)).await;
    assert_eq!(left, "no-refresh", "a logout cannot fail, and the token is left to try again");
    assert!(!stored_keys().contains(&key));
}

#[wasm_bindgen_test]
async fn a_logout_discards_and_revokes() {
    let requests = Array::new();
    let spy = spy_on_fetch(&requests);
    store_unknown_session();
    let logout = exports::session(LOGOUT, config(), JsValue::UNDEFINED);
    assert!(!stored_keys().contains(&session_key()), "discarded before the service is asked");
    assert!(resolved(logout).await.is_undefined());
    assert_eq!(count(&requests, "/oauth/revoke"), 1);
    drop(spy);
}

#[wasm_bindgen_test]
async fn what_is_no_answer_of_the_service_is_told_apart() {
    for (status, body, code) in [
        (200, "<html>portal</html>", Code::BadResponse),
        (200, "{}", Code::BadResponse),
        (500, "{}", Code::RequestFailed),
        (502, "<html>", Code::RequestFailed),
        (429, "", Code::RequestFailed),
    ] {
        store_unknown_session();
        let service = answers(status, body);
        let error = rejected(renewed(config())).await;
        assert_eq!(error, code, "{status} {body}");
        assert!(stored_keys().contains(&session_key()), "the session stays");
        drop(service);
    }
    storage().remove_item(&session_key()).unwrap();
}

#[wasm_bindgen_test]
async fn a_call_is_given_the_token_that_is_stored_and_for_a_refused_one_the_service_is_asked() {
    store_unknown_session();
    let token = resolved(exports::session(ACCESS_TOKEN, config(), JsValue::UNDEFINED)).await;
    assert_eq!(token, "no-access");
    let refused = object(&[("refused", token)]);
    assert_eq!(rejected(exports::session(ACCESS_TOKEN, config(), refused)).await, Code::SessionExpired);
    assert_eq!(rejected(exports::session(ACCESS_TOKEN, config(), JsValue::UNDEFINED)).await, Code::SessionExpired);
    storage().remove_item(&session_key()).unwrap();
}

#[wasm_bindgen_test]
async fn a_request_sends_the_token_to_the_service_and_nothing_else_to_anybody() {
    store_unknown_session();
    let seen = Array::new();
    let body = "return async (url, init) => { seen.push(url, init); return new Response('{}', { status: 500 }); }";
    let spy = Replaced::new("fetch", &seen, body);
    rejected(renewed(config())).await;
    let init = seen.get(1);
    let text = |name| get(&init, name).as_string().unwrap();
    assert_eq!(seen.get(0).as_string().unwrap(), [crate::page::base_url(), "/oauth/token"].concat());
    assert_eq!(text("method"), "POST");
    assert_eq!(text("redirect"), "error");
    assert_eq!(text("credentials"), "omit");
    assert_eq!(text("cache"), "no-store");
    assert_eq!(text("referrerPolicy"), "no-referrer");
    let body = js_sys::JSON::parse(&text("body")).unwrap();
    assert_eq!(get(&body, "refresh_token"), "no-refresh");
    assert!(!text("body").contains("no-access"));
    drop(spy);
    storage().remove_item(&session_key()).unwrap();
}

#[wasm_bindgen_test]
async fn a_call_can_be_aborted_before_and_while_the_service_is_asked() {
    store_unknown_session();
    let service = Replaced::new("fetch", &Array::new(), "return () => new Promise(() => {})");
    let controller = AbortController::new().unwrap();
    let call = || {
        let refused = ("refused", "no-access".into());
        exports::session(ACCESS_TOKEN, config(), object(&[refused, ("signal", controller.signal().into())]))
    };
    let under_way = call();
    controller.abort();
    assert_eq!(rejected(under_way).await, Code::Aborted);
    assert_eq!(rejected(call()).await, Code::Aborted);
    assert!(stored_keys().contains(&session_key()), "the session stays");
    drop(service);
    storage().remove_item(&session_key()).unwrap();
}

#[wasm_bindgen_test]
async fn a_store_of_the_apps_own_is_used_and_may_fail() {
    let store = js_sys::eval(
        "({ kept: {}, broken: false, get length() { return Object.keys(this.kept).length }, key(n) { return Object.keys(this.kept)[n] },
            getItem(key) { if (this.broken) throw new Error('broken'); return this.kept[key] ?? null },
            setItem(key, value) { if (this.broken) throw new Error('full'); this.kept[key] = value },
            removeItem(key) { delete this.kept[key] } })",
    )
    .unwrap();
    let config = config();
    js_sys::Reflect::set(&config, &"storage".into(), &store).unwrap();
    let key = session_key().replace("/local ", "/custom ");
    js_sys::Reflect::set(&get(&store, "kept"), &key.as_str().into(), &UNKNOWN_SESSION.into()).unwrap();
    let ask = |ask| exports::session(ask, config.clone(), object(&[("storage", store.clone())]));
    assert_eq!(resolved(ask(ACCESS_TOKEN)).await, "no-access");
    js_sys::Reflect::set(&store, &"broken".into(), &JsValue::TRUE).unwrap();
    assert_eq!(rejected(ask(ACCESS_TOKEN)).await, Code::NotSignedIn);
    js_sys::Reflect::set(&store, &"broken".into(), &JsValue::FALSE).unwrap();
    assert_eq!(resolved(ask(ACCESS_TOKEN)).await, "no-access");
    assert!(resolved(ask(LOGOUT)).await.is_undefined());
    assert_eq!(get(&store, "length"), 0);
}

#[wasm_bindgen_test]
async fn what_a_login_calls_its_client_stands_for_its_configuration() {
    store_unknown_session();
    let token = exports::session(ACCESS_TOKEN, session_key().into(), JsValue::UNDEFINED);
    assert_eq!(resolved(token).await, "no-access");
    let error = rejected(exports::session(ACCESS_TOKEN, "stagepass/session/nonsense".into(), JsValue::UNDEFINED)).await;
    assert_eq!(error, Code::ConfigInvalid);
    storage().remove_item(&session_key()).unwrap();
}
