//! The API for apps of any origin. Each request is authenticated by a token.

pub(crate) mod access_token;
pub(crate) mod basic_credentials;
pub(crate) mod bearer_token;
pub(crate) mod caller;
pub(crate) mod last_uses;
pub(crate) mod me;
pub(crate) mod oembed;
pub(crate) mod paging;
pub(crate) mod pictures;
pub(crate) mod resource_metadata;
pub(crate) mod server;
pub(crate) mod tickets;
pub(crate) mod tracks;
pub(crate) mod users;
