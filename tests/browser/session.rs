//! Calls with a session, and its end.

use js_sys::{Array, Reflect};
use stagepass::error::Code;
use stagepass::exports::{self, ACCESS_TOKEN, GET_USER, IS_AUTHENTICATED, LOGOUT};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::AbortController;

use crate::page::{
    Replaced, config, config_at, count, get, object, rejected, resolved, session_key, spy_on_fetch, storage,
    store_unknown_session, stored_keys,
};

/// A service that answers everything with this, in place of the real one.
fn answers(status: u16, body: &str) -> Replaced {
    let body = js_sys::JSON::stringify(&body.into()).unwrap();
    Replaced::new("fetch", &Array::new(), &format!("return async () => new Response({body}, {{ status: {status} }})"))
}

#[wasm_bindgen_test]
async fn without_a_session_nobody_is_signed_in() {
    storage().remove_item(&session_key()).unwrap();
    assert_eq!(resolved(exports::session(IS_AUTHENTICATED, config(), JsValue::UNDEFINED)).await, JsValue::FALSE);
    assert_eq!(rejected(exports::session(GET_USER, config(), JsValue::UNDEFINED)).await, Code::NotSignedIn);
}

#[wasm_bindgen_test]
async fn a_session_that_the_service_does_not_know_ends_after_one_refresh() {
    let requests = Array::new();
    let spy = spy_on_fetch(&requests);
    store_unknown_session();
    assert_eq!(resolved(exports::session(IS_AUTHENTICATED, config(), JsValue::UNDEFINED)).await, JsValue::TRUE);
    assert_eq!(rejected(exports::session(GET_USER, config(), JsValue::UNDEFINED)).await, Code::SessionExpired);
    assert_eq!((count(&requests, "/me"), count(&requests, "/oauth/token")), (1, 1));
    assert!(!stored_keys().contains(&session_key()));
    drop(spy);
}

#[wasm_bindgen_test]
async fn a_network_failure_keeps_the_session() {
    // Nothing listens on the discard port.
    let config = config_at("http://127.0.0.1:9/v1");
    let key = session_key().replace(crate::page::base_url(), "http://127.0.0.1:9/v1");
    storage().set_item(&key, "1\nno-access\nno-refresh\nread\n0\n1\nsp1.p.x").unwrap();
    assert_eq!(rejected(exports::session(GET_USER, config.clone(), JsValue::UNDEFINED)).await, Code::Network);
    assert!(stored_keys().contains(&key));
    assert!(
        resolved(exports::session(LOGOUT, config, JsValue::UNDEFINED)).await.is_undefined(),
        "a logout cannot fail"
    );
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
        let error = rejected(exports::session(GET_USER, config(), JsValue::UNDEFINED)).await;
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
    assert!(storage().get_item(&session_key()).unwrap().is_none());
    assert_eq!(rejected(exports::session(ACCESS_TOKEN, config(), JsValue::UNDEFINED)).await, Code::NotSignedIn);
}

#[wasm_bindgen_test]
async fn a_profile_is_shown_as_typescript_has_it() {
    store_unknown_session();
    let service = answers(
        200,
        r#"{"userId":7,"name":"Ada","handle":"ada","verified":true,
           "profilePicture":{"150x150":"https://p/150","mirrors":["https://m1","https://m2"]}}"#,
    );
    let user = resolved(exports::session(GET_USER, config(), JsValue::UNDEFINED)).await;
    let expected = r#"{"userId":7,"name":"Ada","handle":"ada","verified":true,"profilePicture":{"150x150":"https://p/150","mirrors":["https://m1","https://m2"]}}"#;
    assert_eq!(js_sys::JSON::stringify(&user).unwrap(), expected);
    drop(service);
    storage().remove_item(&session_key()).unwrap();
}

#[wasm_bindgen_test]
async fn a_request_sends_the_token_to_the_service_and_nothing_else_to_anybody() {
    store_unknown_session();
    let seen = Array::new();
    let body = "return async (url, init) => { seen.push(url, init); return new Response('{}', { status: 500 }); }";
    let spy = Replaced::new("fetch", &seen, body);
    rejected(exports::session(GET_USER, config(), JsValue::UNDEFINED)).await;
    let init = seen.get(1);
    let text = |name| get(&init, name).as_string().unwrap();
    assert_eq!(seen.get(0).as_string().unwrap(), [crate::page::base_url(), "/me"].concat());
    assert_eq!(text("redirect"), "error");
    assert_eq!(text("credentials"), "omit");
    assert_eq!(text("cache"), "no-store");
    assert_eq!(text("referrerPolicy"), "no-referrer");
    assert_eq!(get(&get(&init, "headers"), "Authorization").as_string().unwrap(), "Bearer no-access");
    assert!(!Reflect::has(&init, &"body".into()).unwrap());
    drop(spy);
    storage().remove_item(&session_key()).unwrap();
}

#[wasm_bindgen_test]
async fn a_call_can_be_aborted_before_and_while_the_service_is_asked() {
    store_unknown_session();
    let service = Replaced::new("fetch", &Array::new(), "return () => new Promise(() => {})");
    let controller = AbortController::new().unwrap();
    let call = || exports::session(GET_USER, config(), object(&[("signal", controller.signal().into())]));
    let under_way = call();
    controller.abort();
    assert_eq!(rejected(under_way).await, Code::Aborted);
    assert_eq!(rejected(call()).await, Code::Aborted);
    assert!(stored_keys().contains(&session_key()), "the session stays");
    drop(service);
    storage().remove_item(&session_key()).unwrap();
}
