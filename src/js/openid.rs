//! A client of any OAuth 2.0 or OpenID provider: its configuration, and what TypeScript calls for it besides.

use stagepass_core::error::Error;
use stagepass_core::openid::config;
use stagepass_core::openid::discovery::Discovery;
use stagepass_core::openid::end_session::EndSession;
use stagepass_core::openid::metadata::Metadata;
use wasm_bindgen::JsValue;

use super::browser as here;
use super::call::{Call, call};
use super::input;
use super::output::value;
use super::types::Provider;
use crate::rim::js_document::JsDocument;
use crate::rim::member::object;

/// Loads the metadata of the provider, unless the configuration has it in `metadata`.
pub(super) fn discover(config: &JsValue, options: &JsValue) -> Result<Call, Error> {
    let raw = input::raw(config, "issuer");
    let issuer = config::read_issuer(&raw)?;
    let machine = match object(config, "metadata") {
        Some(metadata) => Discovery::given(config::read_metadata(&JsDocument(metadata), issuer)?),
        None => Discovery::new(issuer),
    };
    Ok(call(here::Rim::new(options)?, machine, |metadata| provider(metadata)))
}

/// Returns the URL at which the user signs out of the provider, and from which the user returns to `options.returnTo`.
pub(super) fn end_session(config: &JsValue, options: &JsValue) -> Result<Call, Error> {
    let return_to = input::text(options, "returnTo").unwrap_or_default();
    let machine = EndSession::new(&input::config(config, &here::page())?, &return_to);
    Ok(call(here::Rim::new(options)?, machine, |url| JsValue::from_str(url)))
}

fn provider(metadata: &Metadata) -> JsValue {
    value(&Provider {
        authorization_endpoint: &metadata.authorization_endpoint,
        token_endpoint: &metadata.token_endpoint,
        revocation_endpoint: &metadata.revocation_endpoint,
        userinfo_endpoint: &metadata.userinfo_endpoint,
        end_session_endpoint: &metadata.end_session_endpoint,
        jwks_uri: &metadata.jwks_uri,
        has_iss: metadata.has_iss,
        takes_fragment: metadata.takes_fragment,
        takes_popup: metadata.takes_popup,
        offers_dpop: metadata.offers_dpop,
    })
}
