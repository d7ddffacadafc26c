//! What apps ask, from any origin.

mod access_servers;
mod access_token;
mod cross_origin;
mod dpop;
mod dpop_attacks;
mod malformed_requests;
mod me;
mod nasty_values;
mod oembed;
mod own_api;
mod paging;
mod tickets;
pub(crate) mod tracks;
mod users;
