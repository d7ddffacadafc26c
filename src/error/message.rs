//! What an error says, in Rust.

use core::fmt;
use std::error;

#[cfg(all(feature = "rust", any(target_arch = "wasm32", feature = "native")))]
use super::Cause;
use super::{Code, Error};
use crate::border::FIELD_SHIFT;
use crate::config::{Fault, Field};

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Error {
    /// Returns the code, to compare with.
    pub fn code(&self) -> Code {
        self.code
    }

    /// Returns the HTTP status of the response that this error is about. `None` if there is none.
    pub fn status(&self) -> Option<u16> {
        let is_status = !matches!(self.code, Code::ConfigInvalid | Code::OptionInvalid) && self.detail != 0;
        is_status.then_some(self.detail)
    }

    /// Returns the sentences for the user: what happened, then what to do. The same for all errors of a code.
    pub fn title(&self) -> &'static str {
        self.code.row().title
    }

    /// Returns the field that is not valid and what is wrong with it, for [`Code::ConfigInvalid`] and
    /// [`Code::OptionInvalid`].
    pub fn field(&self) -> Option<(Field, Fault)> {
        if !matches!(self.code, Code::ConfigInvalid | Code::OptionInvalid) {
            return None;
        }
        let field = Field::ALL.get(usize::from(self.detail >> FIELD_SHIFT)).copied();
        field.zip(Fault::ALL.get(usize::from(self.detail) & ((1 << FIELD_SHIFT) - 1)).copied())
    }

    /// Returns this error with the one that caused it.
    #[cfg(all(feature = "rust", any(target_arch = "wasm32", feature = "native")))]
    pub(crate) fn because(self, cause: impl Into<Box<dyn error::Error + Send + Sync>>) -> Self {
        Self { cause: Some(Cause::from(cause.into())), ..self }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.code)?;
        match self.field() {
            None => f.write_str(self.title())?,
            Some((field, fault)) => match (fault.requirement(), fault) {
                (Some(requirement), _) => write!(f, "{} must {requirement}.", field.name())?,
                (None, Fault::Missing) => write!(f, "{} is missing: it must be {}.", field.name(), field.expected())?,
                (None, _) => write!(f, "{} must be {}.", field.name(), field.expected())?,
            },
        }
        let status = self.status().map(|status| format!("HTTP {status}"));
        let known = [status.as_deref(), self.service_error(), self.description()];
        let known: Vec<_> = known.into_iter().flatten().collect();
        if known.is_empty() { Ok(()) } else { write!(f, " ({})", known.join(", ")) }
    }
}

impl error::Error for Error {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        #[cfg(feature = "rust")]
        if let Some(cause) = &self.cause {
            return Some(cause.error());
        }
        None
    }
}
