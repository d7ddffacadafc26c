//! The functions that TypeScript calls.
#![expect(unreachable_pub, reason = "wasm-bindgen exports what is public")]

use js_sys::Promise;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::call;
#[cfg(all(feature = "js", feature = "openid"))]
use super::openid;

/// Starts a login. Runs synchronously up to `window.open`.
#[wasm_bindgen]
pub fn login(config: &JsValue, options: &JsValue) -> Promise {
    call::start(options, call::login(config, options))
}

/// Finishes a login at the address `options.url`. It needs no configuration, because the transaction has it.
#[wasm_bindgen(js_name = handleRedirect)]
pub fn handle_redirect(options: &JsValue) -> Promise {
    call::start(options, call::handle_redirect(options))
}

/// Returns the state of the session. Sends no request.
#[wasm_bindgen(js_name = readStatus)]
pub fn read_status(config: &JsValue, options: &JsValue) -> Promise {
    call::start(options, call::read_status(config, options))
}

/// Returns an access token, refreshed if need be.
#[wasm_bindgen(js_name = accessToken)]
pub fn access_token(config: &JsValue, options: &JsValue) -> Promise {
    call::start(options, call::access_token(config, options))
}

/// Deletes the session and revokes it. With `options.refused`, the session expires if that is still its token.
#[wasm_bindgen]
pub fn logout(config: &JsValue, options: &JsValue) -> Promise {
    call::start(options, call::logout(config, options))
}

/// Revokes the tokens `options.left`, which a logout could not revoke.
#[wasm_bindgen]
pub fn revoke(config: &JsValue, options: &JsValue) -> Promise {
    call::start(options, call::revoke(config, options))
}

/// Returns the metadata of the provider at `config.issuer`.
#[cfg(all(feature = "js", feature = "openid"))]
#[wasm_bindgen]
pub fn discover(config: &JsValue, options: &JsValue) -> Promise {
    call::start(options, openid::discover(config, options))
}

/// Returns the URL at which the user signs out of the provider. Empty if it has none.
#[cfg(all(feature = "js", feature = "openid"))]
#[wasm_bindgen(js_name = endSession)]
pub fn end_session(config: &JsValue, options: &JsValue) -> Promise {
    call::start(options, openid::end_session(config, options))
}

/// Returns the SHA-256 of `text` in base64url. A phone may have no function for it.
#[cfg(not(feature = "js"))]
#[wasm_bindgen]
pub fn digest(text: &str) -> String {
    stagepass_core::pkce::digest(text)
}
