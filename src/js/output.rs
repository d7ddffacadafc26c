//! What TypeScript gets: the result of a call, or its error. `pkg-template/src/glue.d.ts` has the same types.

use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use stagepass_core::authorize::Scope;
use stagepass_core::client::{self, Revocation, SessionStatus};
use stagepass_core::error::{About, Error};
use stagepass_core::session::Session;
use stagepass_core::text::ascii_split;
use stagepass_core::text::secret::Secret;
use wasm_bindgen::JsValue;

/// How a login or a callback page has ended.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "camelCase")]
enum Ending<'a> {
    None,
    HandedOver,
    Redirecting,
    Returning { login: &'a str, app_state: &'a str, user: &'a str },
    SignedIn { login: &'a str, app_state: &'a str, user: &'a str, client: String, base_url: &'a str },
}

/// The state of a session. Times are milliseconds since 1970.
#[derive(Serialize)]
#[serde(tag = "status", rename_all = "kebab-case", rename_all_fields = "camelCase")]
enum Status<'a> {
    SignedOut,
    SignedIn { scope: Option<&'static str>, login: &'a str, renewed_at: f64, expires_at: Option<f64> },
    Expired,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct AccessToken<'a> {
    token: &'a str,
    /// The name of the key that the token is bound to.
    key: Option<&'a str>,
    /// Whether another call or window has refreshed it, in place of this call.
    is_adopted: bool,
}

/// What is left of a session that was signed out.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum Left<'a> {
    Nothing,
    Refused,
    Tokens { tokens: Vec<&'a str> },
}

/// An error, with the numbers of its code, its field and its fault.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Thrown {
    code: u8,
    field: Option<u8>,
    fault: Option<u8>,
    status: Option<u16>,
    description: Option<String>,
    oauth_error: Option<String>,
    error_uri: Option<String>,
}

pub(super) fn ending(ending: &client::Ending) -> JsValue {
    match ending {
        client::Ending::Nothing => value(&Ending::None),
        client::Ending::HandedOver => value(&Ending::HandedOver),
        client::Ending::Redirecting => value(&Ending::Redirecting),
        client::Ending::Returning { login, app_state } => {
            let (app_state, user) = texts(app_state);
            value(&Ending::Returning { login, app_state, user })
        }
        client::Ending::SignedIn { config, login, app_state } => {
            let (app_state, user) = texts(app_state);
            let (client, base_url) = (config.session_key(), config.base_url.as_str());
            value(&Ending::SignedIn { login, app_state, user, client, base_url })
        }
    }
}

/// Separates the app's own value and the user's profile.
fn texts(app_state: &str) -> (&str, &str) {
    ascii_split::once(app_state, b"\n").unwrap_or((app_state, ""))
}

#[expect(clippy::cast_precision_loss, reason = "times are far below 2^53")]
pub(super) fn status(status: &SessionStatus) -> JsValue {
    let time = |milliseconds: u64| milliseconds as f64;
    match status {
        SessionStatus::SignedOut => value(&Status::SignedOut),
        SessionStatus::Expired => value(&Status::Expired),
        SessionStatus::SignedIn(session) => {
            let Session { scope, state, obtained_at, ends_at, .. } = &**session;
            value(&Status::SignedIn {
                scope: scope.map(Scope::name),
                login: state,
                renewed_at: time(*obtained_at),
                expires_at: (*ends_at != 0).then(|| time(*ends_at)),
            })
        }
    }
}

pub(super) fn access_token(session: &Session) -> JsValue {
    let key = session.is_bound.then_some(session.state.as_str());
    value(&AccessToken { token: session.access_token.expose(), key, is_adopted: session.is_adopted })
}

pub(super) fn revocation(revocation: &Revocation) -> JsValue {
    match revocation {
        Revocation::Done => value(&Left::Nothing),
        Revocation::Refused => value(&Left::Refused),
        Revocation::Pending(tokens) => value(&Left::Tokens { tokens: tokens.iter().map(Secret::expose).collect() }),
    }
}

pub(super) fn error(error: Error) -> JsValue {
    let service = error.service.map(|service| *service).unwrap_or_default();
    let (field, fault, status) = match error.about {
        About::Nothing => (None, None, None),
        About::Status(status) => (None, None, Some(status)),
        About::Field(field, fault) => (Some(field as u8), Some(fault as u8), None),
    };
    value(&Thrown {
        code: error.code.number(),
        field,
        fault,
        status,
        description: service.description,
        oauth_error: service.error,
        error_uri: service.uri,
    })
}

/// Nothing here can fail: there are no maps with keys that are no texts, and no integers of 64 bits.
fn value(value: &impl Serialize) -> JsValue {
    value.serialize(&Serializer::new()).unwrap_or_default()
}
