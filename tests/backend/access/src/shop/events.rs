//! Events about purchases, and storing them: in any order, and repeated any number of times.
//!
//! An event is one transaction. It records that the event has taken effect. Each value of the event is stored in
//! columns of its own, by a statement that does nothing if the stored value is from a later event. So neither the order
//! nor repetitions matter, even after the record was deleted. The rules are those of mergeable registers:
//!
//! - paid, refunded: the first time counts, and neither is ever reset. A refund is final.
//! - product, user, end: the event with the newest `created` counts. Of two in the same second, "ended" counts, then
//!   the later end.
//! - paid invoices: the same, separately from the end ([`Purchase::ends`](super::purchases::Purchase::ends) combines
//!   the two).

use super::shop_database::{Shop, number};
use super::signature::TOLERANCE;
use crate::owner::caps;
use stagepass_store::{Statement, StoreError, sql};

/// An end that never comes.
pub(super) const NEVER: i64 = i64::MAX;
/// The last second of the year 9999. A larger number is probably in milliseconds, and is refused.
const LAST_SECOND: i64 = 253_402_300_799;
/// The longest ID of an event or purchase in characters, as at Stripe.
const MAX_ID: usize = 255;
/// The largest user ID: 2^53 - 1.
const MAX_USER: u64 = (1 << 53) - 1;
/// How long an event is remembered, in seconds. Senders retry for days, and some allow sending an event again for
/// weeks.
const REMEMBERED: i64 = 40 * 24 * 60 * 60;
/// How long a purchase without a user is kept, in seconds. The event that names the user is retried for days.
const UNCLAIMED: i64 = 90 * 24 * 60 * 60;

// A signature from a clock that is ahead is valid for up to twice the tolerance.
const _: () = assert!(REMEMBERED > 2 * TOLERANCE, "an event would be forgotten while its signature is good");

/// The values in one event about one purchase.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Event {
    pub(super) id: String,
    /// The time of the event by the sender's clock, in Unix seconds.
    pub(super) created: i64,
    pub(super) purchase: String,
    /// The product. It must be one of the owner's.
    pub(super) product: Option<String>,
    pub(super) user: Option<u64>,
    pub(super) is_paid: bool,
    pub(super) is_refunded: bool,
    pub(super) ends: Option<PurchaseEnd>,
    /// Until when an invoice was paid.
    pub(super) invoiced_until: Option<i64>,
}

/// The end of a purchase.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PurchaseEnd {
    pub(super) at: i64,
    /// Whether it has ended. Then an invoice for a longer time no longer counts.
    pub(super) has_ended: bool,
    /// The event's `created`, or 0 if any other event takes precedence.
    pub(super) as_of: i64,
}

impl Event {
    /// Returns an event without values.
    pub(super) fn about(id: String, created: i64, purchase: String) -> Self {
        Self {
            id,
            created,
            purchase,
            product: None,
            user: None,
            is_paid: false,
            is_refunded: false,
            ends: None,
            invoiced_until: None,
        }
    }

    /// Returns what is wrong with the event. A time in the far future would stay, because no later event is newer.
    pub(super) fn problem(&self, now: i64) -> Option<&'static str> {
        let is_id = |text: &str| (1..=MAX_ID).contains(&text.chars().count()) && !text.contains(char::is_control);
        let is_time = |at: i64| (0..=LAST_SECOND).contains(&at);
        let ends = self.ends.map(|ends| ends.at).filter(|at| *at != NEVER);
        if !is_id(&self.id) || !is_id(&self.purchase) {
            Some("ids of events and purchases are 1 to 255 characters")
        } else if !(0..=now.saturating_add(TOLERANCE)).contains(&self.created) {
            Some("created is a time in Unix seconds, and not in the future")
        } else if ![ends, self.invoiced_until].into_iter().flatten().all(is_time) {
            Some("an end is a time in Unix seconds")
        } else if self.user.is_some_and(|user| !(1..=MAX_USER).contains(&user)) {
            Some("a user ID is from 1 to 2^53 - 1")
        } else {
            None
        }
    }
}

impl Shop {
    /// Returns whether the event with this ID has taken effect.
    pub(super) async fn is_recorded(&self, webhook: &str, event: &str) -> Result<bool, StoreError> {
        let select = sql("SELECT event_id FROM purchase_events WHERE webhook_id = $1 AND event_id = $2");
        Ok(self.database.read_one(select.bind(webhook).bind(event)).await?.is_some())
    }

    /// Stores the values of an event that the owner's webhook received. `false` if the owner has too many purchases.
    pub(super) async fn record(&self, owner: i64, webhook: &str, event: &Event, now: i64) -> Result<bool, StoreError> {
        let note = sql("INSERT INTO purchase_events (webhook_id, event_id, received_at) SELECT $1, $2, $3
            WHERE EXISTS (SELECT 1 FROM purchases WHERE owner_id = $4 AND purchase_id = $5) AND $6 >
                (SELECT COUNT(*) FROM purchase_events WHERE webhook_id IN (SELECT webhook_id FROM webhooks WHERE owner_id = $4))
            ON CONFLICT (webhook_id, event_id) DO NOTHING");
        let note = note.bind(webhook).bind(&event.id).bind(now).bind(owner).bind(&event.purchase).bind(caps::EVENTS);
        let statements = event.statements(owner, now).into_iter().chain([note]).chain(sweep(now));
        let written = self.database.transaction([caps::lock(owner)].into_iter().chain(statements).collect()).await?;
        Ok(written.get(1).is_some_and(|purchase| purchase.changed > 0))
    }
}

impl Event {
    /// Each statement stores one value. The first one creates the row. If it does not, the others change nothing.
    fn statements(&self, owner: i64, now: i64) -> Vec<Statement> {
        let about = |text| sql(text).bind(owner).bind(&self.purchase);
        let mut statements = vec![
            about(
                "INSERT INTO purchases (owner_id, purchase_id, touched_at) SELECT $1, $2, $3
                WHERE (SELECT COUNT(*) FROM purchases WHERE owner_id = $1) < $4
                    OR EXISTS (SELECT 1 FROM purchases WHERE owner_id = $1 AND purchase_id = $2)
                ON CONFLICT (owner_id, purchase_id) DO UPDATE SET touched_at = excluded.touched_at",
            )
            .bind(now)
            .bind(caps::PURCHASES),
        ];
        if let Some(product) = &self.product {
            let update = about(
                "UPDATE purchases SET product_id = $3, product_as_of = $4 WHERE owner_id = $1 AND purchase_id = $2
                AND (product_as_of < $4 OR (product_as_of = $4 AND product_id < $3))",
            );
            statements.push(update.bind(product).bind(self.created));
        }
        if let Some(user) = self.user {
            let update = about(
                "UPDATE purchases SET user_id = $3, user_as_of = $4 WHERE owner_id = $1 AND purchase_id = $2
                AND (user_as_of < $4 OR (user_as_of = $4 AND user_id < $3))",
            );
            statements.push(update.bind(number(user)).bind(self.created));
        }
        if self.is_paid {
            let update = about(
                "UPDATE purchases SET paid_at = $3 WHERE owner_id = $1 AND purchase_id = $2
                AND (paid_at IS NULL OR paid_at > $3)",
            );
            statements.push(update.bind(self.created));
        }
        if self.is_refunded {
            let update = about(
                "UPDATE purchases SET refunded_at = $3 WHERE owner_id = $1 AND purchase_id = $2
                AND (refunded_at IS NULL OR refunded_at > $3)",
            );
            statements.push(update.bind(self.created));
        }
        if let Some(ends) = self.ends {
            let update = about(
                "UPDATE purchases SET ends_as_of = $3, ended = $4, ends_at = $5 WHERE owner_id = $1 AND purchase_id = $2
                AND (ends_as_of, ended, ends_at) < ($3, $4, $5)",
            );
            statements.push(update.bind(ends.as_of).bind(i64::from(ends.has_ended)).bind(ends.at));
        }
        if let Some(until) = self.invoiced_until {
            let update = about(
                "UPDATE purchases SET invoiced_as_of = $3, invoiced_until = $4 WHERE owner_id = $1 AND purchase_id = $2
                AND (invoiced_as_of, invoiced_until) < ($3, $4)",
            );
            statements.push(update.bind(self.created).bind(until));
        }
        statements
    }
}

/// Deletes what is no longer needed. It runs with every event and uses indexes, so there is never much to delete.
fn sweep(now: i64) -> [Statement; 2] {
    let events = sql("DELETE FROM purchase_events WHERE received_at < $1");
    let notes = sql("DELETE FROM purchases WHERE user_id IS NULL AND touched_at < $1");
    [events.bind(now.saturating_sub(REMEMBERED)), notes.bind(now.saturating_sub(UNCLAIMED))]
}

#[cfg(test)]
mod tests;
