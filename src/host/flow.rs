//! The machine of a call, which passes its result or error to `pkg-template/src/native/rim/result.ts`.

use stagepass_core::authorize::{self, Options, Scope};
use stagepass_core::border::{ACCESS_TOKEN, FIELD_SHIFT, READ_STATUS, REVOKE};
use stagepass_core::border::{END, EXPIRED, FAILED, HANDLE_REDIRECT, LOGIN, SIGNED_IN, SIGNED_OUT};
use stagepass_core::client::TokenRequest;
use stagepass_core::client::{
    AccessToken, Ending, HandleRedirect, Login, Logout, ReadStatus, Revocation, SessionStatus,
};
use stagepass_core::config::{self, Config, RawValue};
use stagepass_core::document::Document as _;
use stagepass_core::effect::{Effect, Machine, Step};
use stagepass_core::error::{About, Code, Error, ServiceError};
use stagepass_core::session::Session;
use stagepass_core::text::secret::Secret;
use stagepass_core::text::{ascii_split, record};
use wasm_bindgen::prelude::wasm_bindgen;

use super::values::{Outcome, Values, is_text};

#[wasm_bindgen]
extern "C" {
    /// Passes the number of an effect, [`END`] or [`FAILED`] (`stagepass_core::border`), two numbers and three texts.
    #[wasm_bindgen(js_namespace = rim)]
    pub(crate) fn pass(kind: u32, first: u32, second: u32, a: &str, b: &str, c: &str);
}

/// The machine of a call.
pub(crate) enum Flow {
    Login(Login),
    HandleRedirect(HandleRedirect),
    ReadStatus(ReadStatus),
    AccessToken(AccessToken),
    Logout(Logout),
}

/// Returns the flow of a call (`stagepass_core::border`), with the configuration and the options of the call.
///
/// `options.client` is the name of a client, which a login has returned, if there is no configuration.
pub(crate) fn open(call: u32) -> Result<Flow, Error> {
    let text = |name| Values::OPTIONS.text(name);
    if call == HANDLE_REDIRECT {
        // It needs no configuration, because the transaction has it.
        return Ok(Flow::HandleRedirect(HandleRedirect::new(&text("url").unwrap_or_default())));
    }
    let page = text("page").unwrap_or_default();
    let config = match text("client") {
        Some(key) => Config::from_session_key(&key).ok_or(Code::ConfigInvalid)?,
        None => config(&page)?,
    };
    Ok(match (call, text("refused").map(Secret::from)) {
        (LOGIN, _) => {
            let options = options(&config, &page)?;
            Flow::Login(Login::new(&config, options))
        }
        (READ_STATUS, _) => Flow::ReadStatus(ReadStatus::new(&config)),
        (ACCESS_TOKEN, other_than) => {
            let new = is_set("forceRefresh");
            let validity = Values::OPTIONS.whole("minValidityMs").unwrap_or_default();
            Flow::AccessToken(AccessToken::new(&config, TokenRequest { other_than, new, validity }))
        }
        (REVOKE, Some(left)) => Flow::Logout(Logout::retry(&config, revocable(&left))),
        (_, Some(refused)) => Flow::Logout(Logout::expire(&config, refused)),
        (_, None) => Flow::Logout(Logout::new(&config)),
    })
}

fn config(page: &str) -> Result<Config, Error> {
    let value = |name| raw(&Values::CONFIG, name);
    let raw = config::RawConfig {
        app_name: value("appName"),
        api_key: value("apiKey"),
        redirect_uri: value("redirectUri"),
        base_url: value("baseUrl"),
        require_iss: value("requireIss"),
        storage: value("storage"),
        account_key: value("accountKey"),
        dpop: value("dpop"),
        token_format: value("tokenFormat"),
    };
    Config::parse(&raw, Some(page).filter(|page| !page.is_empty()))
}

fn options(config: &Config, page: &str) -> Result<Options, Error> {
    let value = |name| raw(&Values::OPTIONS, name);
    let raw = authorize::RawOptions {
        scope: value("scope"),
        display: value("display"),
        response_mode: value("responseMode"),
        fallback: value("fallback"),
        return_to: value("returnTo"),
        app_state: value("appState"),
        parameters: value("parameters"),
    };
    Options::parse(&raw, config, page)
}

/// Returns whether this option is true.
pub(crate) fn is_set(option: &str) -> bool {
    matches!(raw(&Values::OPTIONS, option), RawValue::Flag(true))
}

/// Returns a member of the configuration or of the options.
fn raw(values: &Values, name: &str) -> RawValue {
    match values.any(name) {
        None => RawValue::Absent,
        Some(text) if is_text(&text) => RawValue::Text(text),
        Some(other) if other == "\0true" => RawValue::Flag(true),
        Some(other) if other == "\0false" => RawValue::Flag(false),
        Some(_) => RawValue::Other,
    }
}

impl Flow {
    /// See [`Machine::step`]. At the end, also after an error, passes the result and returns no effect.
    pub(crate) fn step(&mut self, outcome: Outcome) -> Option<Effect> {
        match self {
            Self::Login(machine) => step(machine, outcome, ending),
            Self::HandleRedirect(machine) => step(machine, outcome, ending),
            Self::ReadStatus(machine) => step(machine, outcome, session_status),
            Self::AccessToken(machine) => step(machine, outcome, |session| access_token(&session)),
            Self::Logout(machine) => step(machine, outcome, revocation),
        }
    }
}

fn step<M: Machine<Values>>(machine: &mut M, outcome: Outcome, end: fn(M::Output)) -> Option<Effect> {
    match machine.step(outcome) {
        Ok(Step::Do(effect)) => return Some(effect),
        Ok(Step::Done(output)) => end(output),
        Err(error) => failed(error),
    }
    None
}

/// Passes the kind of ending as its place in `ENDINGS` (`result.ts`), the ID of the login, its `appState` and its
/// user on two lines, and the client.
fn ending(ending: Ending) {
    let (kind, login, app_state, client) = match ending {
        Ending::Nothing => (0, String::new(), String::new(), String::new()),
        Ending::HandedOver => (1, String::new(), String::new(), String::new()),
        Ending::Redirecting => (2, String::new(), String::new(), String::new()),
        Ending::Returning { login, app_state } => (3, login, app_state, String::new()),
        Ending::SignedIn { config, login, app_state } => (4, login, app_state, config.session_key()),
    };
    pass(END, kind, 0, &login, &app_state, &client);
}

/// Passes the status; and only if the user is signed in, the scope (0 if it is unknown), the login, the time of the
/// last refresh, and the end (0 if it is unknown).
fn session_status(status: SessionStatus) {
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
            return pass(END, SIGNED_IN, scope, &state, &record::decimal(obtained_at), &record::decimal(ends_at));
        }
    };
    pass(END, status, 0, "", "", "");
}

/// Passes the access token. If it is bound to a key, a second line has the name of the key. A third line marks a token
/// that another call or window has refreshed.
fn access_token(session: &Session) {
    let (line, key) = if session.is_bound { ("\n", &*session.state) } else { ("", "") };
    let mark = match (session.is_adopted, session.is_bound) {
        (false, _) => "",
        (true, true) => "\nadopted",
        (true, false) => "\n\nadopted",
    };
    text(&ascii_split::joined(&[session.access_token.expose(), line, key, mark]));
}

/// Separates what is still to be revoked. No token has it.
const SEPARATOR: &str = "\u{1e}";

/// Passes no text if the session is revoked, an empty one if the service refuses to, or the tokens to revoke.
fn revocation(revocation: Revocation) {
    match revocation {
        Revocation::Done => pass(END, 0, 0, "", "", ""),
        Revocation::Refused => text(""),
        Revocation::Pending(left) => {
            let mut texts = String::new();
            for revocable in &left {
                if !texts.is_empty() {
                    texts.push_str(SEPARATOR);
                }
                texts.push_str(revocable.expose());
            }
            text(&texts);
        }
    }
}

/// Reads what [`revocation`] has passed.
fn revocable(left: &Secret) -> Vec<Secret> {
    let mut revocable = Vec::new();
    for text in ascii_split::each(left.expose(), b"\x1e") {
        revocable.push(Secret::from(text.to_owned()));
    }
    revocable
}

/// Passes a text.
pub(crate) fn text(text: &str) {
    pass(END, 1, 0, text, "", "");
}

/// Passes an error: the numbers of its code and of what it is about, and the service's texts, empty if there are none.
pub(crate) fn failed(error: Error) {
    let service = error.service.map(|service| *service).unwrap_or_default();
    let ServiceError { error: service_error, description, uri } = service;
    let [description, service_error, uri] = [description, service_error, uri].map(Option::unwrap_or_default);
    let about = match error.about {
        About::Nothing => 0,
        About::Status(status) => status.into(),
        About::Field(field, fault) => (field as u32) << FIELD_SHIFT | fault as u32,
    };
    pass(FAILED, error.code.number().into(), about, &description, &service_error, &uri);
}
