//! A client of any OAuth 2.0 or OpenID provider: its configuration, and what TypeScript calls for it besides.

use stagepass_core::document::Document as _;
use stagepass_core::error::Error;
use stagepass_core::openid::config;
use stagepass_core::openid::discovery::Discovery;
use stagepass_core::openid::end_session::EndSession;
use wasm_bindgen::JsValue;

use super::browser as here;
use super::call::{Call, call};
use super::input;
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
    Ok(call(here::Rim::new(options)?, machine, |metadata| {
        let mut provider = JsDocument::new();
        metadata.add_to(&mut provider);
        provider.0
    }))
}

/// Returns the URL at which the user signs out of the provider, and from which the user returns to `options.returnTo`.
pub(super) fn end_session(config: &JsValue, options: &JsValue) -> Result<Call, Error> {
    let return_to = input::text(options, "returnTo").unwrap_or_default();
    let machine = EndSession::new(&input::config(config, &here::page())?, &return_to);
    Ok(call(here::Rim::new(options)?, machine, |url| JsValue::from_str(url)))
}
