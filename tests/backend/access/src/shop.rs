//! What owners of tracks sell, and what their own servers vouch for.
//!
//! | where | what |
//! |---|---|
//! | `products` | what is sold |
//! | `purchases` | what is known of a purchase, and whether it counts now |
//! | `events` | what an event says about a purchase, and how it is stored |
//! | `own_event`, `stripe` | events, read from their two forms: pure |
//! | `webhooks` | where events come in |
//! | `signature` | the signature of a webhook: pure |
//! | `sites`, `site_token` | keys of owners' sites, and what is signed with them |
//! | `sealed` | secrets in the database, sealed |
//!
//! All of it is an owner's own: nothing is looked up without the owner's number, and ids of two owners never meet.

mod events;
#[cfg(feature = "fuzzing")]
pub(crate) mod fuzzing;
mod own_event;
mod products;
mod purchases;
mod sealed;
mod shop_database;
mod signature;
mod site_token;
mod sites;
mod stripe;
mod webhooks;

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::{delete, get, post, put};

use crate::state::AccessServer;

pub(super) use self::shop_database::Shop;
pub(super) use self::sites::Visit;

/// More than any event's bytes; Stripe's are some 5 KB.
const EVENT_LIMIT: usize = 64 << 10;
/// The shop's addresses.
pub(super) fn routes() -> Router<Arc<AccessServer>> {
    Router::new()
        .route("/owner/products", get(products::list))
        .route("/owner/products/{id}", put(products::put).delete(products::remove))
        .route("/owner/products/{id}/purchases", get(purchases::list))
        .route("/owner/webhooks", get(webhooks::list).post(webhooks::create))
        .route("/owner/webhooks/{id}", delete(webhooks::remove))
        .route("/owner/sites", get(sites::list).post(sites::create))
        .route("/owner/sites/{id}", delete(sites::remove))
        .route("/webhooks/{id}", post(webhooks::receive).layer(DefaultBodyLimit::max(EVENT_LIMIT)))
}
