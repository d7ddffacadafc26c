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
mod signature;
mod site_token;
mod sites;
mod stripe;
mod webhooks;

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::{delete, get, post, put};
use zeroize::Zeroizing;

use super::error_answer::AccessError;
use super::{AccessServer, caps};
use stagepass_store::{Database, StoreError};

pub(super) use self::sites::Visit;

use self::sealed::{SealError, SealingKey};

/// More than any event's bytes; Stripe's are some 5 KB.
const EVENT_LIMIT: usize = 64 << 10;
/// How many products, or site keys, an owner may have, and how long lists are.
const MAX_LISTED: u32 = caps::LISTED;

/// Products, purchases, webhooks and site keys, in the access server's database.
#[derive(Debug)]
pub(super) struct Shop {
    database: Database,
    key: SealingKey,
}

/// Something of the shop that could not be had.
#[derive(Debug, thiserror::Error)]
pub(super) enum ShopError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Seal(#[from] SealError),
}

impl Shop {
    /// Over a database whose schema is up to date. `key` has to be the same as ever, or no stored secret opens.
    pub(super) fn new(database: Database, key: &Zeroizing<[u8; 32]>) -> Self {
        Self { database, key: SealingKey::new(key) }
    }
}

/// Listeners' numbers are 2^53 - 1 at most.
fn number(id: u64) -> i64 {
    i64::try_from(id).unwrap_or(i64::MAX)
}

impl From<SealError> for AccessError {
    fn from(error: SealError) -> Self {
        ShopError::from(error).into()
    }
}

impl From<ShopError> for AccessError {
    fn from(error: ShopError) -> Self {
        tracing::error!(%error, "the shop can't be had");
        Self::Internal
    }
}

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
