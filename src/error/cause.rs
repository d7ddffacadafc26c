//! The error that caused another one.

use std::error::Error;
use std::sync::Arc;

/// The error that caused another one. It is no part of what the other one is: two errors are equal without it. It can
/// be sent to another thread on wasm32 too, because the signals of Leptos require that.
#[derive(Clone, Debug)]
pub(crate) struct Cause(Arc<dyn Error + Send + Sync>);

impl Cause {
    /// Returns the error.
    pub(super) fn error(&self) -> &(dyn Error + 'static) {
        &*self.0
    }
}

impl From<Box<dyn Error + Send + Sync>> for Cause {
    fn from(error: Box<dyn Error + Send + Sync>) -> Self {
        Self(Arc::from(error))
    }
}

impl PartialEq for Cause {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Cause {}
