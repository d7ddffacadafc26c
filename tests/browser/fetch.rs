//! Authorized requests.

use http::{Method, Request, StatusCode};
use js_sys::{Array, Function, Uint8Array};
use stagepass::{Client, Code};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::page::{Replaced, base_url, client, config_at, get, pass, session_key, storage, store_unknown_session};

/// Records the URL and options of each request. The first responses have these statuses, further ones the last.
fn service(seen: &Array, statuses: &str) -> Replaced {
    let body = format!(
        "const statuses = {statuses}; return async (url, init) => {{
            seen.push(url, init);
            const status = statuses.length > 1 ? statuses.shift() : statuses[0];
            return new Response('octets', {{ status, headers: {{ 'X-Answer': 'yes' }} }});
        }}"
    );
    Replaced::new("fetch", seen, &body)
}

fn get_of(path: &str) -> Request<Vec<u8>> {
    Request::get(path).body(Vec::new()).unwrap()
}

fn header(init: &JsValue, name: &str) -> Option<String> {
    let code = "return init.headers.get(name)";
    Function::new_with_args("init, name", code).call2(&JsValue::UNDEFINED, init, &name.into()).unwrap().as_string()
}

#[wasm_bindgen_test]
async fn fetch_sends_token_headers_and_body_to_service() {
    store_unknown_session();
    let seen = Array::new();
    let spy = service(&seen, "[201]");
    let request = Request::patch("/tracks/7?a=b").header("X-Own", "1").body(b"body".to_vec()).unwrap();
    let response = client().fetch(request).await.unwrap();
    assert_eq!((response.status(), response.body().as_slice()), (StatusCode::CREATED, b"octets".as_slice()));
    assert_eq!(response.headers()["x-answer"], "yes");
    assert_eq!(seen.get(0).as_string().unwrap(), [base_url(), "/tracks/7?a=b"].concat());
    let init = seen.get(1);
    assert_eq!(get(&init, "method"), "PATCH");
    assert_eq!(header(&init, "Authorization").as_deref(), Some("Bearer no-access"));
    assert_eq!(header(&init, "X-Own").as_deref(), Some("1"));
    assert_eq!(Uint8Array::new(&get(&init, "body")).to_vec(), b"body");
    for (name, value) in [("redirect", "error"), ("credentials", "omit"), ("referrerPolicy", "no-referrer")] {
        assert_eq!(get(&init, name), value, "{name}");
    }
    drop(spy);
    storage().remove_item(&session_key()).unwrap();
}

#[wasm_bindgen_test]
async fn no_other_server_receives_anything() {
    store_unknown_session();
    let seen = Array::new();
    let spy = service(&seen, "[200]");
    for url in ["https://evil.example/v1/me", "http://127.0.0.1:9/", "/../me"] {
        let error = client().fetch(get_of(url)).await.unwrap_err();
        assert_eq!(error.code(), Code::OptionInvalid, "{url}");
        assert!(std::error::Error::source(&error).is_some());
    }
    assert_eq!(seen.length(), 0);
    let client = Client::new(config_at(base_url()).origin("https://other.example").build().unwrap());
    assert_eq!(client.fetch(get_of("https://other.example/x")).await.unwrap().status(), StatusCode::OK);
    drop(spy);
    storage().remove_item(&session_key()).unwrap();
}

#[wasm_bindgen_test]
async fn get_but_not_post_is_retried_after_503() {
    store_unknown_session();
    let seen = Array::new();
    let spy = service(&seen, "[503, 200]");
    assert_eq!(client().fetch(get_of("/me")).await.unwrap().status(), StatusCode::OK);
    assert_eq!(seen.length(), 4);
    drop(spy);
    let seen = Array::new();
    let spy = service(&seen, "[503, 200]");
    let post = Request::builder().method(Method::POST).uri("/me").body(Vec::new()).unwrap();
    assert_eq!(client().fetch(post).await.unwrap().status(), StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(seen.length(), 2);
    drop(spy);
    storage().remove_item(&session_key()).unwrap();
}

#[wasm_bindgen_test]
async fn one_endpoints_401_is_its_response() {
    store_unknown_session();
    let seen = Array::new();
    let body = "return async (url, init) => {
        seen.push(url, init);
        return url.endsWith('/oauth/token')
            ? new Response(JSON.stringify({ access_token: 'new-access', refresh_token: 'new-refresh',
                token_type: 'Bearer', expires_in: 3600, scope: 'read' }))
            : new Response('{}', { status: url.endsWith('/me') ? 200 : 401 });
    }";
    let spy = Replaced::new("fetch", &seen, body);
    assert_eq!(client().fetch(get_of("/playlists")).await.unwrap().status(), StatusCode::UNAUTHORIZED);
    assert_eq!(seen.length(), 8, "the request, a refresh, the request, and the user");
    assert_eq!(client().access_token().await.unwrap().expose(), "new-access");
    drop(spy);
    storage().remove_item(&session_key()).unwrap();
}

#[wasm_bindgen_test]
async fn dropping_a_call_aborts_its_request() {
    store_unknown_session();
    let seen = Array::new();
    let spy = Replaced::new(
        "fetch",
        &seen,
        "return (url, init) => { init.signal.onabort = () => seen.push('aborted'); return new Promise(() => {}); }",
    );
    let call = client().fetch(get_of("/me"));
    drop(call);
    pass(0).await;
    assert_eq!(seen.get(0).as_string().as_deref(), Some("aborted"));
    drop(spy);
    storage().remove_item(&session_key()).unwrap();
}
