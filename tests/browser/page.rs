//! The page that the tests run on: its globals replaced and put back, and the client of its app.

use core::cell::LazyCell;
use core::fmt::Debug;

use js_sys::{Array, Function, Promise, Reflect};
use stagepass::{Call, Client, Code, Config, ConfigBuilder};
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Storage, Window, XmlHttpRequest};

/// The service that `cargo xtask test` starts, or that of `cargo xtask dev`.
const BASE_URL: &str = match option_env!("STAGEPASS_BASE_URL") {
    Some(base_url) => base_url,
    None => "http://127.0.0.1:8787/v1",
};
/// The app that is registered there. `.cargo/config.toml` has the one of `cargo xtask dev`.
const API_KEY: &str = match option_env!("STAGEPASS_API_KEY") {
    Some(api_key) => api_key,
    None => env!("STAGEPASS_TEST_API_KEY"),
};

thread_local! {
    /// Whether the service responds, once a test has needed it.
    static RESPONDS: LazyCell<bool> = LazyCell::new(responds);
}

/// Asks the service, and waits for the response.
fn responds() -> bool {
    let request = XmlHttpRequest::new().unwrap();
    // Pages of every origin may read this response: no user is signed in.
    request.open_with_async("GET", &[BASE_URL, "/me"].concat(), false).unwrap();
    request.send().is_ok() && request.status() == Ok(401)
}

pub(crate) fn window() -> Window {
    web_sys::window().unwrap()
}

pub(crate) fn storage() -> Storage {
    window().local_storage().unwrap().unwrap()
}

pub(crate) fn base_url() -> &'static str {
    let responds = RESPONDS.with(|responds| **responds);
    assert!(responds, "no service responds at {BASE_URL}: run `cargo xtask dev` in another terminal");
    BASE_URL
}

pub(crate) fn api_key() -> &'static str {
    API_KEY
}

pub(crate) fn get(object: &JsValue, name: &str) -> JsValue {
    Reflect::get(object, &JsValue::from_str(name)).unwrap()
}

/// The configuration of the registered app on this page, at this service.
pub(crate) fn config_at(base_url: &str) -> ConfigBuilder {
    let redirect_uri = [&window().location().origin().unwrap(), "/callback"].concat();
    Config::builder(redirect_uri).api_key(api_key()).base_url(base_url)
}

pub(crate) fn client() -> Client {
    Client::new(config_at(base_url()).build().unwrap())
}

/// Where this app's session is stored.
pub(crate) fn session_key() -> String {
    ["stagepass/session/local ", base_url(), "  key ", api_key()].concat()
}

/// The record of a session that the service does not know.
pub(crate) const UNKNOWN_SESSION: &str = r#"{"version":1,"accessToken":"no-access","refreshToken":"no-refresh","scope":"read","login":"sp1.p.x","isBound":false}"#;

/// Stores it.
pub(crate) fn store_unknown_session() {
    storage().set_item(&session_key(), UNKNOWN_SESSION).unwrap();
}

/// The values stored under our keys.
pub(crate) fn stored_keys() -> Vec<String> {
    let storage = storage();
    let keys = (0..storage.length().unwrap()).filter_map(|index| storage.key(index).unwrap());
    keys.filter(|key| key.starts_with("stagepass/")).collect()
}

/// The code that `call` fails with.
pub(crate) async fn failed<T: Debug>(call: Call<T>) -> Code {
    call.await.expect_err("it must not succeed").code()
}

/// Until this many milliseconds have passed, for what can only be shown not to happen.
pub(crate) async fn pass(milliseconds: u32) {
    let code = format!("return new Promise((resolve) => setTimeout(resolve, {milliseconds}))");
    let promise = Function::new_no_args(&code).call0(&JsValue::UNDEFINED).unwrap();
    JsFuture::from(promise.unchecked_into::<Promise>()).await.unwrap();
}

/// A global of the page, replaced for a test and put back at its end, however it ends.
pub(crate) struct Replaced {
    restore: Function,
}

impl Replaced {
    /// Replaces `window[name]` with what the body of a function of `seen` (an array) returns.
    pub(crate) fn new(name: &str, seen: &Array, body: &str) -> Self {
        Self::member("window", name, seen, body)
    }

    /// Does the same with a member of the object that the expression `owner` returns.
    pub(crate) fn member(owner: &str, name: &str, seen: &Array, body: &str) -> Self {
        let code = format!(
            "const owner = {owner};
            const before = Object.getOwnPropertyDescriptor(owner, name);
            const value = (() => {{ {body} }})();
            Object.defineProperty(owner, name, {{ value, writable: true, configurable: true }});
            return () => before ? Object.defineProperty(owner, name, before) : delete owner[name];"
        );
        let restore = Function::new_with_args("name, seen", &code).call2(&JsValue::UNDEFINED, &name.into(), seen);
        Self { restore: restore.unwrap().unchecked_into() }
    }

    /// Replaces `window[name]` with a getter that throws.
    pub(crate) fn denied(name: &str) -> Self {
        let code = "const before = Object.getOwnPropertyDescriptor(window, name);
            const get = () => { throw new DOMException('denied', 'SecurityError'); };
            Object.defineProperty(window, name, { get, configurable: true });
            return () => before ? Object.defineProperty(window, name, before) : delete window[name];";
        let restore = Function::new_with_args("name", code).call1(&JsValue::UNDEFINED, &name.into());
        Self { restore: restore.unwrap().unchecked_into() }
    }

    /// Denies localStorage as a browser does: every access to it throws. Code that WebKit has compiled still calls the
    /// original getter of `window`, so the methods of the object that this getter returns throw as well.
    pub(crate) fn denied_storage() -> Self {
        let code = "
            const deny = () => { throw new DOMException('denied', 'SecurityError'); };
            const replaced = [[window, 'localStorage', { get: deny, configurable: true }]];
            for (const name of ['getItem', 'setItem', 'removeItem', 'key'])
                replaced.push([Storage.prototype, name, { value: deny, writable: true, configurable: true }]);
            const undo = replaced.map(([object, name, descriptor]) => {
                const before = Object.getOwnPropertyDescriptor(object, name);
                Object.defineProperty(object, name, descriptor);
                return () => Object.defineProperty(object, name, before);
            });
            return () => undo.forEach((one) => one());";
        Self { restore: Function::new_no_args(code).call0(&JsValue::UNDEFINED).unwrap().unchecked_into() }
    }
}

impl Drop for Replaced {
    fn drop(&mut self) {
        self.restore.call0(&JsValue::UNDEFINED).unwrap();
    }
}

/// Records the URL of every `fetch`. The requests still reach the service.
pub(crate) fn spy_on_fetch(seen: &Array) -> Replaced {
    Replaced::new(
        "fetch",
        seen,
        "const real = window.fetch.bind(window); return (url, init) => { seen.push(String(url)); return real(url, init); }",
    )
}

pub(crate) fn count(seen: &Array, end: &str) -> usize {
    seen.iter().filter(|url| url.as_string().is_some_and(|url| url.ends_with(end))).count()
}
