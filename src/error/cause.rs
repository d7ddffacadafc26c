//! The error that caused another one.

use std::error::Error;

use crate::shared::Shared;

/// The error that caused another one. It is no part of what the other one is: two errors are equal without it.
#[derive(Clone, Debug)]
pub(crate) struct Cause(Shared<dyn Error + Send + Sync>);

impl Cause {
    /// Returns the error.
    pub(super) fn error(&self) -> &(dyn Error + 'static) {
        &*self.0
    }
}

impl From<Box<dyn Error + Send + Sync>> for Cause {
    fn from(error: Box<dyn Error + Send + Sync>) -> Self {
        Self(Shared::from(error))
    }
}

impl PartialEq for Cause {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Cause {}
