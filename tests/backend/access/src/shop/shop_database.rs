//! The shop's part of the access server's database.

use stagepass_store::{Database, StoreError};
use zeroize::Zeroizing;

use super::sealed::{SealError, SealingKey};
use crate::error_answer::AccessError;
use crate::owner::caps;

/// How many products, or site keys, an owner may have, and how long lists are.
pub(super) const MAX_LISTED: u32 = caps::LISTED;

/// Products, purchases, webhooks and site keys, in the access server's database.
#[derive(Debug)]
pub(crate) struct Shop {
    pub(super) database: Database,
    pub(super) key: SealingKey,
}

/// Something of the shop that could not be had.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ShopError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Seal(#[from] SealError),
}

impl Shop {
    /// Over a database whose schema is up to date. `key` has to be the same as ever, or no stored secret opens.
    pub(crate) fn new(database: Database, key: &Zeroizing<[u8; 32]>) -> Self {
        Self { database, key: SealingKey::new(key) }
    }
}

/// Listeners' numbers are 2^53 - 1 at most.
pub(super) fn number(id: u64) -> i64 {
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
