//! The border to TypeScript: shells that convert, call and convert back, and the one loop that drives a machine.
//!
//! Every function takes plain objects by value and gives a promise: so all of them share their glue.
#![expect(clippy::needless_pass_by_value, reason = "what crosses the border by reference costs glue for each function")]

use js_sys::{Array, Object, Promise, Reflect};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_futures::future_to_promise;

use crate::authorize::{self, Options};
use crate::client::{AccessToken, Ending, GetUser, HandleRedirect, IsAuthenticated, Login, Logout};
use crate::config::{self, Config, Given};
use crate::effect::{Machine, Outcome, Step};
use crate::error::{Code, Error};
use crate::profile::Profile;
use crate::secret::Secret;
use crate::web::{self, Opened, Page, Performed};

/// Signs somebody in. Runs synchronously as far as `window.open`.
///
/// `options`: what [`Options::parse`] takes, and from the facade `features` (for `window.open`), `popup` (a blank window that
/// was opened in the click, `null` if the browser refused it, `undefined` if the core is to open one), and `signal`.
#[wasm_bindgen]
pub fn login(config: JsValue, options: JsValue) -> Promise {
    let given = |name| given(&options, name);
    let written = authorize::Written {
        scope: given("scope"),
        display: given("display"),
        response_mode: given("responseMode"),
        fallback: given("fallback"),
        return_to: given("returnTo"),
        app_state: given("appState"),
    };
    let flow = parse(&config).and_then(|config| {
        let options = Options::parse(&written, &config, &web::address())?;
        Ok(shown(Login::new(&config, options), ending))
    });
    let features = member(&options, "features").as_string().unwrap_or_default();
    let opened = Opened::from(member(&options, "popup"));
    drive(flow, page(&options).map(|page| page.with_popup(opened, features)))
}

/// Handles the address of a callback page, `url`. Needs no configuration: the stored login carries it.
#[wasm_bindgen(js_name = handleRedirect)]
pub fn handle_redirect(options: JsValue) -> Promise {
    let url = member(&options, "url").as_string().unwrap_or_default();
    drive(Ok(shown(HandleRedirect::new(&url), ending)), page(&options))
}

/// Asks [`session`] whether there is one.
pub const IS_AUTHENTICATED: u32 = 0;
/// Asks [`session`] who it belongs to.
pub const GET_USER: u32 = 1;
/// Asks [`session`] for the token to call with; with `options.refused`, for another than that, which was answered with a 401.
pub const ACCESS_TOKEN: u32 = 2;
/// Asks [`session`] to end.
pub const LOGOUT: u32 = 3;

/// All that is asked of a session. One function: each of its own would cost 0.1 KB, here and in the glue.
#[wasm_bindgen]
pub fn session(ask: u32, config: JsValue, options: JsValue) -> Promise {
    let flow = parse(&config).map(|config| match ask {
        IS_AUTHENTICATED => shown(IsAuthenticated::new(&config), JsValue::from_bool),
        GET_USER => shown(GetUser::new(&config), |user| profile(&user)),
        ACCESS_TOKEN => {
            let refused = member(&options, "refused").as_string().map(Secret::from);
            shown(AccessToken::new(&config, refused), |session| JsValue::from_str(session.access_token.expose()))
        }
        _ => shown(Logout::new(&config), |()| JsValue::UNDEFINED),
    });
    drive(flow, page(&options))
}

/// The page, for a flow that `options.signal` can abort.
fn page(options: &JsValue) -> Option<Page> {
    let signal = member(options, "signal");
    Page::new(signal.is_object().then(|| signal.unchecked_into()))
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

fn member(object: &JsValue, name: &str) -> JsValue {
    Reflect::get(object, &JsValue::from_str(name)).unwrap_or_default()
}

fn given(object: &JsValue, name: &str) -> Given {
    let value = member(object, name);
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

/// The profile as TypeScript has it. Member by member: serialized as a whole it adds 0.5 KB of brotli.
fn profile(profile: &Profile) -> JsValue {
    let object = Object::new();
    set(&object, "userId", &profile.user_id.into());
    set(&object, "name", &JsValue::from_str(&profile.name));
    set(&object, "handle", &JsValue::from_str(&profile.handle));
    set(&object, "verified", &profile.verified.into());
    if let Some(picture) = &profile.profile_picture {
        let sizes = Object::new();
        for (size, url) in [("150x150", &picture.small), ("480x480", &picture.medium), ("1000x1000", &picture.large)] {
            if let Some(url) = url {
                set(&sizes, size, &JsValue::from_str(url));
            }
        }
        set(&sizes, "mirrors", &serde_wasm_bindgen::to_value(&picture.mirrors).unwrap_or_default());
        set(&object, "profilePicture", &sizes);
    }
    object.into()
}

fn set(object: &Object, name: &str, value: &JsValue) {
    // A plain object takes any member.
    let _ = Reflect::set(object, &JsValue::from_str(name), value);
}

/// An error as the facade takes it: `[code, detail, text, status]`, numbers and the service's own words.
fn thrown(error: Error) -> JsValue {
    let facts: [JsValue; 4] = [
        error.code.number().into(),
        error.detail.into(),
        error.text.map_or(JsValue::UNDEFINED, JsValue::from),
        error.status.into(),
    ];
    facts.iter().collect::<Array>().into()
}
