//! The border to TypeScript: functions that convert arguments and results, and the loop that drives a machine.
//!
//! Every function takes plain objects by value and returns a promise, so all of them share their glue.
#![expect(clippy::needless_pass_by_value, reason = "what crosses the border by reference costs glue for each function")]

use core::cell::RefCell;
use std::rc::Rc;

use js_sys::{Array, Function, Object, Promise, Reflect};
use wasm_bindgen::prelude::{Closure, wasm_bindgen};
use wasm_bindgen::{JsCast as _, JsValue};

use super::deferred::deferred;
use super::member::{member, object};
use super::platform::{self, Completion, Page, PopupAttempt};
use crate::authorize::{self, Options};
use crate::border::{ACCESS_TOKEN, EXPIRED, READ_STATUS, REVOKE, SIGNED_IN, SIGNED_OUT};
use crate::client::{
    AccessToken, Ending, HandleRedirect, Login, Logout, ReadStatus, Revocation, SessionStatus, TokenRequest,
};
use crate::config::{self, Config, RawValue};
use crate::effect::{Machine, Outcome, Step};
use crate::error::{Code, Error, ServiceError};
use crate::session::Session;
use crate::text::ascii_split;
use crate::text::secret::Secret;

/// Signs a user in. Runs synchronously up to `window.open`.
///
/// `options` are those of [`Options::parse`], and these of the facade:
///
/// - `parameters`, which the app adds to the URL of the authorization request, checked and encoded
/// - `features` for `window.open`
/// - `popup`: a blank window that was opened in the click, `null` if the browser blocked it, or `undefined` if the core
///   is to open it
/// - in every call, `signal` and the rim's parts: `storage`, the app's own store if it has one, or `host`; and `dpop`,
///   whose `fetch` sends a request with a proof
#[wasm_bindgen]
pub fn login(config: JsValue, options: JsValue) -> Promise {
    let value = |name| raw_value(&options, name);
    let raw = authorize::RawOptions {
        scope: value("scope"),
        display: value("display"),
        response_mode: value("responseMode"),
        fallback: value("fallback"),
        return_to: value("returnTo"),
        app_state: value("appState"),
        parameters: value("parameters"),
    };
    let flow = parse(&config).and_then(|config| {
        let options = Options::parse(&raw, &config, &platform::address())?;
        Ok(Flow::Login(Login::new(&config, options)))
    });
    let features = member(&options, "features").as_string().unwrap_or_default();
    let opened = PopupAttempt::from(member(&options, "popup"));
    drive(flow, page(&options).map(|page| page.with_popup(opened, features)))
}

/// Handles `url`, the URL of a callback page. Needs no configuration, because the transaction has it.
#[wasm_bindgen(js_name = handleRedirect)]
pub fn handle_redirect(options: JsValue) -> Promise {
    let url = member(&options, "url").as_string().unwrap_or_default();
    drive(Ok(Flow::HandleRedirect(HandleRedirect::new(&url))), page(&options))
}

/// All requests to a session. They are one function, because each one of its own would cost 0.1 KB, here and in the
/// glue.
///
/// `ask` is one of these:
///
/// - [`READ_STATUS`] returns the status.
/// - [`ACCESS_TOKEN`] returns the access token. It is refreshed first if it expires within `options.minValidityMs`, if
///   `options.forceRefresh` is set, or if it is `options.refused`, which was rejected with a 401. If it is bound to a
///   key, a second line has the name of the key.
/// - [`LOGOUT`](crate::border::LOGOUT) signs out. With `options.refused` it expires the session, if that is its token.
///   Returns `undefined` if the session is revoked, an empty string if the service refuses to, or
///   [`Session::revocable`] if it could not be asked.
/// - [`REVOKE`] asks again with that text, as `options.refused`, and returns the same.
///
/// `config` is the app's configuration, or the client that a login returned.
#[wasm_bindgen]
pub fn session(ask: u32, config: JsValue, options: JsValue) -> Promise {
    let refused = member(&options, "refused").as_string().map(Secret::from);
    let flow = client(&config).map(|config| match (ask, refused) {
        (READ_STATUS, _) => Flow::ReadStatus(ReadStatus::new(&config)),
        (ACCESS_TOKEN, other_than) => {
            let new = member(&options, "forceRefresh").is_truthy();
            let request = TokenRequest { other_than, new, validity: milliseconds(&member(&options, "minValidityMs")) };
            Flow::AccessToken(AccessToken::new(&config, request))
        }
        (REVOKE, Some(revocable)) => Flow::Logout(Logout::retry(&config, revocable)),
        (_, Some(refused)) => Flow::Logout(Logout::expire(&config, refused)),
        (_, None) => Flow::Logout(Logout::new(&config)),
    });
    drive(flow, page(&options))
}

/// Returns the page for a flow that `options.signal` can abort.
fn page(options: &JsValue) -> Option<Page> {
    let page = Page::new(object(options, "signal"), object(options, platform::OBJECT))?;
    Some(page.with_dpop(object(options, "dpop")))
}

fn client(config: &JsValue) -> Result<Config, Error> {
    match config.as_string() {
        Some(key) => Config::from_session_key(&key).ok_or(Code::ConfigInvalid.into()),
        None => parse(config),
    }
}

fn parse(config: &JsValue) -> Result<Config, Error> {
    let value = |name| raw_value(config, name);
    let raw = config::RawConfig {
        app_name: value("appName"),
        api_key: value("apiKey"),
        redirect_uri: value("redirectUri"),
        base_url: value("baseUrl"),
        require_iss: value("requireIss"),
        storage: value("storage"),
        account_key: value("accountKey"),
        dpop: value("dpop"),
    };
    Config::parse(&raw, Some(&platform::address()).filter(|page| !page.is_empty()).map(String::as_str))
}

/// Returns a duration. Anything else is zero.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "what is out of range is cut to it")]
fn milliseconds(value: &JsValue) -> u64 {
    value.as_f64().unwrap_or_default() as u64
}

/// The machine of a call.
enum Flow {
    Login(Login),
    HandleRedirect(HandleRedirect),
    ReadStatus(ReadStatus),
    AccessToken(AccessToken),
    Logout(Logout),
}

impl Flow {
    fn step(&mut self, outcome: Outcome) -> Result<Step<JsValue>, Error> {
        match self {
            Self::Login(machine) => step(machine, outcome, ending),
            Self::HandleRedirect(machine) => step(machine, outcome, ending),
            Self::ReadStatus(machine) => step(machine, outcome, session_status),
            Self::AccessToken(machine) => step(machine, outcome, |session| access_token(&session)),
            Self::Logout(machine) => step(machine, outcome, revocation),
        }
    }
}

/// Makes the output of a machine a JavaScript value.
fn step<M: Machine>(
    machine: &mut M,
    outcome: Outcome,
    convert: fn(M::Output) -> JsValue,
) -> Result<Step<JsValue>, Error> {
    Ok(match machine.step(outcome)? {
        Step::Do(effect) => Step::Do(effect),
        Step::Done(output) => Step::Done(convert(output)),
    })
}

/// Drives a machine. It runs synchronously up to the first effect that takes time, because later is too late for
/// `window.open`.
fn drive(flow: Result<Flow, Error>, page: Option<Page>) -> Promise {
    let (flow, page) = match (flow, page) {
        (Err(error), _) => return Promise::reject(&thrown(error)),
        (_, None) => return Promise::reject(&thrown(Code::Unsupported.into())),
        (_, Some(page)) if page.is_aborted() => return Promise::reject(&thrown(Code::Aborted.into())),
        (Ok(flow), Some(page)) => (flow, page),
    };
    let (promise, end) = deferred();
    let run = Rc::new(RefCell::new(Run { flow, page, end, resume: None }));
    let resumed = Rc::clone(&run);
    // No promise settles while the core runs, and a flow waits for one at a time. So this is never borrowed twice.
    let resume = Closure::new(move |value| {
        let mut run = resumed.borrow_mut();
        let completion = run.page.settled(value);
        run.advance(completion);
        JsValue::UNDEFINED
    });
    let mut started = run.borrow_mut();
    started.resume = Some(resume);
    started.advance(Completion::Now(Outcome::Begin));
    promise
}

/// A running flow. It is owned by `resume`, so it lives until it ends.
struct Run {
    flow: Flow,
    page: Page,
    /// Resolves the caller's promise.
    end: Function,
    /// Receives what the flow waits for, also if that was rejected.
    resume: Option<Closure<dyn FnMut(JsValue) -> JsValue>>,
}

impl Run {
    /// Runs the machine to its next wait, or to its end.
    fn advance(&mut self, mut completion: Completion) {
        loop {
            let outcome = match (completion, &self.resume) {
                (Completion::Later(promise), Some(resume)) => {
                    let resume = resume.as_ref();
                    promise.unchecked_ref::<Thenable>().then(resume, resume);
                    return;
                }
                (Completion::Later(_), None) => return,
                (Completion::Now(outcome), _) => outcome,
            };
            let result = match self.flow.step(outcome) {
                Ok(Step::Do(effect)) => {
                    completion = self.page.perform(&effect);
                    continue;
                }
                Ok(Step::Done(output)) => output,
                Err(error) => Promise::reject(&thrown(error)).into(),
            };
            let _ = self.end.call1(&JsValue::UNDEFINED, &result);
            self.resume = None;
            return;
        }
    }
}

#[wasm_bindgen]
extern "C" {
    // js-sys has a separate closure type for this. With this type, it is the one of all other callbacks.
    type Thenable;

    #[wasm_bindgen(method)]
    fn then(this: &Thenable, resolved: &JsValue, rejected: &JsValue);
}

fn raw_value(object: &JsValue, name: &str) -> RawValue {
    let value = member(object, name);
    if value.is_undefined() || value == JsValue::NULL {
        RawValue::Absent
    } else if let Some(text) = value.as_string() {
        RawValue::Text(text)
    } else {
        value.as_bool().map_or(RawValue::Other, RawValue::Flag)
    }
}

fn ending(ending: Ending) -> JsValue {
    let object = Object::new();
    let kind = match ending {
        Ending::Nothing => "none",
        Ending::HandedOver => "handed-over",
        Ending::Redirecting => "redirecting",
        Ending::Returning { login, app_state } => {
            set_login(&object, login, &app_state);
            "returning"
        }
        Ending::SignedIn { config, login, app_state } => {
            set(&object, "client", &config.session_key().into());
            set(&object, "baseUrl", &JsValue::from_str(&config.base_url));
            set_login(&object, login, &app_state);
            "signed-in"
        }
    };
    set(&object, "kind", &JsValue::from_str(kind));
    object.into()
}

/// Returns `[status, scope, login, time of the last refresh, end]`, all but the first only if the user is signed in.
/// The scope is `undefined` if it is unknown, and the end 0.
#[expect(clippy::cast_precision_loss, reason = "milliseconds since 1970 are a small whole number")]
fn session_status(status: SessionStatus) -> JsValue {
    match status {
        SessionStatus::SignedOut => Array::of1(&SIGNED_OUT.into()),
        SessionStatus::SignedIn(session) => {
            let Session { scope, state, obtained_at, ends_at, .. } = *session;
            let scope = scope.map_or(JsValue::UNDEFINED, |scope| JsValue::from_str(scope.name()));
            let status = Array::of4(&SIGNED_IN.into(), &scope, &state.into(), &(obtained_at as f64).into());
            set(&status, "4", &(ends_at as f64).into());
            status
        }
        SessionStatus::Expired => Array::of1(&EXPIRED.into()),
    }
    .into()
}

/// Returns the access token. If it is bound to a key, a second line has the name of the key.
fn access_token(session: &Session) -> JsValue {
    let (line, key) = if session.is_bound { ("\n", &*session.state) } else { ("", "") };
    JsValue::from(ascii_split::joined(&[session.access_token.expose(), line, key]))
}

fn revocation(revocation: Revocation) -> JsValue {
    match revocation {
        Revocation::Done => JsValue::UNDEFINED,
        Revocation::Refused => JsValue::from_str(""),
        Revocation::Pending(revocable) => JsValue::from_str(revocable.expose()),
    }
}

fn set_login(object: &Object, login: String, app_state: &str) {
    set(object, "login", &login.into());
    let (app_state, user) = ascii_split::once(app_state, b"\n").unwrap_or((app_state, ""));
    set(object, "appState", &JsValue::from_str(app_state));
    set(object, "user", &JsValue::from_str(user));
}

fn set(object: &Object, name: &str, value: &JsValue) {
    // A plain object accepts any member.
    let _ = Reflect::set(object, &JsValue::from_str(name), value);
}

/// Converts an error for the facade: `[code, detail, description, service error, URI]`: two numbers and the service's
/// texts.
fn thrown(error: Error) -> JsValue {
    let ServiceError { error: service_error, description, uri } =
        error.service.map(|service| *service).unwrap_or_default();
    let text = |text: Option<String>| text.map_or(JsValue::UNDEFINED, JsValue::from);
    let (code, detail) = (error.code.number().into(), error.detail.into());
    let members = Array::of4(&code, &detail, &text(description), &text(service_error));
    // Another function of js-sys would be more glue.
    set(&members, "4", &text(uri));
    members.into()
}
