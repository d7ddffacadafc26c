//! Sessions that are bound to a key of this machine (DPoP, RFC 9449).
//!
//! The core says which key must prove a request (`stagepass_core::dpop`). Here are the rest of the protocol and the
//! interface of the keys. In a browser, a script does this: `pkg-template/src/dpop/`.

mod keys;
mod proof;
mod proofs;
mod servers;
mod transport;
mod unused_key;

use http::Response;
use stagepass_core::document::Document as _;

pub use self::keys::{DpopKey, DpopKeys, KeyFuture, P256PublicKey};
pub(crate) use self::proofs::Proofs;
pub(crate) use self::transport::Transport;
use crate::sdk::json;

/// Returns a member of a JSON body. Empty if it is no string.
fn member(response: &Response<Vec<u8>>, name: &str) -> String {
    let text = || json::document(core::str::from_utf8(response.body()).ok()?)?.text(name);
    text().unwrap_or_default()
}
