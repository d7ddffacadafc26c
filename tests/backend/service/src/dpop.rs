//! Tokens that are bound to a key of their client (DPoP, RFC 9449): a stolen token is useless without that key.
//!
//! | module | contents |
//! |---|---|
//! | [`proof`] | parses and verifies a proof. Uses no clock and no store |
//! | [`key`] | the public key of a proof, and its thumbprint |
//! | [`possession`] | the proof of a request, which is accepted once |
//! | [`nonce`] | the nonces of `--dpop-nonce` |

pub(crate) mod key;
pub(crate) mod nonce;
pub(crate) mod possession;
pub(crate) mod proof;
