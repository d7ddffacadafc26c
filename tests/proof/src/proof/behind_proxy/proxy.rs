//! What nginx and Caddy have in common here.

use anyhow::Result;

/// A running proxy. Ended when dropped.
pub(super) trait Proxy {
    /// Everything that it has logged so far.
    fn log(&self) -> Result<String>;
}
