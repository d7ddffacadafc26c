//! The errors of the SDK, the same in Rust, TypeScript and the documentation. CONTRIBUTING.md says how to add one.
//!
//! # Design
//!
//! One enum has the stable codes. The error table has four columns: name, title, cause and remedy. It is in
//! `error/table.rs`, and in `error/rest.rs` for the REST calls. The wasm contains only the numbers. `cargo xtask codes`
//! writes the names and titles for TypeScript, and the whole table for `docs/reference/errors.md`. An [`Error`] never
//! contains a secret: its texts are the service's `error` and message. The facade checks and shortens them.

mod message;
mod rest;
mod row;
mod table;

pub use rest::REST;
pub use row::Row;

use crate::config::{Fault, Field};

/// The stable code of an error, such as `popup_blocked`: `table.rs` has the names and texts. Its number crosses the
/// border to TypeScript and is never reused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[repr(u8)]
pub enum Code {
    /// A field of the configuration is missing or not valid.
    ConfigInvalid = 1,
    /// An option of `login` is missing or not valid.
    OptionInvalid = 2,
    /// The call needs a browser and ran on a server, or in a runtime without a window.
    Unsupported = 3,
    /// The core could not be loaded.
    LoadFailed = 4,
    /// The browser blocked the popup.
    PopupBlocked = 5,
    /// The popup was closed before the login was finished.
    PopupClosed = 6,
    /// The app's `AbortSignal` aborted the call.
    Aborted = 7,
    /// A response was not complete in time, or a popup was open for too long.
    Timeout = 8,
    /// The service could not be reached.
    Network = 9,
    /// The response cannot be parsed, or lacks a required member.
    BadResponse = 10,
    /// The service responded with an error status.
    RequestFailed = 11,
    /// The user, or the service, denied access.
    AccessDenied = 12,
    /// The authorization response has another error (RFC 6749 section 4.1.2.1).
    AuthorizationFailed = 13,
    /// The callback's parameters are missing, duplicated or malformed.
    CallbackInvalid = 14,
    /// The callback's `state` is not the `state` of this login (RFC 6749 section 10.12).
    StateMismatch = 15,
    /// The callback comes from another issuer (RFC 9207).
    IssuerMismatch = 16,
    /// The callback belongs to no transaction of this browser.
    TransactionLost = 17,
    /// The service rejected the authorization code.
    ExchangeRefused = 18,
    /// There is no session.
    NotSignedIn = 19,
    /// The service no longer accepts the session.
    SessionExpired = 20,
    /// The browser stores nothing for this page.
    StorageUnavailable = 21,
    /// A bug in Stagepass.
    Internal = 22,
    /// A request must be sent again, and its body can be read only once.
    BodyUsed = 23,
    /// The service refused the app or its redirect URI.
    RequestRefused = 24,
    /// A newer login of the same page has replaced this one.
    Superseded = 25,
    /// The service cannot continue without the user, which `prompt=none` forbids (OIDC Core section 3.1.2.6). Or the
    /// user refused at a provider that reports it so (section 3.1.2.1).
    InteractionRequired = 26,
    /// The metadata of an OpenID provider cannot be used.
    ProviderInvalid = 27,
    /// The provider's ID token is not for this login.
    IdTokenInvalid = 28,
    /// The track's access server denied access.
    AccessRefused = 128,
    /// The user may not do this.
    Forbidden = 129,
    /// There is no such track, user, upload or invitation.
    NotFound = 130,
    /// Another change or request stands against this one.
    Conflict = 131,
    /// The service does not accept the file.
    UploadRefused = 132,
    /// There is no space for the upload.
    QuotaExceeded = 133,
    /// The browser blocked the sound.
    PlaybackBlocked = 134,
    /// The element cannot play the audio.
    PlaybackFailed = 135,
    /// The server does not accept a value, for example an empty title or a rule that is not valid.
    InputInvalid = 136,
}

impl Code {
    /// All codes of the core in the order of their numbers, without a gap. Add a new code here by hand. The codes of
    /// [`REST`] are not among them.
    pub const ALL: &'static [Code] = &[
        Code::ConfigInvalid,
        Code::OptionInvalid,
        Code::Unsupported,
        Code::LoadFailed,
        Code::PopupBlocked,
        Code::PopupClosed,
        Code::Aborted,
        Code::Timeout,
        Code::Network,
        Code::BadResponse,
        Code::RequestFailed,
        Code::AccessDenied,
        Code::AuthorizationFailed,
        Code::CallbackInvalid,
        Code::StateMismatch,
        Code::IssuerMismatch,
        Code::TransactionLost,
        Code::ExchangeRefused,
        Code::NotSignedIn,
        Code::SessionExpired,
        Code::StorageUnavailable,
        Code::Internal,
        Code::BodyUsed,
        Code::RequestRefused,
        Code::Superseded,
        Code::InteractionRequired,
        Code::ProviderInvalid,
        Code::IdTokenInvalid,
    ];

    /// The number that crosses the border to TypeScript.
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// Returns the code of a number that another window sent.
    ///
    /// [`Code::Internal`] for a number that this version does not know: the other window may run a newer one.
    pub fn from_number(number: u8) -> Self {
        number.checked_sub(1).and_then(|index| Self::ALL.get(usize::from(index))).copied().unwrap_or(Code::Internal)
    }
}

/// An error: its code and its details.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// What happened.
    pub code: Code,
    /// What it is about.
    pub about: About,
    /// What the service says, if it says anything. Boxed, because every result of the core contains an error.
    pub service: Option<Box<ServiceError>>,
}

/// What an error is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// Nothing that has a name.
    Nothing,
    /// A response with this HTTP status.
    Status(u16),
    /// A field of the configuration or an option, and what is wrong with it.
    Field(Field, Fault),
}

/// The members of a service's error response (RFC 6749 sections 4.1.2.1 and 5.2).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ServiceError {
    /// The `error`.
    pub error: Option<String>,
    /// The `error_description`.
    pub description: Option<String>,
    /// The `error_uri`.
    pub uri: Option<String>,
}

impl Error {
    /// Returns the error `code` with the members of the service's response.
    pub fn from_service(code: Code, service: ServiceError) -> Self {
        Self { service: Some(Box::new(service)), ..code.into() }
    }

    /// Returns this error, about a response with this HTTP status.
    #[must_use]
    pub fn with_status(self, status: u16) -> Self {
        Self { about: About::Status(status), ..self }
    }

    /// Returns the service's `error`, such as `invalid_grant`.
    pub fn service_error(&self) -> Option<&str> {
        self.service.as_ref()?.error.as_deref()
    }

    /// Returns the service's `error_description`.
    pub fn description(&self) -> Option<&str> {
        self.service.as_ref()?.description.as_deref()
    }
}

impl From<Code> for Error {
    #[inline(never)] // Inlined copies would make the wasm 0.1 KB larger.
    fn from(code: Code) -> Self {
        Self { code, about: About::Nothing, service: None }
    }
}
