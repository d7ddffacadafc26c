//! The fields of a configuration and of `login`'s options, and what can be wrong with one: numbers that cross the border, and
//! the words for them (which the wasm does not carry).

use crate::border::FIELD_SHIFT;
use crate::error::{Code, Error};
use crate::redirect_uri::Rule;

/// What an app gives to `stagepass(config)` and to `login(options)`, by the name it has there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Field {
    /// The app's name, shown to the person where there is no API key.
    AppName = 0,
    /// The registered app's key, an Ethereum address.
    ApiKey = 1,
    /// Where the service sends the person back to.
    RedirectUri = 2,
    /// The service's address with its version segment.
    BaseUrl = 3,
    /// Whether a callback without `iss` is refused.
    RequireIss = 4,
    /// `read` or `write`.
    Scope = 5,
    /// `popup` or `fullScreen`.
    Display = 6,
    /// `fragment` or `query`.
    ResponseMode = 7,
    /// What to do when the popup is refused.
    Fallback = 8,
    /// Where a full-page login ends.
    ReturnTo = 9,
    /// The app's own value, given back after the login.
    AppState = 10,
    /// What the core runs as. Looked at by the facade, which loads it.
    Engine = 11,
    /// Where the session is kept.
    Storage = 12,
    /// What keeps several sessions of one app apart.
    AccountKey = 13,
    /// Where else the access token may go. Looked at by the facade, which sends it.
    Origins = 14,
}

/// What is wrong with a field's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Fault {
    /// It is not there.
    Missing = 0,
    /// It is not of its type.
    WrongType = 1,
    /// It is no absolute address.
    Malformed = 2,
    /// Its scheme is not allowed here.
    Scheme = 3,
    /// It has a fragment.
    Fragment = 4,
    /// It names a user.
    Userinfo = 5,
    /// Its path has a `..` segment.
    Traversal = 6,
    /// Its host is an IP address.
    RawIp = 7,
    /// It is not of this page's origin.
    OtherOrigin = 8,
    /// It is none of its values.
    UnknownValue = 9,
    /// It is not `0x` and 40 hexadecimal digits.
    NoApiKey = 10,
    /// It has the form of an API key.
    IsApiKey = 11,
    /// It has control or direction-changing characters.
    ControlCharacter = 12,
    /// It needs an API key.
    NeedsApiKey = 13,
    /// It has a query.
    Query = 14,
    /// It is too long.
    TooLong = 15,
}

impl From<Rule> for Fault {
    fn from(rule: Rule) -> Self {
        match rule {
            Rule::Malformed => Self::Malformed,
            Rule::Scheme => Self::Scheme,
            Rule::Fragment => Self::Fragment,
            Rule::Userinfo => Self::Userinfo,
            Rule::Traversal => Self::Traversal,
            Rule::RawIp => Self::RawIp,
        }
    }
}

/// A field, and what is wrong with its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct InvalidField(pub(crate) Field, pub(crate) Fault);

impl InvalidField {
    /// The failure `code` that tells it.
    pub(crate) fn told(self, code: Code) -> Error {
        Error { code, detail: ((self.0 as u16) << FIELD_SHIFT) | self.1 as u16, text: None }
    }
}

#[cfg(not(target_arch = "wasm32"))]
impl Field {
    /// Every field, in the order of its number.
    pub const ALL: &'static [Self] = &[
        Self::AppName,
        Self::ApiKey,
        Self::RedirectUri,
        Self::BaseUrl,
        Self::RequireIss,
        Self::Scope,
        Self::Display,
        Self::ResponseMode,
        Self::Fallback,
        Self::ReturnTo,
        Self::AppState,
        Self::Engine,
        Self::Storage,
        Self::AccountKey,
        Self::Origins,
    ];

    /// Its name in TypeScript.
    pub fn name(self) -> &'static str {
        match self {
            Self::AppName => "appName",
            Self::ApiKey => "apiKey",
            Self::RedirectUri => "redirectUri",
            Self::BaseUrl => "baseUrl",
            Self::RequireIss => "requireIss",
            Self::Scope => "scope",
            Self::Display => "display",
            Self::ResponseMode => "responseMode",
            Self::Fallback => "fallback",
            Self::ReturnTo => "returnTo",
            Self::AppState => "appState",
            Self::Engine => "engine",
            Self::Storage => "storage",
            Self::AccountKey => "accountKey",
            Self::Origins => "origins",
        }
    }
}

#[cfg(not(target_arch = "wasm32"))]
impl Fault {
    /// Every fault, in the order of its number.
    pub const ALL: &'static [Self] = &[
        Self::Missing,
        Self::WrongType,
        Self::Malformed,
        Self::Scheme,
        Self::Fragment,
        Self::Userinfo,
        Self::Traversal,
        Self::RawIp,
        Self::OtherOrigin,
        Self::UnknownValue,
        Self::NoApiKey,
        Self::IsApiKey,
        Self::ControlCharacter,
        Self::NeedsApiKey,
        Self::Query,
        Self::TooLong,
    ];

    /// What is wrong and what it should be, to stand after the field's name.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Missing => "is missing.",
            Self::WrongType => "is of the wrong type: look it up.",
            Self::Malformed => "is no absolute address in ASCII: write it in full.",
            Self::Scheme => "has a wrong scheme: use https (http for localhost).",
            Self::Fragment => "has a fragment: remove it.",
            Self::Userinfo => "has a user: remove it.",
            Self::Traversal => "has a .. in its path: remove it.",
            Self::RawIp => "has an IP address: use a name (or 127.0.0.1, [::1]).",
            Self::OtherOrigin => "is not of this page's origin: use that.",
            Self::UnknownValue => "is none of its values: look them up.",
            Self::NoApiKey => "is no API key: use 0x and 40 hex digits.",
            Self::IsApiKey => "is an API key: use apiKey for it.",
            Self::ControlCharacter => "has a control character: remove it.",
            Self::NeedsApiKey => "needs an apiKey: appName alone may only read.",
            Self::Query => "has a query: remove it.",
            Self::TooLong => "is too long: shorten it.",
        }
    }
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use super::*;

    #[test]
    fn the_tables_follow_the_numbers_and_fit_a_byte() {
        for (index, field) in Field::ALL.iter().enumerate() {
            assert_eq!(*field as usize, index);
        }
        for (index, fault) in Fault::ALL.iter().enumerate() {
            assert_eq!(*fault as usize, index);
            assert!(fault.sentence().ends_with('.'));
        }
        assert!(Field::ALL.len() <= 16 && Fault::ALL.len() <= 16);
    }
}
