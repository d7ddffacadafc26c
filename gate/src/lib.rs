//! Signed URLs for access-controlled streams: signs them, parses them and verifies them. No I/O and no clock.
//!
//! The owner of a track can restrict access to it. The track then names *authorities*, which are Ethereum addresses. A
//! stream node serves the audio only if one of them has signed the URL. The signature is one query parameter,
//! `signature`. Its percent-decoded value is
//!
//! ```json
//! {"data": "{\"cid\":\"baeaaa…\",\"timestamp\":1744657599000,\"trackId\":7}", "signature": "0x<r 32 bytes><s 32 bytes><v 1 byte>"}
//! ```
//!
//! | | |
//! |---|---|
//! | document | `data`, in the canonical form of RFC 8785. White space and the order of members do not matter |
//! | digest | `keccak256("\x19Ethereum Signed Message:\n32" ‖ keccak256(canonical data))`: EIP-191, version `0x45` |
//! | signature | ECDSA over secp256k1, nonce of RFC 6979, low s; v is parsed as 0/1 or 27/28 and written as 0/1 |
//! | signer | recovered from the signature (SEC 1 section 4.1.6) and compared as an address (EIP-55) |
//!
//! The modules, in the order in which they use a signature:
//!
//! | module | contents |
//! |---|---|
//! | [`data`] | the members of the signed document |
//! | [`signer`] | the private key, which signs a [`Parameter`] |
//! | [`parameter`] | the query parameter: writes it, attaches it to a URL, parses it and recovers its signer |
//! | [`admission`] | checks whether it grants access to a stream now: CID, track, signer and age |
//! | [`signature`], [`digest`], [`address`] | the types that the others use |
//!
//! The track's owner signs, and a stream node admits the request:
//!
//! ```
//! use std::time::Duration;
//!
//! use stagepass_gate::{Data, Parameter, Refusal, Request, Signer, Track};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let signer = Signer::from_hex("0x0101010101010101010101010101010101010101010101010101010101010101")?;
//! let signed_at = 1_790_000_000_000;
//! let data = Data {
//!     cid: Some("baeaaademo".into()),
//!     track_id: Some(7),
//!     user_id: Some(1),
//!     timestamp: Some(signed_at),
//!     ..Data::default()
//! };
//! let url = signer.sign(&data)?.attach_to("https://node.example/tracks/cidstream/baeaaademo");
//!
//! let (_, query) = url.split_once('?').ok_or("no query")?;
//! let parameter = Parameter::from_query(query)?.ok_or("no signature")?;
//! let authorities = [signer.address()];
//! let track = Track { id: 7, cid: "baeaaademo", authorities: &authorities, duration: Some(Duration::from_secs(200)) };
//! let request = Request { cid: "baeaaademo", track: Some(track), upload_ids: None, now: signed_at + 5_000 };
//! assert_eq!(request.admit(parameter.data(), parameter.signer()?), Ok(()));
//!
//! let next_day = Request { now: signed_at + 86_400_000, ..request };
//! assert_eq!(next_day.admit(parameter.data(), parameter.signer()?), Err(Refusal::TooOld));
//! # Ok(())
//! # }
//! ```

#![forbid(unsafe_code)]

// The examples of the README are compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

pub mod address;
pub mod admission;
pub mod data;
pub mod digest;
mod error;
mod hex;
mod json;
mod limits;
pub mod parameter;
pub mod signature;
pub mod signer;
#[cfg(test)]
mod tests;

pub use address::{Address, AddressError};
pub use admission::{Refusal, Request, Track};
pub use data::Data;
pub use digest::Digest;
pub use error::Invalid;
pub use parameter::{Parameter, RecoveredSigner, recover, verify};
pub use signature::Signature;
pub use signer::{Signer, SignerError};
