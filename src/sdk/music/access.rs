//! Access to gated tracks: rules, decisions, tickets, and the access server.

pub(crate) mod decision;
pub(crate) mod origin;
pub(crate) mod rule;
pub(crate) mod server;
pub(crate) mod site_token;
pub(crate) mod ticket;
