//! What crosses the border: the object that the host passes (`pkg-template/src/glue.d.ts` has its type), and two
//! functions beside the glue (`wasm/src/host_module/beside.js`).

use js_sys::{JsString, Promise};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// The object. A slow method returns a promise, and may return a value. An exception counts as a rejection.
    pub(crate) type Host;

    /// Returns the time, in milliseconds since 1970.
    #[wasm_bindgen(method, catch)]
    pub(crate) fn now(this: &Host) -> Result<f64, JsValue>;
    /// Returns `count` random bytes. Throws if there is no source.
    #[wasm_bindgen(method, catch)]
    pub(crate) fn random(this: &Host, count: u32) -> Result<JsValue, JsValue>;
    /// Returns a string. Anything else: there is no value.
    #[wasm_bindgen(method, catch)]
    pub(crate) fn read(this: &Host, area: &str, key: &str) -> Result<JsValue, JsValue>;
    /// Returns true. Anything else: the value ends with this run of the app.
    #[wasm_bindgen(method, catch)]
    pub(crate) fn write(this: &Host, area: &str, key: &str, value: &str) -> Result<JsValue, JsValue>;
    /// The result is ignored.
    #[wasm_bindgen(method, catch)]
    pub(crate) fn remove(this: &Host, area: &str, key: &str) -> Result<JsValue, JsValue>;
    /// Returns a list of strings.
    #[wasm_bindgen(method, catch)]
    pub(crate) fn keys(this: &Host, prefix: &str) -> Result<JsValue, JsValue>;
    /// Starts to show this URL to the user.
    #[wasm_bindgen(method, catch)]
    pub(crate) fn open(this: &Host, url: &str) -> Result<JsValue, JsValue>;
    /// Returns the function that releases the lock, or `undefined` after the timeout.
    #[wasm_bindgen(method, catch)]
    pub(crate) fn lock(this: &Host, name: &str, within: u32, signal: &JsValue) -> Result<JsValue, JsValue>;
    /// Posts a body of this media type, with the proof of `dpop` and `key` ([`Proof`](crate::dpop::Proof)). Returns
    /// `{ status, text }`, with the status 0 if there is no key, or `undefined` after the timeout.
    #[wasm_bindgen(method, catch)]
    pub(crate) fn post(
        this: &Host,
        url: &str,
        body: &JsString,
        within: u32,
        signal: &JsValue,
        media_type: &str,
        dpop: u32,
        key: &str,
    ) -> Result<JsValue, JsValue>;

    /// Resolves to a list with the value of `answer`, or to `undefined` if that is rejected. Never rejects.
    #[wasm_bindgen(js_name = settled)]
    pub(crate) fn settled(answer: &JsValue) -> Promise;
    /// Copies `given` into `octets`. Throws if it has another number of bytes.
    #[wasm_bindgen(js_name = putOctets, catch)]
    pub(crate) fn put_octets(given: &JsValue, octets: &mut [u8]) -> Result<(), JsValue>;
}
