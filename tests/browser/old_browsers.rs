//! Logins in browsers that lack what newer ones have.

use js_sys::Array;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::login::{OPEN_SPY, SERVICE, begin, read, respond};
use crate::page::{Replaced, client, session_key, storage};

/// Signs in by popup, and deletes the session.
async fn sign_in() {
    let (seen, requests) = (Array::new(), Array::new());
    let spies = (Replaced::new("open", &seen, OPEN_SPY), Replaced::new("fetch", &requests, SERVICE));
    let login = begin(&seen, &client(), read());
    let channel = respond(&login.state);
    assert_eq!(login.call.await.unwrap().user.unwrap().handle, "ann");
    storage().remove_item(&session_key()).unwrap();
    channel.close();
    drop(spies);
}

#[wasm_bindgen_test]
async fn login_without_promise_with_resolvers_signs_in() {
    let missing = Replaced::member("Promise", "withResolvers", &Array::new(), "return undefined");
    sign_in().await;
    drop(missing);
}
