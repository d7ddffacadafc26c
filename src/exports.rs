//! The border to TypeScript: shells that convert, call and convert back, and the one loop that drives a machine.

use js_sys::{Array, Object, Promise, Reflect};
use serde::Serialize as _;
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
use crate::web::{self, Opened, Page, Performed};

/// Checks the app's configuration.
///
/// # Errors
/// `[code, detail]` of `config_invalid`, see [`Config::parse`].
#[wasm_bindgen]
pub fn check(config: &JsValue) -> Result<(), JsValue> {
    parse(config).map(|_| ()).map_err(thrown)
}

/// Signs somebody in. Runs synchronously as far as `window.open`. `popup`: a blank window that was opened in the click,
/// `null` if the browser refused it, `undefined` if the core is to open one with `features`.
#[wasm_bindgen]
pub fn login(
    config: &JsValue,
    options: &JsValue,
    features: String,
    popup: JsValue,
    signal: Option<AbortSignal>,
) -> Promise {
    let given = |name| given(options, name);
    let written = authorize::Written {
        scope: given("scope"),
        display: given("display"),
        response_mode: given("responseMode"),
        fallback: given("fallback"),
        return_to: given("returnTo"),
        app_state: given("appState"),
    };
    let flow = parse(config).and_then(|config| {
        let options = Options::parse(&written, &config, &web::address())?;
        Ok(shown(Login::new(&config, options), ending))
    });
    drive(flow, Page::new(signal).map(|page| page.with_popup(Opened::from(popup), features)))
}

/// Handles the address of a callback page. Needs no configuration: the stored login carries it.
#[wasm_bindgen(js_name = handleRedirect)]
pub fn handle_redirect(url: &str, signal: Option<AbortSignal>) -> Promise {
    drive(Ok(shown(HandleRedirect::new(url), ending)), Page::new(signal))
}

/// Who is signed in.
#[wasm_bindgen(js_name = getUser)]
pub fn get_user(config: &JsValue, signal: Option<AbortSignal>) -> Promise {
    let flow = parse(config).map(|config| shown(GetUser::new(&config), |user| profile(&user)));
    drive(flow, Page::new(signal))
}

/// Signs out.
#[wasm_bindgen]
pub fn logout(config: &JsValue) -> Promise {
    let flow = parse(config).map(|config| shown(Logout::new(&config), |()| JsValue::UNDEFINED));
    drive(flow, Page::new(None))
}

/// Whether a session is stored.
///
/// # Errors
/// `[code, detail]` of `config_invalid`, see [`Config::parse`].
#[wasm_bindgen(js_name = isAuthenticated)]
pub fn is_authenticated(config: &JsValue) -> Result<bool, JsValue> {
    let read = Effect::Read { key: config::session_key(&parse(config).map_err(thrown)?) };
    Ok(match Page::new(None).map(|mut page| page.perform(&read)) {
        Some(Performed::Now(Outcome::Text(Some(record)))) => Session::from_record(&record).is_some(),
        _ => false,
    })
}

fn parse(config: &JsValue) -> Result<Config, Error> {
    let given = |name| given(config, name);
    let written = config::Written {
        app_name: given("appName"),
        api_key: given("apiKey"),
        redirect_uri: given("redirectUri"),
        base_url: given("baseUrl"),
        require_iss: given("requireIss"),
    };
    Config::parse(&written, Some(&web::address()).filter(|page| !page.is_empty()).map(String::as_str))
}

type Flow = Box<dyn Machine<Output = JsValue>>;

/// The loop. It runs synchronously as far as the first effect that takes time, and only then becomes a promise: a promise's
/// own first step would already be too late for `window.open`.
fn drive(flow: Result<Flow, Error>, page: Option<Page>) -> Promise {
    let (mut flow, mut page) = match (flow, page) {
        (Err(error), _) => return Promise::reject(&thrown(error)),
        (_, None) => return Promise::reject(&thrown(Code::Unsupported.into())),
        (_, Some(page)) if page.is_aborted() => return Promise::reject(&thrown(Code::Aborted.into())),
        (Ok(flow), Some(page)) => (flow, page),
    };
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
            Step::Do(effect) => match page.perform(&effect) {
                Performed::Now(now) => outcome = now,
                Performed::Later(waiting) => return Ok(waiting),
            },
            Step::Done(result) => return Err(result.map_err(thrown)),
        }
    }
}

fn shown<M: Machine + 'static>(machine: M, show: fn(M::Output) -> JsValue) -> Flow {
    Box::new(Shown { machine, show })
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
    profile.serialize(&serde_wasm_bindgen::Serializer::json_compatible()).unwrap_or_default()
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
