//! The border to TypeScript: functions that convert arguments and results. [`platform::start`] starts a flow.
//!
//! Every function takes plain objects by value and returns the same type, so all of them share their glue.
#![expect(clippy::needless_pass_by_value, reason = "what crosses the border by reference costs glue for each function")]

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::flow::Flow;
use super::member::member;
use super::platform::{self, Started};
use crate::authorize::{self, Options};
use crate::border::{ACCESS_TOKEN, READ_STATUS, REVOKE};
use crate::client::{AccessToken, HandleRedirect, Login, Logout, ReadStatus, TokenRequest};
use crate::config::{self, Config, RawValue};
use crate::error::{Code, Error};
use crate::text::secret::Secret;

/// Signs a user in. Runs synchronously up to `window.open`.
///
/// `options` are those of [`Options::parse`], and these of the facade:
///
/// - `parameters`, which the app adds to the URL of the authorization request, checked and encoded
/// - in every call, `signal`; `page`, the URL of the calling page; and what the rim needs
#[wasm_bindgen]
pub fn login(config: JsValue, options: JsValue) -> Started {
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
    let page = page(&options);
    let flow = parse(&config, &page).and_then(|config| {
        let options = Options::parse(&raw, &config, &page)?;
        Ok(Flow::Login(Login::new(&config, options)))
    });
    platform::start(flow, &options)
}

/// Handles `url`, the URL of a callback page. Needs no configuration, because the transaction has it.
#[wasm_bindgen(js_name = handleRedirect)]
pub fn handle_redirect(options: JsValue) -> Started {
    let url = member(&options, "url").as_string().unwrap_or_default();
    platform::start(Ok(Flow::HandleRedirect(HandleRedirect::new(&url))), &options)
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
/// - [`DIGEST`](crate::border::DIGEST) returns the SHA-256 of `config`, which is a text, in base64url. Only for hosts,
///   which may have no WebCrypto.
///
/// `config` is the app's configuration, or the client that a login returned.
#[wasm_bindgen]
pub fn session(ask: u32, config: JsValue, options: JsValue) -> Started {
    #[cfg(feature = "host")]
    if ask == crate::border::DIGEST {
        let digest = crate::pkce::digest(&config.as_string().unwrap_or_default());
        return Started::resolve(&super::flow::text(&digest));
    }
    let refused = member(&options, "refused").as_string().map(Secret::from);
    let flow = client(&config, &options).map(|config| match (ask, refused) {
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
    platform::start(flow, &options)
}

/// Returns the URL of the calling page. Empty if there is no page, or it cannot be read.
fn page(options: &JsValue) -> String {
    member(options, "page").as_string().unwrap_or_default()
}

fn client(config: &JsValue, options: &JsValue) -> Result<Config, Error> {
    match config.as_string() {
        Some(key) => Config::from_session_key(&key).ok_or(Code::ConfigInvalid.into()),
        None => parse(config, &page(options)),
    }
}

fn parse(config: &JsValue, page: &str) -> Result<Config, Error> {
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
    Config::parse(&raw, Some(page).filter(|page| !page.is_empty()))
}

/// Returns a duration. Anything else is zero.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "what is out of range is cut to it")]
fn milliseconds(value: &JsValue) -> u64 {
    value.as_f64().unwrap_or_default() as u64
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
