//! Caps on what one owner may store. Every user with a ticket can be an owner: without caps, each of them could fill
//! the disk.
//!
//! Each cap is a condition of the statement that inserts a row. [`lock`] comes before it, so that of two such
//! statements, even at two servers, the second counts what the first has inserted.

use stagepass_store::{Database, Statement, StoreError, WriteResult, sql};

/// Groups.
pub(crate) const GROUPS: u32 = 1_000;
/// Members of all groups together. A user in two groups counts twice.
pub(crate) const MEMBERS: u32 = 50_000;
/// Invitations to one group that can be used.
pub(crate) const OPEN_INVITATIONS: u32 = 1_000;
/// Invitations to all groups that are stored: those that were used, or have expired for less than 30 days, as well.
pub(crate) const INVITATIONS: u32 = 50_000;
/// Products, and as many site keys.
pub(crate) const LISTED: u32 = 1_000;
/// Webhooks: one for each place where something is sold.
pub(crate) const WEBHOOKS: u32 = 100;
/// Purchases.
pub(crate) const PURCHASES: u32 = 100_000;
/// Events of purchases that are remembered, for 40 days. More take effect, and are not remembered: to repeat one
/// changes nothing.
pub(crate) const EVENTS: u32 = 100_000;
/// Tracks with what is stored about who may hear them: made here, or with a rule. Deleted ones count.
pub(crate) const RULES: u32 = 10_000;

/// Takes the owner's row among the counters until the transaction ends.
pub(crate) fn lock(owner: i64) -> Statement {
    let lock = sql(
        "INSERT INTO rule_counters (counter, last) VALUES ($1, 0) ON CONFLICT (counter) DO UPDATE SET last = excluded.last",
    );
    lock.bind(&format!("owner {owner}")[..])
}

/// Carries out a statement whose condition counts what the owner has.
pub(crate) async fn write(database: &Database, owner: i64, statement: Statement) -> Result<WriteResult, StoreError> {
    database.transaction(vec![lock(owner), statement]).await?.pop().ok_or(StoreError::Closed)
}
