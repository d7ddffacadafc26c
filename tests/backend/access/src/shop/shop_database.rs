//! The shop's tables in the access server's database.

use stagepass_store::{Database, StoreError};
use zeroize::Zeroizing;

use super::sealed::{SealError, SealingKey};
use crate::error_answer::AccessError;
use crate::owner::caps;

/// The most products or site keys of an owner, and the length of lists.
pub(super) const MAX_LISTED: u32 = caps::LISTED;

/// Products, purchases, webhooks and site keys in the database.
#[derive(Debug)]
pub(crate) struct Shop {
    pub(super) database: Database,
    pub(super) key: SealingKey,
}

/// Why data of the shop is not available.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ShopError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Seal(#[from] SealError),
}

impl Shop {
    /// Uses a migrated database. `key` must not change, or stored secrets cannot be decrypted.
    pub(crate) fn new(database: Database, key: &Zeroizing<[u8; 32]>) -> Self {
        Self { database, key: SealingKey::new(key) }
    }
}

/// User IDs are at most 2^53 - 1.
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
        tracing::error!(%error, "the shop's data is not available");
        Self::Internal
    }
}
