//! Caps on what one owner may store. Every user with a ticket can be an owner: without caps, each of them could fill
//! the disk.
//!
//! Each cap is a condition of the statement that inserts a row. [`lock`] comes before it, so that of two such
//! statements, even at two servers, the second counts what the first has inserted.

use stagepass_store::{Database, Statement, StoreError, WriteResult, sql};

/// Groups.
pub(super) const GROUPS: u32 = 1_000;
/// Members of all groups together. A user in two groups counts twice.
pub(super) const MEMBERS: u32 = 50_000;
/// Invitations to one group that can be used.
pub(super) const OPEN_INVITATIONS: u32 = 1_000;
/// Invitations to all groups that are stored: those that were used, or have expired for less than 30 days, as well.
pub(super) const INVITATIONS: u32 = 50_000;
/// Products, and as many site keys.
pub(super) const LISTED: u32 = 1_000;
/// Webhooks: one for each place where something is sold.
pub(super) const WEBHOOKS: u32 = 100;
/// Purchases.
pub(super) const PURCHASES: u32 = 100_000;
/// Events of purchases that are remembered, for 40 days. More take effect, and are not remembered: to repeat one
/// changes nothing.
pub(super) const EVENTS: u32 = 100_000;
/// Tracks with what is stored about who may hear them: made here, or with a rule. Deleted ones count.
pub(super) const RULES: u32 = 10_000;

/// Takes the owner's row among the counters until the transaction ends.
pub(super) fn lock(owner: i64) -> Statement {
    let lock = sql(
        "INSERT INTO rule_counters (counter, last) VALUES ($1, 0) ON CONFLICT (counter) DO UPDATE SET last = excluded.last",
    );
    lock.bind(&format!("owner {owner}")[..])
}

/// Carries out a statement whose condition counts what the owner has.
pub(super) async fn write(database: &Database, owner: i64, statement: Statement) -> Result<WriteResult, StoreError> {
    database.transaction(vec![lock(owner), statement]).await?.pop().ok_or(StoreError::Closed)
}
