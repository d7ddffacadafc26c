//! The fields of a configuration and of `login`'s options, and what can be wrong with a value.
//!
//! Only their numbers cross the border. The wasm does not contain the texts.

use crate::error::{About, Code, Error};
use crate::redirect_uri::Rule;

/// A field of `stagepass(config)` or an option of `login(options)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Field {
    /// The app's name, which the user sees if there is no API key.
    AppName = 0,
    /// The registered app's key.
    ApiKey = 1,
    /// The address to which the service sends the user back.
    RedirectUri = 2,
    /// The service's address, with its version segment.
    BaseUrl = 3,
    /// Whether a callback without `iss` is refused.
    RequireIss = 4,
    /// `read` or `write`.
    Scope = 5,
    /// `popup` or `redirect`.
    Display = 6,
    /// `fragment`, `query` or `web_message`.
    ResponseMode = 7,
    /// What to do if the popup is blocked.
    Fallback = 8,
    /// The address at which a full-page login ends.
    ReturnTo = 9,
    /// The app's own value, returned after the login.
    AppState = 10,
    /// The form of the core to load. The facade checks it.
    Engine = 11,
    /// Where the session is stored.
    Storage = 12,
    /// Separates several sessions of one app.
    AccountKey = 13,
    /// Other origins that may receive the access token. The facade checks them.
    Origins = 14,
    /// What the service asks the user for. The facade checks it, and the ones below.
    Prompt = 15,
    /// The user's name at the service, if known.
    LoginHint = 16,
    /// How long ago the user may have signed in at the service, in seconds.
    MaxAge = 17,
    /// The languages of the service's pages.
    UiLocales = 18,
    /// Other parameters of the authorization request.
    ExtraParams = 19,
    /// Whether tokens are bound to a key.
    Dpop = 20,
    /// How requests to the token endpoint are encoded.
    TokenFormat = 21,
    /// The issuer of an OpenID provider.
    Issuer = 22,
    /// The app's identifier at that provider.
    ClientId = 23,
    /// The metadata of that provider.
    Metadata = 24,
}

/// What is wrong with a field's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Fault {
    /// It is missing.
    Missing = 0,
    /// It has the wrong type.
    WrongType = 1,
    /// It is not an absolute URL.
    Malformed = 2,
    /// Its scheme is not allowed.
    Scheme = 3,
    /// It has a fragment.
    Fragment = 4,
    /// It has a user name.
    Userinfo = 5,
    /// Its path has a `..` segment.
    Traversal = 6,
    /// Its host is an IP address.
    RawIp = 7,
    /// It is not on this page's origin.
    OtherOrigin = 8,
    /// It is not one of the allowed values.
    UnknownValue = 9,
    /// It has the form of an API key.
    IsApiKey = 10,
    /// It has a control character or one that changes the direction of writing.
    ControlCharacter = 11,
    /// It needs an API key.
    NeedsApiKey = 12,
    /// It has a query.
    Query = 13,
    /// It is too long.
    TooLong = 14,
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
pub struct InvalidField(pub Field, pub Fault);

impl InvalidField {
    /// Returns the error `code` with this field and fault.
    pub fn into_error(self, code: Code) -> Error {
        Error { about: About::Field(self.0, self.1), ..code.into() }
    }
}

impl Field {
    /// All fields, in the order of their numbers.
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
        Self::Prompt,
        Self::LoginHint,
        Self::MaxAge,
        Self::UiLocales,
        Self::ExtraParams,
        Self::Dpop,
        Self::TokenFormat,
        Self::Issuer,
        Self::ClientId,
        Self::Metadata,
    ];

    /// Returns its name in TypeScript.
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
            Self::Prompt => "prompt",
            Self::LoginHint => "loginHint",
            Self::MaxAge => "maxAge",
            Self::UiLocales => "uiLocales",
            Self::ExtraParams => "extraParams",
            Self::Dpop => "dpop",
            Self::TokenFormat => "tokenFormat",
            Self::Issuer => "issuer",
            Self::ClientId => "clientId",
            Self::Metadata => "metadata",
        }
    }

    /// Returns what the value must be, to follow "must be". For the faults without a sentence.
    pub fn expected(self) -> &'static str {
        match self {
            Self::AppName | Self::AccountKey => "a string of at most 200 bytes",
            Self::ApiKey | Self::ClientId => "a string of at most 256 visible ASCII characters",
            Self::RedirectUri | Self::BaseUrl | Self::ReturnTo | Self::Issuer => "a URL string",
            Self::Metadata => "the provider's metadata, with this issuer",
            Self::RequireIss => "a boolean",
            Self::Scope => "\"read\" or \"write\"",
            Self::Display => "\"popup\" or \"redirect\"",
            Self::ResponseMode => "\"fragment\", \"query\" or, for a popup, \"web_message\"",
            Self::Fallback => "\"redirect\"",
            Self::AppState => "a JSON value",
            Self::Engine => "\"auto\", \"wasm\" or \"js\"",
            Self::Storage => "\"local\", \"session\", \"memory\" or a store",
            Self::Origins => "a list of https origins",
            Self::Prompt => "\"none\", \"login\", \"consent\" or \"select_account\"",
            Self::LoginHint | Self::UiLocales => "a string of at most 2000 bytes",
            Self::MaxAge => "a whole number of seconds",
            Self::ExtraParams => "strings of at most 2000 bytes, none with a name of Stagepass",
            Self::Dpop => "\"auto\", true or false",
            Self::TokenFormat => "\"json\" or \"form\"",
        }
    }
}

impl Fault {
    /// All faults, in the order of their numbers.
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
        Self::IsApiKey,
        Self::ControlCharacter,
        Self::NeedsApiKey,
        Self::Query,
        Self::TooLong,
    ];

    /// Returns what the value must be or have, to follow "must". `None` if [`Field::expected`] says it.
    pub fn requirement(self) -> Option<&'static str> {
        Some(match self {
            Self::Missing | Self::WrongType | Self::UnknownValue | Self::TooLong => return None,
            Self::Malformed => "be an absolute URL in ASCII",
            Self::Scheme => "use https (http for localhost)",
            Self::Fragment => "have no fragment",
            Self::Userinfo => "have no user name",
            Self::Traversal => "have no .. in its path",
            Self::RawIp => "have no IP address: use a host name",
            Self::OtherOrigin => "be on this page's origin",
            Self::IsApiKey => "be no API key: use apiKey",
            Self::ControlCharacter => "have no control character",
            Self::NeedsApiKey => "be \"read\" without an apiKey",
            Self::Query => "have no query",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_follow_the_numbers() {
        for (index, field) in Field::ALL.iter().enumerate() {
            assert_eq!(*field as usize, index);
        }
        for (index, fault) in Fault::ALL.iter().enumerate() {
            assert_eq!(*fault as usize, index);
            assert!(fault.requirement().is_none_or(|requirement| !requirement.ends_with('.')));
        }
    }
}
