//! Caps on the rows of one owner. Every user with a ticket can be an owner, so without caps one user could fill the
//! disk.
//!
//! Each cap is a condition of the statement that inserts a row. [`lock`] comes first, so that of two such statements,
//! even at two servers, the second counts the row of the first.

use stagepass_store::{Database, Statement, StoreError, WriteResult, sql};

/// Groups.
pub(crate) const GROUPS: u32 = 1_000;
/// Members of all groups. A user in two groups counts twice.
pub(crate) const MEMBERS: u32 = 50_000;
/// Usable invitations to one group.
pub(crate) const OPEN_INVITATIONS: u32 = 1_000;
/// Stored invitations to all groups, including used ones and those that expired less than 30 days ago.
pub(crate) const INVITATIONS: u32 = 50_000;
/// Products. Site keys have the same cap.
pub(crate) const LISTED: u32 = 1_000;
/// Webhooks: one for each shop.
pub(crate) const WEBHOOKS: u32 = 100;
/// Purchases.
pub(crate) const PURCHASES: u32 = 100_000;
/// Remembered events of purchases. They are remembered for 40 days. Beyond the cap, events take effect without being
/// remembered. Repeating one has no effect.
pub(crate) const EVENTS: u32 = 100_000;
/// Tracks with a stored rule, or created here. Deleted ones count.
pub(crate) const RULES: u32 = 10_000;

/// Locks the owner's row among the counters until the transaction ends.
pub(crate) fn lock(owner: i64) -> Statement {
    let lock = sql(
        "INSERT INTO rule_counters (counter, last) VALUES ($1, 0) ON CONFLICT (counter) DO UPDATE SET last = excluded.last",
    );
    lock.bind(&format!("owner {owner}")[..])
}

/// Executes a statement whose condition counts the owner's rows.
pub(crate) async fn write(database: &Database, owner: i64, statement: Statement) -> Result<WriteResult, StoreError> {
    database.transaction(vec![lock(owner), statement]).await?.pop().ok_or(StoreError::Closed)
}
