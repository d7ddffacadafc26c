//! The errors of the SDK, the same in Rust, TypeScript and the documentation. CONTRIBUTING.md says how to add one.
//!
//! # Design
//!
//! One enum of stable codes. Their names, sentences and remedies are in `error/table.rs`, and those of the REST calls in
//! `error/rest.rs`. The wasm contains only the numbers. `cargo xtask codes` generates TypeScript's names and
//! `docs/reference/errors.md` from the tables. An [`Error`] never holds a secret: its `text` is the service's own message.

#[cfg(not(target_arch = "wasm32"))]
mod rest;
#[cfg(not(target_arch = "wasm32"))]
mod table;

#[cfg(not(target_arch = "wasm32"))]
pub use rest::REST;
#[cfg(not(target_arch = "wasm32"))]
pub use table::Row;

/// The stable code of a failure. The discriminant crosses the border to TypeScript and is never reused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Code {
    /// A field of the configuration is missing or wrong.
    ConfigInvalid = 1,
    /// An option of `login` is missing or wrong.
    OptionInvalid = 2,
    /// There is no browser here: a server, or a runtime without a window.
    Unsupported = 3,
    /// The core could not be loaded.
    LoadFailed = 4,
    /// The browser refused to open the popup.
    PopupBlocked = 5,
    /// The popup was closed before the sign-in was finished.
    PopupClosed = 6,
    /// The app's own `AbortSignal` ended the call.
    Aborted = 7,
    /// Something did not answer before its deadline.
    Timeout = 8,
    /// The service could not be reached.
    Network = 9,
    /// The service answered with something that cannot be understood.
    BadResponse = 10,
    /// The service refused or failed to serve the request.
    RequestFailed = 11,
    /// The person, or the service for them, said no.
    AccessDenied = 12,
    /// The service could not go on with the authorization request.
    AuthorizationFailed = 13,
    /// The callback's parameters are missing, doubled or malformed.
    CallbackInvalid = 14,
    /// The callback's `state` is not the one of this login.
    StateMismatch = 15,
    /// The callback comes from another issuer.
    IssuerMismatch = 16,
    /// The callback belongs to no login that this browser knows.
    TransactionLost = 17,
    /// The service refused to exchange the code for tokens.
    ExchangeRefused = 18,
    /// Nobody is signed in.
    NotSignedIn = 19,
    /// The session has ended: the service no longer accepts it.
    SessionExpired = 20,
    /// The browser keeps nothing for this page.
    StorageUnavailable = 21,
    /// A fault of Stagepass itself.
    Internal = 22,
    /// A request would have to be sent once more, and its body can be read only once.
    BodyUsed = 23,
}

impl Code {
    /// Every code, in the order of its number, without a gap. A new code has to be added here by hand.
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
    ];

    /// The number that crosses the border to TypeScript.
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// The code of a number, for one that another window sent.
    ///
    /// [`Code::Internal`] for a number that this version does not know: the other window may run a newer one.
    pub fn from_number(number: u8) -> Self {
        number.checked_sub(1).and_then(|index| Self::ALL.get(usize::from(index))).copied().unwrap_or(Code::Internal)
    }
}

/// A failure: its code, and what is known beyond it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// What happened.
    pub code: Code,
    /// For [`Code::ConfigInvalid`] and [`Code::OptionInvalid`]: `field << FIELD_SHIFT | fault`, see [`crate::border`]. For the
    /// others the HTTP status, if there was one, or zero.
    pub detail: u16,
    /// The service's own `error_description` (or `error`), if there is one.
    pub text: Option<String>,
}

impl Error {
    /// The failure `code` with what the service said about it.
    pub fn told(code: Code, text: Option<String>, status: u16) -> Self {
        Self { code, detail: status, text }
    }
}

impl From<Code> for Error {
    #[inline(never)] // Copies of it would weigh 0.1 KB.
    fn from(code: Code) -> Self {
        Self { code, detail: 0, text: None }
    }
}

#[cfg(not(target_arch = "wasm32"))]
impl core::fmt::Display for Error {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{}: {}", self.code.name(), self.code.message())?;
        if let Some(text) = &self.text {
            write!(f, " ({text})")?;
        }
        Ok(())
    }
}

#[cfg(not(target_arch = "wasm32"))]
impl std::error::Error for Error {}
