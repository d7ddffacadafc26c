//! The error of a call: the core's error, with the one that caused it.

use core::fmt;
use std::error;
use std::sync::Arc;

use stagepass_core::config::{Fault, Field};
#[doc(inline)]
pub use stagepass_core::error::Code;
use stagepass_core::error::{self as core_error, About, ServiceError};

/// An error of a call. Compare its [`Error::code`]. Show its [`Error::title`] to the user.
///
/// `Display` is for the developer: it names a field, or has what is known of the cause. [`error::Error::source`] is the
/// error before it. Two errors are equal if all but that is.
#[derive(Clone, Debug)]
pub struct Error {
    core: core_error::Error,
    /// It can be sent to another thread on wasm32 too, because the signals of Leptos require that.
    cause: Option<Arc<dyn error::Error + Send + Sync>>,
}

impl Error {
    /// Returns the code, to compare with.
    pub fn code(&self) -> Code {
        self.core.code
    }

    /// Returns the HTTP status of the response that this error is about. `None` if there is none.
    pub fn status(&self) -> Option<u16> {
        self.core.status()
    }

    /// Returns the sentences for the user: what happened, then what to do. The same for all errors of a code.
    pub fn title(&self) -> &'static str {
        self.core.title()
    }

    /// Returns the field that is not valid and what is wrong with it, for [`Code::ConfigInvalid`] and
    /// [`Code::OptionInvalid`]. `None` if the error is about another value: [`error::Error::source`] has its name.
    pub fn field(&self) -> Option<(Field, Fault)> {
        if let About::Field(field, fault) = self.core.about { Some((field, fault)) } else { None }
    }

    /// Returns the service's `error`, such as `invalid_grant` (RFC 6749 sections 4.1.2.1 and 5.2).
    pub fn service_error(&self) -> Option<&str> {
        self.core.service_error()
    }

    /// Returns the service's message, such as `error_description`.
    pub fn description(&self) -> Option<&str> {
        self.core.description()
    }

    /// Returns this error, about a response with this HTTP status.
    pub(crate) fn with_status(self, status: u16) -> Self {
        Self { core: self.core.with_status(status), ..self }
    }

    /// Returns this error with the message of the server, or of the system.
    pub(crate) fn with_description(self, description: Option<String>) -> Self {
        let service = Some(Box::new(ServiceError { description, ..ServiceError::default() }));
        Self { core: core_error::Error { service, ..self.core }, ..self }
    }

    /// Returns this error with the one that caused it.
    #[cfg(any(target_arch = "wasm32", feature = "native"))]
    pub(crate) fn because(self, cause: impl Into<Box<dyn error::Error + Send + Sync>>) -> Self {
        Self { cause: Some(Arc::from(cause.into())), ..self }
    }
}

impl From<core_error::Error> for Error {
    fn from(core: core_error::Error) -> Self {
        Self { core, cause: None }
    }
}

impl From<Code> for Error {
    fn from(code: Code) -> Self {
        core_error::Error::from(code).into()
    }
}

impl PartialEq for Error {
    fn eq(&self, other: &Self) -> bool {
        self.core == other.core
    }
}

impl Eq for Error {}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.core.fmt(f)
    }
}

impl error::Error for Error {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        self.cause.as_deref().map(|cause| cause as _)
    }
}
