//! Access to gated tracks: rules, decisions, tickets, and the access server.

pub(crate) mod decision;
mod origin;
pub(crate) mod rule;
pub(crate) mod site_token;
pub(crate) mod ticket;

#[cfg(any(target_arch = "wasm32", feature = "native"))]
pub(crate) mod server;
