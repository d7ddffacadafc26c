//! A login by popup, as tests begin and answer it.

use js_sys::{Array, Function};
use stagepass::{Call, Client, LoginOptions, Scope, SignedIn};
use stagepass_core::handoff::Message;
use stagepass_core::transaction;
use wasm_bindgen::JsValue;
use web_sys::BroadcastChannel;

/// A `window.open` that opens nothing and records its arguments. The popup that it returns can be closed by the test.
pub(crate) const OPEN_SPY: &str = "return (url, name, features) => {
    const popup = { closed: false, close() { this.closed = true; }, postMessage() {}, location: { replace() {} } };
    seen.push(url, features, popup);
    return popup;
}";

/// A service that exchanges every code, and sends the profile with the tokens.
pub(crate) const SERVICE: &str = "return async (url) => { seen.push(url); return new Response(JSON.stringify({
    access_token: 'an-access', refresh_token: 'a-refresh', token_type: 'Bearer', expires_in: 3600, scope: 'read',
    user: { userId: 7, name: 'Ann', handle: 'ann', verified: true },
})) }";

/// A login that has begun.
pub(crate) struct Login {
    pub(crate) call: Call<SignedIn>,
    pub(crate) state: String,
}

pub(crate) fn read() -> LoginOptions {
    LoginOptions::new(Scope::Read)
}

/// Begins a login by popup. Everything it needs to know was seen before the call returned, and before it was polled.
pub(crate) fn begin(seen: &Array, client: &Client, options: LoginOptions) -> Login {
    let call = client.login(options);
    let url = seen.get(0).as_string().expect("window.open must be called before login returns");
    Login { call, state: parameter(&url, "state") }
}

pub(crate) fn parameter(url: &str, name: &str) -> String {
    let code = "return new URL(url).searchParams.get(name)";
    let value = Function::new_with_args("url, name", code).call2(&JsValue::UNDEFINED, &url.into(), &name.into());
    value.unwrap().as_string().unwrap()
}

/// Posts an authorization response to the login on its channel.
pub(crate) fn respond(state: &str) -> BroadcastChannel {
    let channel = BroadcastChannel::new(&transaction::channel_name(state)).unwrap();
    channel.post_message(&answer(state).into()).unwrap();
    channel
}

/// Returns the message with an authorization response.
pub(crate) fn answer(state: &str) -> String {
    Message::Response(format!("https://app.example/#code=unknown&state={state}")).to_text(state)
}
