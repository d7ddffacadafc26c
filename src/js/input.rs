//! What TypeScript passes: a configuration, and the options of a call. Their members may be of any type, and a getter
//! may throw: then there is none.

use stagepass_core::authorize::{Options, RawOptions};
use stagepass_core::client::TokenRequest;
use stagepass_core::config::{Config, RawConfig, RawValue};
use stagepass_core::error::{Code, Error};
#[cfg(feature = "openid")]
use stagepass_core::openid::{self, metadata::Metadata};
use stagepass_core::session::Revocable;
use stagepass_core::text::secret::Secret;
use wasm_bindgen::JsValue;

#[cfg(feature = "openid")]
use crate::rim::js_document::JsDocument;
#[cfg(feature = "openid")]
use crate::rim::member::object;
use crate::rim::member::{items, member};
#[cfg(feature = "js")]
use crate::rim::web::PopupAttempt;

/// Reads a configuration, or the client that a login has returned. `page` is the URL of the calling page, empty if
/// there is none.
///
/// # Errors
/// [`Code::ConfigInvalid`].
pub(super) fn config(config: &JsValue, page: &str) -> Result<Config, Error> {
    if let Some(client) = config.as_string() {
        return Config::from_session_key(&client).ok_or(Code::ConfigInvalid.into());
    }
    parse(config, Some(page).filter(|page| !page.is_empty()))
}

#[cfg(not(feature = "openid"))]
fn parse(config: &JsValue, page: Option<&str>) -> Result<Config, Error> {
    let raw = RawConfig { base_url: raw(config, "baseUrl"), api_key: raw(config, "apiKey"), ..common(config) };
    Config::parse(&raw, page)
}

/// Its member `provider` is what `discover` has returned.
#[cfg(feature = "openid")]
fn parse(config: &JsValue, page: Option<&str>) -> Result<Config, Error> {
    let provider = object(config, "provider").map(|provider| Metadata::from_record(&JsDocument(provider)));
    let raw = RawConfig { base_url: raw(config, "issuer"), api_key: raw(config, "clientId"), ..common(config) };
    openid::config::parse(&raw, provider, page)
}

/// Reads what the configurations of all providers have.
fn common(config: &JsValue) -> RawConfig {
    let value = |name| raw(config, name);
    RawConfig {
        app_name: value("appName"),
        redirect_uri: value("redirectUri"),
        require_iss: value("requireIss"),
        storage: value("storage"),
        account_key: value("accountKey"),
        dpop: value("dpop"),
        token_format: value("tokenFormat"),
        ..RawConfig::default()
    }
}

/// Reads the options of a login. `page` is as above.
///
/// # Errors
/// [`Code::OptionInvalid`].
pub(super) fn login_options(options: &JsValue, config: &Config, page: &str) -> Result<Options, Error> {
    let value = |name| raw(options, name);
    let raw = RawOptions {
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

/// Reads `options.popup`: a blank window that was opened in the click, null if the browser blocked it, or undefined if
/// the login opens it.
#[cfg(feature = "js")]
pub(super) fn popup(options: &JsValue) -> PopupAttempt {
    use wasm_bindgen::JsCast as _;

    let popup = member(options, "popup");
    if popup.is_undefined() {
        PopupAttempt::NotYet
    } else if popup.is_object() {
        PopupAttempt::Open(popup.unchecked_into())
    } else {
        PopupAttempt::Blocked
    }
}

/// Reads which access token is asked for.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "what is out of range is cut to it")]
pub(super) fn token_request(options: &JsValue) -> TokenRequest {
    TokenRequest {
        other_than: secret(options, "refused"),
        keeps_replacement: member(options, "keepsReplacement").is_truthy(),
        new: matches!(raw(options, "forceRefresh"), RawValue::Flag(true)),
        validity: member(options, "minValidityMs").as_f64().unwrap_or_default() as u64,
    }
}

/// Returns this member if it is a string.
pub(super) fn text(object: &JsValue, name: &str) -> Option<String> {
    member(object, name).as_string()
}

/// Returns this member if it is a string. It is a token.
pub(super) fn secret(object: &JsValue, name: &str) -> Option<Secret> {
    text(object, name).map(Secret::from)
}

/// Reads `options.left`: what a logout could not revoke.
pub(super) fn revocable(options: &JsValue) -> Vec<Revocable> {
    items(&member(options, "left"))
        .filter_map(|revocable| {
            let (token, key) = (secret(&revocable, "token")?, text(&revocable, "key")?);
            Some(Revocable { token, is_form: member(&revocable, "isForm").is_truthy(), key })
        })
        .collect()
}

pub(super) fn raw(object: &JsValue, name: &str) -> RawValue {
    let value = member(object, name);
    if let Some(text) = value.as_string() {
        RawValue::Text(text)
    } else if let Some(flag) = value.as_bool() {
        RawValue::Flag(flag)
    } else if value.is_undefined() || value.is_null() {
        RawValue::Absent
    } else {
        RawValue::Other
    }
}
