//! Products that owners sell, and tokens that their own sites sign.
//!
//! | module | contents |
//! |---|---|
//! | `products` | products |
//! | `purchases` | purchases, and whether they are valid now |
//! | `events` | events about purchases, and how they are stored |
//! | `own_event`, `stripe` | parsing events of both formats, without I/O |
//! | `webhooks` | receiving events |
//! | `signature` | the signature of a webhook, without I/O |
//! | `sites`, `site_token` | keys of owners' sites, and the tokens signed with them |
//! | `sealed` | encrypted secrets in the database |
//!
//! All data belongs to an owner. Every query includes the owner's ID, so equal IDs of two owners do not collide.

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

/// Larger than any event. Stripe's have some 5 KB.
const EVENT_LIMIT: usize = 64 << 10;

/// Returns the routes of the shop.
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
