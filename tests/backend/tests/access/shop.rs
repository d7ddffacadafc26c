//! What owners sell, and what their own servers vouch for.

mod products;
mod purchases;
mod sealed;
mod sites;
mod stripe;
mod webhooks;
