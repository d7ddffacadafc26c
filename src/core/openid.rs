//! Any OAuth 2.0 or OpenID provider: what it says of itself, and what it says of its user.
//!
//! 1. [`discovery`] loads the provider's metadata, which [`metadata`] checks.
//! 2. [`config`] is the configuration of a client with that metadata, and [`authorize`] its authorization request.
//! 3. [`id_token`] checks the ID token of a code exchange and of a refresh. The session keeps it as [`identity`].
//! 4. [`end_session`] is the URL at which the user signs out of the provider.
//!
//! Between them, the same machines as for a service of Stagepass.

pub mod authorize;
pub mod config;
pub mod discovery;
pub mod end_session;
pub mod id_token;
pub mod identity;
pub mod metadata;
