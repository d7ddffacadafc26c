//! Requests with proofs (DPoP, RFC 9449). The script that makes them is the npm package's, too.

use js_sys::{Object, Promise, Reflect};
use stagepass_core::config::Config;
use stagepass_core::dpop::Dpop;
use stagepass_core::provider::Endpoint;
use stagepass_core::session::Session;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::{Request, RequestInit};

#[wasm_bindgen(module = "/src/rim/web/dpop.gen.js")]
extern "C" {
    #[wasm_bindgen(js_name = prepare)]
    fn prepare_with(options: &JsValue);

    #[wasm_bindgen(js_name = send)]
    fn send_with(url: &str, init: &RequestInit) -> Promise;

    #[wasm_bindgen(js_name = sendRequest)]
    fn send_request(request: &Request, is_stream: bool, name: &str, token: &str, init: &RequestInit) -> Promise;
}

/// Prepares what a login of this client needs, while the user is at the service: a key and the CORS preflight of the
/// code exchange. Runs later, because the popup opens first.
pub(super) fn prepare(config: &Config) {
    let token_endpoint = JsValue::from_str(&config.url_of(Endpoint::Token));
    let dpop = match config.dpop {
        Dpop::Always => JsValue::TRUE,
        Dpop::Offered => JsValue::from_str("auto"),
        Dpop::Never | Dpop::Bound => return,
    };
    wasm_bindgen_futures::spawn_local(async move {
        let options = Object::new();
        if set(&options, "tokenEndpoint", &token_endpoint).and(set(&options, "dpop", &dpop)).is_ok() {
            prepare_with(&options);
        }
    });
}

/// Sends a token or revocation request of the core, with the proof that it needs. A code exchange creates the key. The
/// promise resolves to null if there can be no key.
pub(super) fn send(url: &str, init: &RequestInit) -> Promise {
    send_with(url, init)
}

/// Sends a request with the token of a bound session, and a proof. If the key is lost, the promise resolves to a 401.
///
/// # Errors
/// If `init` cannot be changed.
pub(super) fn send_bound(request: &Request, session: &Session, init: &RequestInit) -> Result<Promise, JsValue> {
    // With `no-store`, Chromium and Firefox would not use the cached preflight.
    set(init, "cache", &JsValue::from_str("default"))?;
    Ok(send_request(request, false, &session.state, session.access_token.expose(), init))
}

fn set(object: &JsValue, name: &str, value: &JsValue) -> Result<bool, JsValue> {
    Reflect::set(object, &JsValue::from_str(name), value)
}
