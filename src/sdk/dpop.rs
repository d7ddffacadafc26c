//! Sessions that are bound to a key of this machine (DPoP, RFC 9449).
//!
//! The core says which key must prove a request (`stagepass_core::dpop`). Here are the rest of the protocol and the
//! interface of the keys. Browsers have this in the npm package alone: `pkg-template/src/dpop/`.

mod keys;
mod proof;
mod proofs;
mod servers;
mod transport;
mod unused_key;

use http::Response;
use stagepass_core::config::RawValue;
use stagepass_core::document::Document as _;

pub use self::keys::{DpopKey, DpopKeys, KeyFuture, P256PublicKey};
pub(crate) use self::proofs::Proofs;
pub(crate) use self::transport::Transport;
use crate::sdk::json;

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

/// Returns a member of a JSON body. Empty if it is no string.
fn member(response: &Response<Vec<u8>>, name: &str) -> String {
    let text = || json::document(core::str::from_utf8(response.body()).ok()?)?.text(name);
    text().unwrap_or_default()
}
