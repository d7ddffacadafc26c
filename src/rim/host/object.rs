//! What crosses the border: the object that the host hands in (`pkg-template/src/glue.d.ts` has its type), and two functions
//! that stand beside the glue (`wasm/src/host_module/beside.js`).

use js_sys::{JsString, Promise};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// The object. Whatever takes time gives a promise, and may give a value; whatever throws is taken for one that was rejected.
    pub(crate) type Host;

    /// The time, in milliseconds since 1970.
    #[wasm_bindgen(method, catch)]
    pub(crate) fn now(this: &Host) -> Result<f64, JsValue>;
    /// So many random octets; throws where there are none.
    #[wasm_bindgen(method, catch)]
    pub(crate) fn random(this: &Host, count: u32) -> Result<JsValue, JsValue>;
    /// A string; anything else: there is none.
    #[wasm_bindgen(method, catch)]
    pub(crate) fn read(this: &Host, area: &str, key: &str) -> Result<JsValue, JsValue>;
    /// True; anything else: it will be gone with this run of the app.
    #[wasm_bindgen(method, catch)]
    pub(crate) fn write(this: &Host, area: &str, key: &str, value: &str) -> Result<JsValue, JsValue>;
    /// Whatever comes of it.
    #[wasm_bindgen(method, catch)]
    pub(crate) fn remove(this: &Host, area: &str, key: &str) -> Result<JsValue, JsValue>;
    /// A list of strings.
    #[wasm_bindgen(method, catch)]
    pub(crate) fn keys(this: &Host, prefix: &str) -> Result<JsValue, JsValue>;
    /// Begins to show the person this address.
    #[wasm_bindgen(method, catch)]
    pub(crate) fn open(this: &Host, url: &str) -> Result<JsValue, JsValue>;
    /// The function that lets go; `undefined` once the time is up.
    #[wasm_bindgen(method, catch)]
    pub(crate) fn lock(this: &Host, name: &str, within: u32, signal: &JsValue) -> Result<JsValue, JsValue>;
    /// `{ status, text }`; `undefined` once the time is up.
    #[wasm_bindgen(method, catch)]
    pub(crate) fn post(
        this: &Host,
        url: &str,
        body: &JsString,
        within: u32,
        signal: &JsValue,
    ) -> Result<JsValue, JsValue>;

    /// Comes to a list of what `answer` comes to; to `undefined` if that is rejected. It is never rejected itself.
    #[wasm_bindgen(js_name = settled)]
    pub(crate) fn settled(answer: &JsValue) -> Promise;
    /// Puts `given` into `octets`; throws if it is not as many octets.
    #[wasm_bindgen(js_name = putOctets, catch)]
    pub(crate) fn put_octets(given: &JsValue, octets: &mut [u8]) -> Result<(), JsValue>;
}
