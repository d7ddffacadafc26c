//! The configuration as the app passed it.

use super::field::{Fault, Field, InvalidField};

/// A value of a JavaScript object.
#[derive(Clone, Debug, Default)]
pub enum RawValue {
    /// Missing, `undefined` or `null`.
    #[default]
    Absent,
    /// A string.
    Text(String),
    /// A boolean.
    Flag(bool),
    /// Anything else.
    Other,
}

/// The configuration as the app passed it.
#[derive(Clone, Debug, Default)]
pub struct RawConfig {
    /// `appName`
    pub app_name: RawValue,
    /// `apiKey`
    pub api_key: RawValue,
    /// `redirectUri`
    pub redirect_uri: RawValue,
    /// `baseUrl`
    pub base_url: RawValue,
    /// `requireIss`
    pub require_iss: RawValue,
    /// `storage`: `local` (default), `session`, `memory`, or a store of the app
    pub storage: RawValue,
    /// `accountKey`
    pub account_key: RawValue,
    /// `dpop`
    pub dpop: RawValue,
    /// `tokenFormat`: `json` (default) or `form`
    pub token_format: RawValue,
}

/// Returns a string that must be there.
pub(crate) fn required(value: &RawValue, field: Field) -> Result<&str, InvalidField> {
    text(value, field)?.ok_or(InvalidField(field, Fault::Missing))
}

/// Returns a string, if there is one.
pub(super) fn text(value: &RawValue, field: Field) -> Result<Option<&str>, InvalidField> {
    match value {
        RawValue::Absent => Ok(None),
        RawValue::Text(text) if text.is_empty() => Ok(None),
        RawValue::Text(text) => Ok(Some(text)),
        RawValue::Flag(_) | RawValue::Other => Err(InvalidField(field, Fault::WrongType)),
    }
}
