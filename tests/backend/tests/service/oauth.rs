//! `/oauth/…` and the metadata.

mod app_names;
mod authorize;
mod caps;
mod check;
mod consent;
mod consent_memory;
mod dpop;
mod expiry;
mod introspect;
mod login;
mod metadata;
mod own_schemes;
mod permissions;
mod pkce;
mod prompt;
mod redirect_uri_confusion;
mod redirect_uri_vectors;
mod refusal_notice;
mod revoke;
mod silent;
mod token;
mod web_message;
