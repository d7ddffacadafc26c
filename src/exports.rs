//! The border to TypeScript: shells that convert, call and convert back, and the one loop that drives a machine.

use js_sys::{Array, Object, Promise, Reflect};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen_futures::future_to_promise;
use web_sys::AbortSignal;

use crate::authorize::{self, Options};
use crate::client::{Ending, GetUser, HandleRedirect, Login, Logout};
use crate::config::{self, Config, Given};
use crate::effect::{Effect, Machine, Outcome, Step};
use crate::error::{Code, Error};
use crate::profile::Profile;
use crate::session::Session;
use crate::web::{Opened, Page, Performed};

/// One configured client.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Client {
    config: Config,
}

#[wasm_bindgen]
impl Client {
    /// Checks the app's configuration. `page` is the address of this page; empty where there is none.
    ///
    /// # Errors
    /// `[code, detail]` of `config_invalid`, see [`Config::parse`].
    #[wasm_bindgen(constructor)]
    pub fn new(config: &JsValue, page: &str) -> Result<Client, JsValue> {
        let given = |name| given(config, name);
        let written = config::Written {
            app_name: given("appName"),
            api_key: given("apiKey"),
            redirect_uri: given("redirectUri"),
            base_url: given("baseUrl"),
            require_iss: given("requireIss"),
        };
        let page = (!page.is_empty()).then_some(page);
        Ok(Client { config: Config::parse(&written, page).map_err(thrown)? })
    }

    /// Signs somebody in. Runs synchronously as far as `window.open`. `popup`: a blank window that was opened in the click,
    /// `null` if the browser refused it, `undefined` if the core is to open one with `features`.
    pub fn login(&self, options: &JsValue, features: String, popup: JsValue, signal: Option<AbortSignal>) -> Promise {
        let given = |name| given(options, name);
        let written = authorize::Written {
            scope: given("scope"),
            display: given("display"),
            response_mode: given("responseMode"),
            fallback: given("fallback"),
            return_to: given("returnTo"),
            app_state: given("appState"),
        };
        let Some(page) = Page::new(signal) else { return reject(Code::Unsupported.into()) };
        match Options::parse(&written, &self.config, &page.address()) {
            Ok(options) => {
                drive(Login::new(&self.config, options), page.with_popup(Opened::from(popup), features), ending)
            }
            Err(error) => reject(error),
        }
    }

    /// Who is signed in.
    #[wasm_bindgen(js_name = getUser)]
    pub fn get_user(&self, signal: Option<AbortSignal>) -> Promise {
        start(GetUser::new(&self.config), signal, |user| profile(&user))
    }

    /// Signs out.
    pub fn logout(&self) -> Promise {
        start(Logout::new(&self.config), None, |()| JsValue::UNDEFINED)
    }

    /// Whether a session is stored.
    #[wasm_bindgen(js_name = isAuthenticated)]
    pub fn is_authenticated(&self) -> bool {
        let read = Effect::Read { key: config::session_key(&self.config) };
        match Page::new(None).map(|mut page| page.perform(read)) {
            Some(Performed::Now(Outcome::Text(Some(record)))) => Session::from_record(&record).is_some(),
            _ => false,
        }
    }
}

/// Handles the address of a callback page.
#[wasm_bindgen(js_name = handleRedirect)]
pub fn handle_redirect(url: &str, signal: Option<AbortSignal>) -> Promise {
    start(HandleRedirect::new(url), signal, ending)
}

fn start<M: Machine + 'static>(machine: M, signal: Option<AbortSignal>, show: fn(M::Output) -> JsValue) -> Promise {
    match Page::new(signal) {
        Some(page) => drive(machine, page, show),
        None => reject(Code::Unsupported.into()),
    }
}

/// The loop. It runs synchronously as far as the first effect that takes time, and only then becomes a promise: a promise's
/// own first step would already be too late for `window.open`.
fn drive<M: Machine + 'static>(machine: M, mut page: Page, show: fn(M::Output) -> JsValue) -> Promise {
    if page.is_aborted() {
        return reject(Code::Aborted.into());
    }
    let mut flow: Box<dyn Machine<Output = JsValue>> = Box::new(Shown { machine, show });
    let mut performed = advance(flow.as_mut(), &mut page, Outcome::Begin);
    future_to_promise(async move {
        loop {
            match performed {
                Ok(waiting) => performed = advance(flow.as_mut(), &mut page, waiting.await),
                Err(ended) => return ended,
            }
        }
    })
}

type Waiting = core::pin::Pin<Box<dyn Future<Output = Outcome>>>;

/// Runs the machine to its next wait, or to its end.
fn advance(
    flow: &mut dyn Machine<Output = JsValue>,
    page: &mut Page,
    mut outcome: Outcome,
) -> Result<Waiting, Result<JsValue, JsValue>> {
    loop {
        match flow.step(outcome) {
            Step::Do(effect) => match page.perform(effect) {
                Performed::Now(now) => outcome = now,
                Performed::Later(waiting) => return Ok(waiting),
            },
            Step::Done(result) => return Err(result.map_err(thrown)),
        }
    }
}

/// A machine whose output is shown to JavaScript, so that all machines share one loop.
struct Shown<M: Machine> {
    machine: M,
    show: fn(M::Output) -> JsValue,
}

impl<M: Machine> Machine for Shown<M> {
    type Output = JsValue;

    fn step(&mut self, outcome: Outcome) -> Step<JsValue> {
        match self.machine.step(outcome) {
            Step::Do(effect) => Step::Do(effect),
            Step::Done(Ok(output)) => Step::Done(Ok((self.show)(output))),
            Step::Done(Err(error)) => Step::Done(Err(error)),
        }
    }
}

fn given(object: &JsValue, name: &str) -> Given {
    let value = Reflect::get(object, &JsValue::from_str(name)).unwrap_or_default();
    if value.is_undefined() || value.is_null() {
        Given::Absent
    } else if let Some(text) = value.as_string() {
        Given::Text(text)
    } else {
        value.as_bool().map_or(Given::Other, Given::Flag)
    }
}

fn ending(ending: Ending) -> JsValue {
    let object = Object::new();
    let kind = match ending {
        Ending::Nothing => "none",
        Ending::HandedOver => "handed-over",
        Ending::Redirecting => "redirecting",
        Ending::SignedIn { user, app_state } => {
            set(&object, "user", &profile(&user));
            if !app_state.is_empty() {
                set(&object, "appState", &JsValue::from_str(&app_state));
            }
            "signed-in"
        }
    };
    set(&object, "kind", &JsValue::from_str(kind));
    object.into()
}

fn profile(profile: &Profile) -> JsValue {
    serde_wasm_bindgen::to_value(profile).unwrap_or_default()
}

fn set(object: &Object, name: &str, value: &JsValue) {
    // A plain object takes any member.
    let _ = Reflect::set(object, &JsValue::from_str(name), value);
}

/// An error as the facade takes it: `[code, detail, text, status]`, numbers and the service's own words.
fn thrown(error: Error) -> JsValue {
    Array::of4(
        &error.code.number().into(),
        &error.detail.into(),
        &error.text.map_or(JsValue::UNDEFINED, JsValue::from),
        &error.status.into(),
    )
    .into()
}

fn reject(error: Error) -> Promise {
    Promise::reject(&thrown(error))
}
