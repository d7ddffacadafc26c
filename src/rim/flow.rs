//! The machine of a call, with results and errors as lists. `pkg-template/src/core-result.ts` reads them.

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::authorize::Scope;
use crate::border::{END, EXPIRED, FAILED, SIGNED_IN, SIGNED_OUT};
use crate::client::{AccessToken, Ending, HandleRedirect, Login, Logout, ReadStatus, Revocation, SessionStatus};
use crate::effect::{Machine, Outcome, Step};
use crate::error::{Error, ServiceError};
use crate::session::Session;
use crate::text::{ascii_split, record};

#[wasm_bindgen]
extern "C" {
    /// Returns a list of the kind (`crate::border`), two numbers and three texts. It is the only import that makes
    /// JavaScript's objects.
    #[wasm_bindgen(js_namespace = Array, js_name = of)]
    pub(crate) fn list(kind: u32, first: u32, second: u32, a: &str, b: &str, c: &str) -> JsValue;
}

/// The machine of a call.
pub(crate) enum Flow {
    Login(Login),
    HandleRedirect(HandleRedirect),
    ReadStatus(ReadStatus),
    AccessToken(AccessToken),
    Logout(Logout),
}

impl Flow {
    /// See [`Machine::step`]. Done also after an error.
    pub(crate) fn step(&mut self, outcome: Outcome) -> Step<JsValue> {
        match self {
            Self::Login(machine) => step(machine, outcome, ending),
            Self::HandleRedirect(machine) => step(machine, outcome, ending),
            Self::ReadStatus(machine) => step(machine, outcome, session_status),
            Self::AccessToken(machine) => step(machine, outcome, |session| access_token(&session)),
            Self::Logout(machine) => step(machine, outcome, revocation),
        }
    }
}

/// Makes the output of a machine a list.
fn step<M: Machine>(machine: &mut M, outcome: Outcome, convert: fn(M::Output) -> JsValue) -> Step<JsValue> {
    match machine.step(outcome) {
        Ok(Step::Do(effect)) => Step::Do(effect),
        Ok(Step::Done(output)) => Step::Done(convert(output)),
        Err(error) => Step::Done(failed(error)),
    }
}

/// Returns the kind of ending as its place in `ENDINGS` (`core-result.ts`), the ID of the login, its `appState` and its
/// user on two lines, and the client.
fn ending(ending: Ending) -> JsValue {
    let (kind, login, app_state, client) = match ending {
        Ending::Nothing => (0, String::new(), String::new(), String::new()),
        Ending::HandedOver => (1, String::new(), String::new(), String::new()),
        Ending::Redirecting => (2, String::new(), String::new(), String::new()),
        Ending::Returning { login, app_state } => (3, login, app_state, String::new()),
        Ending::SignedIn { config, login, app_state } => (4, login, app_state, config.session_key()),
    };
    list(END, kind, 0, &login, &app_state, &client)
}

/// Returns the status; and only if the user is signed in, the scope (0 if it is unknown), the login, the time of the
/// last refresh, and the end (0 if it is unknown).
fn session_status(status: SessionStatus) -> JsValue {
    let status = match status {
        SessionStatus::SignedOut => SIGNED_OUT,
        SessionStatus::Expired => EXPIRED,
        SessionStatus::SignedIn(session) => {
            let Session { scope, state, obtained_at, ends_at, .. } = *session;
            let scope = match scope {
                None => 0,
                Some(Scope::Read) => 1,
                Some(Scope::Write) => 2,
            };
            return list(END, SIGNED_IN, scope, &state, &record::decimal(obtained_at), &record::decimal(ends_at));
        }
    };
    list(END, status, 0, "", "", "")
}

/// Returns the access token. If it is bound to a key, a second line has the name of the key.
fn access_token(session: &Session) -> JsValue {
    let (line, key) = if session.is_bound { ("\n", &*session.state) } else { ("", "") };
    text(&ascii_split::joined(&[session.access_token.expose(), line, key]))
}

/// Returns no text if the session is revoked, an empty one if the service refuses to, or the token to revoke.
fn revocation(revocation: Revocation) -> JsValue {
    match revocation {
        Revocation::Done => list(END, 0, 0, "", "", ""),
        Revocation::Refused => text(""),
        Revocation::Pending(revocable) => text(revocable.expose()),
    }
}

/// Returns a text.
pub(crate) fn text(text: &str) -> JsValue {
    list(END, 1, 0, text, "", "")
}

/// Returns an error: the numbers of its code and its detail, and the service's texts, empty if there are none.
pub(crate) fn failed(error: Error) -> JsValue {
    let service = error.service.map(|service| *service).unwrap_or_default();
    let ServiceError { error: service_error, description, uri } = service;
    let [description, service_error, uri] = [description, service_error, uri].map(Option::unwrap_or_default);
    list(FAILED, error.code.number().into(), error.detail.into(), &description, &service_error, &uri)
}
