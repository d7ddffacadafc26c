//! Rate limits of requests, and limits of password attempts, pictures and space.

pub(crate) mod app_limit;
pub(crate) mod app_servers;
pub(crate) mod database_space;
pub(crate) mod picture_admission;
pub(crate) mod rate_limited;
pub(crate) mod throttle;
pub(crate) mod user_slots;
