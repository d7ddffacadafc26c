//! What TypeScript gets: the result of a call, or its error.

use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use stagepass_core::client;
use stagepass_core::code_exchange::CompletedLogin;
use stagepass_core::error::{About, Error};
use stagepass_core::session::{self, Session};
use wasm_bindgen::JsValue;

use super::types::{Bearer, CoreError, CoreResult, RevocableToken, Revocation, SessionStatus};

pub(super) fn ending(ending: &client::Ending) -> JsValue {
    match ending {
        client::Ending::Nothing => value(&CoreResult::None),
        client::Ending::HandedOver => value(&CoreResult::HandedOver),
        client::Ending::Redirecting => value(&CoreResult::Redirecting),
        client::Ending::Returning(completed) => {
            let CompletedLogin { login, app_state, profile: user, .. } = &**completed;
            value(&CoreResult::Returning { login, app_state, user })
        }
        client::Ending::SignedIn(completed) => {
            let CompletedLogin { config, login, app_state, profile: user, .. } = &**completed;
            let (client, base_url) = (config.session_key(), config.base_url.as_str());
            value(&CoreResult::SignedIn { login, app_state, user, client, base_url })
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "times are far below 2^53")]
pub(super) fn status(status: &client::SessionStatus) -> JsValue {
    let time = |milliseconds: u64| milliseconds as f64;
    match status {
        client::SessionStatus::SignedOut => value(&SessionStatus::SignedOut),
        client::SessionStatus::Expired => value(&SessionStatus::Expired),
        client::SessionStatus::SignedIn(session) => {
            let Session { scope, state, obtained_at, ends_at, .. } = &**session;
            value(&SessionStatus::SignedIn {
                scope: scope.as_str(),
                login: state,
                renewed_at: time(*obtained_at),
                expires_at: (*ends_at != 0).then(|| time(*ends_at)),
                #[cfg(not(feature = "openid"))]
                claims: None,
                #[cfg(feature = "openid")]
                claims: Some(&session.identity.claims).filter(|claims| !claims.is_empty()).map(String::as_str),
            })
        }
    }
}

pub(super) fn access_token(session: &Session) -> JsValue {
    let key = session.is_bound.then_some(session.state.as_str());
    #[cfg(not(feature = "openid"))]
    let id_token = None;
    #[cfg(feature = "openid")]
    let id_token = Some(session.identity.id_token.expose()).filter(|token| !token.is_empty());
    value(&Bearer { token: session.access_token.expose(), key, id_token, is_adopted: session.is_adopted })
}

pub(super) fn revocation(revocation: &client::Revocation) -> JsValue {
    match revocation {
        client::Revocation::Done => value(&Revocation::Nothing),
        client::Revocation::Refused => value(&Revocation::Refused),
        client::Revocation::Pending(tokens) => {
            let tokens = tokens.iter().map(|session::Revocable { token, is_form, key }| RevocableToken {
                token: token.expose(),
                is_form: *is_form,
                key,
            });
            value(&Revocation::Tokens { tokens: tokens.collect() })
        }
    }
}

pub(super) fn error(error: Error) -> JsValue {
    let service = error.service.map(|service| *service).unwrap_or_default();
    let (field, fault, status) = match error.about {
        About::Nothing => (None, None, None),
        About::Status(status) => (None, None, Some(status)),
        About::Field(field, fault) => (Some(field as u8), Some(fault as u8), None),
    };
    value(&CoreError {
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
pub(super) fn value(value: &impl Serialize) -> JsValue {
    value.serialize(&Serializer::new()).unwrap_or_default()
}
