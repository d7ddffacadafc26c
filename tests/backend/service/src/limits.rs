//! How often requests may come, and guesses at passwords.

pub(crate) mod app_limit;
pub(crate) mod app_servers;
pub(crate) mod rate_limited;
pub(crate) mod throttle;
