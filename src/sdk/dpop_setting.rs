//! Whether new sessions are bound to a key.

use stagepass_core::config::RawValue;

/// Whether to bind new sessions to a key (DPoP, RFC 9449), for
/// [`ConfigBuilder::dpop`](crate::ConfigBuilder::dpop).
///
/// A session that is bound stays bound. Its tokens are never sent without a proof.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dpop {
    /// A new session is not bound.
    #[default]
    Never,
    /// A new session is bound if the service's metadata offers DPoP with ES256 and a key can be stored. Otherwise it is
    /// not bound.
    Auto,
    /// A new session is bound, or the login fails.
    Always,
}

impl Dpop {
    /// Returns the value for the core's configuration.
    pub(crate) fn raw(self) -> RawValue {
        match self {
            Self::Never => RawValue::Flag(false),
            Self::Auto => RawValue::Text("auto".to_owned()),
            Self::Always => RawValue::Flag(true),
        }
    }
}
