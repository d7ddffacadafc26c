//! `{base}/oauth/…` and the metadata: OAuth 2.0 (RFC 6749), one file for each endpoint.

pub(crate) mod authorization_request;
pub(crate) mod authorization_response;
pub(crate) mod authorize;
pub(crate) mod check;
pub(crate) mod client;
pub(crate) mod client_credentials;
pub(crate) mod code;
pub(crate) mod consent;
pub(crate) mod consent_memory;
pub(crate) mod error;
pub(crate) mod interaction;
pub(crate) mod introspect;
pub(crate) mod metadata;
pub(crate) mod permissions;
pub(crate) mod recipient;
pub(crate) mod refusal_notice;
pub(crate) mod return_address;
pub(crate) mod revoke;
pub(crate) mod silent;
pub(crate) mod token;
