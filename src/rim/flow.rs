//! The machine of a call, with results and errors as JavaScript's values.

use js_sys::{Array, Object, Reflect};
use wasm_bindgen::JsValue;

use crate::border::{EXPIRED, SIGNED_IN, SIGNED_OUT};
use crate::client::{AccessToken, Ending, HandleRedirect, Login, Logout, ReadStatus, Revocation, SessionStatus};
use crate::effect::{Machine, Outcome, Step};
use crate::error::{Error, ServiceError};
use crate::session::Session;
use crate::text::ascii_split;

/// The machine of a call.
pub(crate) enum Flow {
    Login(Login),
    HandleRedirect(HandleRedirect),
    ReadStatus(ReadStatus),
    AccessToken(AccessToken),
    Logout(Logout),
}

impl Flow {
    /// See [`Machine::step`].
    pub(crate) fn step(&mut self, outcome: Outcome) -> Result<Step<JsValue>, Error> {
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
pub(crate) fn thrown(error: Error) -> JsValue {
    let ServiceError { error: service_error, description, uri } =
        error.service.map(|service| *service).unwrap_or_default();
    let text = |text: Option<String>| text.map_or(JsValue::UNDEFINED, JsValue::from);
    let (code, detail) = (error.code.number().into(), error.detail.into());
    let members = Array::of4(&code, &detail, &text(description), &text(service_error));
    // Another function of js-sys would be more glue.
    set(&members, "4", &text(uri));
    members.into()
}
