//! What an error says.

use core::fmt;
use std::error;

use super::{About, Code, Error};
use crate::config::Fault;

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Error {
    /// Returns the HTTP status of the response that this error is about. `None` if there is none.
    pub fn status(&self) -> Option<u16> {
        if let About::Status(status) = self.about { Some(status) } else { None }
    }

    /// Returns the sentences for the user: what happened, then what to do. The same for all errors of a code.
    pub fn title(&self) -> &'static str {
        self.code.row().title
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.code)?;
        match self.about {
            About::Nothing | About::Status(_) => f.write_str(self.title())?,
            About::Field(field, fault) => match (fault.requirement(), fault) {
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

impl error::Error for Error {}
