//! The types of what TypeScript gets. The test of this file writes them to `pkg-template/src/core.gen.ts`.
#![cfg_attr(not(target_arch = "wasm32"), expect(dead_code, reason = "only that test uses them natively"))]

use serde::Serialize;
#[cfg(test)]
use ts_rs::{Config, TS};

/// How a login or a callback page has ended. `appState` and `user` are JSON or empty: the app's own value, and the
/// profile that the service has sent with the tokens, unchecked. Later calls can pass `client` instead of a
/// configuration.
#[derive(Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub(super) enum CoreResult<'a> {
    None,
    HandedOver,
    Redirecting,
    Returning { login: &'a str, app_state: &'a str, user: &'a str },
    SignedIn { login: &'a str, app_state: &'a str, user: &'a str, client: String, base_url: &'a str },
}

/// The state of a session. Times are milliseconds since 1970.
#[derive(Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "status", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub(super) enum SessionStatus<'a> {
    SignedOut,
    Expired,
    SignedIn {
        /// The granted scope. Empty: unknown.
        scope: &'a str,
        /// The ID of the login.
        login: &'a str,
        /// The time of the last refresh.
        renewed_at: f64,
        /// When the session ends, if the service announces it.
        #[cfg_attr(test, ts(optional, type = "number | undefined"))]
        expires_at: Option<f64>,
        /// The claims of the provider's ID token, as JSON.
        #[cfg_attr(test, ts(optional, type = "string | undefined"))]
        claims: Option<&'a str>,
    },
}

/// What a client uses of a provider's metadata. An endpoint that the provider does not have is empty.
#[derive(Serialize)]
#[cfg_attr(test, derive(TS))]
#[cfg_attr(
    all(target_arch = "wasm32", not(all(feature = "js", feature = "openid"))),
    expect(dead_code, reason = "for other providers")
)]
#[expect(clippy::struct_excessive_bools, reason = "each is a member of its own")]
#[serde(rename_all = "camelCase")]
pub(super) struct Provider<'a> {
    pub(super) authorization_endpoint: &'a str,
    pub(super) token_endpoint: &'a str,
    pub(super) revocation_endpoint: &'a str,
    pub(super) userinfo_endpoint: &'a str,
    pub(super) end_session_endpoint: &'a str,
    pub(super) jwks_uri: &'a str,
    pub(super) has_iss: bool,
    pub(super) takes_fragment: bool,
    pub(super) takes_popup: bool,
    pub(super) offers_dpop: bool,
}

/// An access token.
#[derive(Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub(super) struct Bearer<'a> {
    pub(super) token: &'a str,
    /// The name of the key that it is bound to.
    #[cfg_attr(test, ts(optional, type = "string | undefined"))]
    pub(super) key: Option<&'a str>,
    /// The ID token that came with it.
    #[cfg_attr(test, ts(optional, type = "string | undefined"))]
    pub(super) id_token: Option<&'a str>,
    /// Whether another call or tab has refreshed it, in place of this call.
    pub(super) is_adopted: bool,
}

/// What is left to revoke of a session that was signed out: nothing, what the service refuses to, or these tokens.
#[derive(Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(super) enum Revocation<'a> {
    Nothing,
    Refused,
    Tokens { tokens: Vec<RevocableToken<'a>> },
}

/// A token whose revocation ends a session. It is never stored.
#[derive(Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub(super) struct RevocableToken<'a> {
    pub(super) token: &'a str,
    /// Whether the request is sent as a form.
    pub(super) is_form: bool,
    /// The name of the key that the token is bound to. Empty: none.
    pub(super) key: &'a str,
}

/// An error of the core: the numbers of its code, and of a field and its fault for `config_invalid` and
/// `option_invalid`, the HTTP status, and what the service says.
#[derive(Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub(super) struct CoreError {
    pub(super) code: u8,
    #[cfg_attr(test, ts(optional, type = "number | undefined"))]
    pub(super) field: Option<u8>,
    #[cfg_attr(test, ts(optional, type = "number | undefined"))]
    pub(super) fault: Option<u8>,
    #[cfg_attr(test, ts(optional, type = "number | undefined"))]
    pub(super) status: Option<u16>,
    #[cfg_attr(test, ts(optional, type = "string | undefined"))]
    pub(super) description: Option<String>,
    #[cfg_attr(test, ts(optional, type = "string | undefined"))]
    pub(super) oauth_error: Option<String>,
    #[cfg_attr(test, ts(optional, type = "string | undefined"))]
    pub(super) error_uri: Option<String>,
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/pkg-template/src/core.gen.ts");

    fn declaration<T: TS>() -> String {
        format!("\n{}export {}\n", T::docs().unwrap_or_default(), T::decl(&Config::new()))
    }

    /// `STAGEPASS_RENEW=1` writes the file.
    #[test]
    fn typescript_has_the_types_of_rust() {
        let types = [
            declaration::<CoreResult>(),
            declaration::<SessionStatus>(),
            declaration::<Provider>(),
            declaration::<Bearer>(),
            declaration::<Revocation>(),
            declaration::<RevocableToken>(),
            declaration::<CoreError>(),
        ];
        let written = format!("// Written by a test of src/js/types.rs. Do not edit.\n{}", types.concat());
        if std::env::var_os("STAGEPASS_RENEW").is_some() {
            fs::write(FILE, &written).unwrap();
        }
        assert_eq!(fs::read_to_string(FILE).unwrap(), written);
    }
}
