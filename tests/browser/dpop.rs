//! Sessions that are bound to a key of the browser (RFC 9449), at the real service.

use js_sys::{Array, Function, JSON, Promise};
use stagepass::http::Request;
use stagepass::{Client, Code, Dpop};
use stagepass_core::handoff::Message;
use stagepass_core::transaction;
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_futures::JsFuture;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::BroadcastChannel;

use crate::login::{OPEN_SPY, begin, read};
use crate::page::{Replaced, UNKNOWN_SESSION, base_url, config_at, failed, get, pass, session_key, storage};

/// The user that `cargo xtask test` starts.
const USER_URL: Option<&str> = option_env!("STAGEPASS_USER_URL");

/// Records the URL, the authorization and the number of parts of the proof of each request, and sends it.
const FETCH_SPY: &str = "const real = window.fetch.bind(window); return (input, init) => {
    const { url, headers } = new Request(input instanceof Request ? input.clone() : input, init);
    seen.push(url, headers.get('Authorization') ?? '', headers.get('DPoP')?.split('.').length ?? 0);
    return real(input, init);
}";

/// Runs the body of an asynchronous function.
async fn run(code: &str, argument: &str) -> JsValue {
    let code = format!("return (async () => {{ {code} }})()");
    let promise = Function::new_with_args("argument", &code).call1(&JsValue::UNDEFINED, &argument.into()).unwrap();
    JsFuture::from(promise.unchecked_into::<Promise>()).await.unwrap()
}

/// Returns how many keys are stored.
async fn stored_keys() -> u32 {
    let code = "return new Promise((resolve, reject) => {
        const opening = indexedDB.open('stagepass');
        opening.onupgradeneeded = () => opening.result.createObjectStore('keys');
        opening.onerror = reject;
        opening.onsuccess = () => {
            const database = opening.result;
            const counting = database.transaction('keys').objectStore('keys').count();
            counting.onsuccess = () => { database.close(); resolve(String(counting.result)); };
        };
    })";
    run(code, "").await.as_string().unwrap().parse().unwrap()
}

/// Waits until no key is stored, because a key is deleted in the background.
async fn no_key_is_left() {
    for _ in 0..50 {
        if stored_keys().await == 0 {
            break;
        }
        pass(20).await;
    }
    assert_eq!(stored_keys().await, 0);
}

fn client(dpop: Dpop) -> Client {
    Client::new(config_at(base_url()).dpop(dpop).build().unwrap())
}

/// Signs in at the service, whose user approves.
async fn sign_in(client: &Client) -> Result<(), Code> {
    let user_url = USER_URL.expect("no user approves: run these tests with `cargo xtask test dpop`");
    let seen = Array::new();
    let spy = Replaced::new("open", &seen, OPEN_SPY);
    let login = begin(&seen, client, read());
    let ask = format!("return (await fetch('{user_url}/?url=' + encodeURIComponent(argument))).text()");
    let response = run(&ask, &seen.get(0).as_string().unwrap()).await.as_string().unwrap();
    let channel = BroadcastChannel::new(&transaction::channel_name(&login.state)).unwrap();
    channel.post_message(&Message::Response(response).to_text(&login.state).into()).unwrap();
    let ended = login.call.await;
    channel.close();
    drop(spy);
    ended.map(|signed_in| assert_eq!(signed_in.user.unwrap().handle, "demo")).map_err(|error| error.code())
}

fn record() -> String {
    storage().get_item(&session_key()).unwrap().unwrap()
}

fn is_bound() -> bool {
    get(&JSON::parse(&record()).unwrap(), "isBound") == JsValue::TRUE
}

fn get_me() -> Request<Vec<u8>> {
    Request::get("/me").body(Vec::new()).unwrap()
}

/// Asks for the user with this authorization, as a thief does. Returns the status.
async fn status_with(authorization: &str) -> u32 {
    let code = format!(
        "const response = await fetch('{}/me', {{ headers: {{ Authorization: argument }} }});
        return String(response.status)",
        base_url()
    );
    run(&code, authorization).await.as_string().unwrap().parse().unwrap()
}

#[wasm_bindgen_test]
async fn bound_session_works_until_logout() {
    let client = client(Dpop::Always);
    sign_in(&client).await.unwrap();
    assert!(is_bound() && stored_keys().await == 1);

    let seen = Array::new();
    let spy = Replaced::new("fetch", &seen, FETCH_SPY);
    assert_eq!(client.fetch(get_me()).await.unwrap().status(), 200);
    assert_eq!(seen.get(0).as_string().unwrap(), [base_url(), "/me"].concat());
    assert!(seen.get(1).as_string().unwrap().starts_with("DPoP "));
    assert_eq!(seen.get(2), 3, "the proof is a JWT");
    let old = client.access_token().await.unwrap();
    let new = client.refresh_access_token().await.unwrap();
    assert_ne!(old.expose(), new.expose());
    assert_eq!(seen.get(5), 3, "the refresh has a proof");
    assert_eq!(client.user().await.unwrap().handle, "demo");
    drop(spy);

    for scheme in ["Bearer", "DPoP"] {
        assert_eq!(status_with(&[scheme, " ", new.expose()].concat()).await, 401, "{scheme}");
    }
    assert!(client.logout().await.unwrap().revoked);
    no_key_is_left().await;
}

#[wasm_bindgen_test]
async fn auto_binds_and_never_does_not() {
    for (dpop, bound) in [(Dpop::Auto, true), (Dpop::Never, false)] {
        let client = client(dpop);
        sign_in(&client).await.unwrap();
        assert_eq!(is_bound(), bound, "{dpop:?}");
        assert!(client.logout().await.unwrap().revoked);
        no_key_is_left().await;
    }
}

#[wasm_bindgen_test]
async fn browser_without_key_store_binds_nothing() {
    let body = "return { open() { throw new DOMException('no databases here', 'SecurityError'); } }";
    let denied = Replaced::new("indexedDB", &Array::new(), body);
    assert_eq!(sign_in(&client(Dpop::Always)).await, Err(Code::StorageUnavailable));
    let client = client(Dpop::Auto);
    sign_in(&client).await.unwrap();
    assert!(!is_bound());
    assert!(client.logout().await.unwrap().revoked);
    drop(denied);
}

#[wasm_bindgen_test]
async fn key_that_is_unreadable_now_keeps_session() {
    let stored = &UNKNOWN_SESSION.replace("sp1.p.x", "sp1.p.unread").replace("false", "true");
    storage().set_item(&session_key(), stored).unwrap();
    let body = "return { open() { throw new DOMException('no databases now', 'SecurityError'); } }";
    let denied = Replaced::new("indexedDB", &Array::new(), body);
    let client = client(Dpop::Never);
    assert_eq!(failed(client.user()).await, Code::StorageUnavailable);
    assert_eq!(failed(client.refresh_access_token()).await, Code::StorageUnavailable);
    assert_eq!(&record(), stored);
    drop(denied);
    storage().remove_item(&session_key()).unwrap();
}
