//! Purchases, and whether they are valid.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use serde::Serialize;
use stagepass_rules::{Id, Payment};

use super::super::error_answer::AccessError;
use super::super::owner::Owner;
use super::events::NEVER;
use super::shop_database::{MAX_LISTED, Shop, ShopError, number};
use crate::clock::rfc3339;
use crate::request::details;
use crate::state::AccessServer;
use stagepass_store::{Row, Statement, StoreError, sql};

/// A user's purchase, according to its events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Purchase {
    pub(super) id: String,
    user_id: i64,
    paid_at: Option<i64>,
    refunded_at: Option<i64>,
    ends_at: i64,
    ends_as_of: i64,
    has_ended: bool,
    invoiced_until: i64,
    invoiced_as_of: i64,
}

/// Whether a purchase is valid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum PurchaseStatus {
    /// It is valid.
    Paid,
    /// Its time is over.
    Ended,
    /// The money was refunded.
    Refunded,
    /// It has not been paid yet.
    Unpaid,
}

/// The purchases of a product.
#[derive(Serialize)]
pub(super) struct Purchases {
    /// The purchases.
    purchases: Vec<PurchaseEntry>,
}

/// A purchase. Times are RFC 3339, in UTC.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PurchaseEntry {
    /// The ID of the purchase at the shop.
    purchase_id: String,
    /// The ID of the user.
    user_id: i64,
    /// When it was paid.
    #[serde(skip_serializing_if = "Option::is_none")]
    paid_at: Option<String>,
    /// When it ends or ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    ends_at: Option<String>,
    /// When the money was refunded.
    #[serde(skip_serializing_if = "Option::is_none")]
    refunded_at: Option<String>,
    /// Whether it is valid.
    state: PurchaseStatus,
}

/// `GET /owner/products/{id}/purchases`
pub(super) async fn list(
    State(server): State<Arc<AccessServer>>,
    owner: Owner,
    path: Result<Path<String>, PathRejection>,
) -> Result<Json<Purchases>, AccessError> {
    let product = details::id(path)?;
    if !server.shop.has_product(owner.id, &product).await? {
        return Err(AccessError::NotFound);
    }
    let now = server.clock.now();
    let purchases = server.shop.purchases(owner.id, &product).await?;
    Ok(Json(Purchases { purchases: purchases.into_iter().map(|purchase| PurchaseEntry::new(purchase, now)).collect() }))
}

impl Shop {
    /// Returns whether `person` has bought this product of the owner.
    pub(crate) async fn payment(
        &self,
        owner: i64,
        product: &Id,
        user_id: Option<u64>,
        now: i64,
    ) -> Result<Payment, ShopError> {
        let Some(sold) = self.product(owner, product).await? else { return Ok(Payment::NoSuchProduct) };
        let (buy_url, name) = (sold.buy_url, sold.name);
        let Some(user_id) = user_id else { return Ok(Payment::NobodySignedIn { buy_url, name }) };
        let purchases = self.purchases_of(owner, product, number(user_id)).await?;
        let is = |standing| move |purchase: &&Purchase| purchase.status(now) == standing;
        if purchases.iter().any(|purchase| is(PurchaseStatus::Paid)(&purchase)) {
            return Ok(Payment::Paid);
        }
        let ended_at = purchases.iter().filter(is(PurchaseStatus::Ended)).filter_map(Purchase::ends).max();
        let refunded = purchases.iter().any(|purchase| is(PurchaseStatus::Refunded)(&purchase));
        Ok(Payment::Not { buy_url, name, ended_at, refunded })
    }

    pub(super) async fn purchases_of(&self, owner: i64, product: &Id, user: i64) -> Result<Vec<Purchase>, StoreError> {
        let select = sql("SELECT purchase_id, user_id, paid_at, refunded_at, ends_at, ends_as_of, ended, invoiced_until, invoiced_as_of
            FROM purchases WHERE owner_id = $1 AND product_id = $2 AND user_id = $3");
        self.read_purchases(select.bind(owner).bind(product.as_str()).bind(user)).await
    }

    /// Returns the newest purchases, without those that have no user yet.
    async fn purchases(&self, owner: i64, product: &Id) -> Result<Vec<Purchase>, StoreError> {
        let select = sql("SELECT purchase_id, user_id, paid_at, refunded_at, ends_at, ends_as_of, ended, invoiced_until, invoiced_as_of
            FROM purchases WHERE owner_id = $1 AND product_id = $2 AND user_id IS NOT NULL
            ORDER BY COALESCE(paid_at, user_as_of) DESC, purchase_id LIMIT $3");
        self.read_purchases(select.bind(owner).bind(product.as_str()).bind(MAX_LISTED)).await
    }

    /// Returns the purchase with this ID, unless it has no user yet.
    #[cfg(test)]
    pub(super) async fn find(&self, owner: i64, purchase: &str) -> Result<Option<Purchase>, StoreError> {
        let select = sql("SELECT purchase_id, user_id, paid_at, refunded_at, ends_at, ends_as_of, ended, invoiced_until, invoiced_as_of
            FROM purchases WHERE owner_id = $1 AND purchase_id = $2 AND user_id IS NOT NULL");
        Ok(self.read_purchases(select.bind(owner).bind(purchase)).await?.pop())
    }

    async fn read_purchases(&self, select: Statement) -> Result<Vec<Purchase>, StoreError> {
        self.database.read(select).await?.into_iter().map(Purchase::read).collect()
    }
}

impl Purchase {
    fn read(mut row: Row) -> Result<Self, StoreError> {
        Ok(Self {
            id: row.take()?,
            user_id: row.take()?,
            paid_at: row.take()?,
            refunded_at: row.take()?,
            ends_at: row.take()?,
            ends_as_of: row.take()?,
            has_ended: row.take::<i64>()? == 1,
            invoiced_until: row.take()?,
            invoiced_as_of: row.take()?,
        })
    }

    /// Returns when it ends or ended. `None` if it does not.
    ///
    /// A paid invoice extends the end of the newest other event, if it is not older. It never shortens it or revives an
    /// ended purchase.
    fn ends(&self) -> Option<i64> {
        let (has_end_event, is_invoiced) = (self.ends_as_of >= 0, self.invoiced_as_of >= 0);
        let end = match (has_end_event, is_invoiced) {
            (false, false) => NEVER,
            (false, true) => self.invoiced_until,
            (true, true) if !self.has_ended && self.invoiced_as_of >= self.ends_as_of => {
                self.ends_at.max(self.invoiced_until)
            }
            (true, _) => self.ends_at,
        };
        Some(end).filter(|end| *end != NEVER)
    }

    pub(super) fn status(&self, now: i64) -> PurchaseStatus {
        match (self.refunded_at, self.paid_at, self.ends()) {
            (Some(_), ..) => PurchaseStatus::Refunded,
            (None, None, _) => PurchaseStatus::Unpaid,
            (None, Some(_), Some(end)) if end <= now => PurchaseStatus::Ended,
            (None, Some(_), _) => PurchaseStatus::Paid,
        }
    }
}

impl PurchaseEntry {
    fn new(purchase: Purchase, now: i64) -> Self {
        Self {
            user_id: purchase.user_id,
            paid_at: purchase.paid_at.map(rfc3339),
            ends_at: purchase.ends().map(rfc3339),
            refunded_at: purchase.refunded_at.map(rfc3339),
            state: purchase.status(now),
            purchase_id: purchase.id,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAID: Purchase = Purchase {
        id: String::new(),
        user_id: 1,
        paid_at: Some(10),
        refunded_at: None,
        ends_at: 0,
        ends_as_of: -1,
        has_ended: false,
        invoiced_until: 0,
        invoiced_as_of: -1,
    };

    #[test]
    fn purchase_without_end_never_ends() {
        assert_eq!((PAID.ends(), PAID.status(i64::MAX - 1)), (None, PurchaseStatus::Paid));
        let for_ever = Purchase { ends_as_of: 5, ends_at: NEVER, ..PAID };
        assert_eq!((for_ever.ends(), for_ever.status(i64::MAX)), (None, PurchaseStatus::Paid));
    }

    #[test]
    fn purchase_is_ended_at_its_end_second() {
        let ending = Purchase { ends_as_of: 5, ends_at: 100, ..PAID };
        assert_eq!([99, 100].map(|now| ending.status(now)), [PurchaseStatus::Paid, PurchaseStatus::Ended]);
    }

    #[test]
    fn an_invoice_lengthens_and_never_shortens_or_revives() {
        let invoiced = |ends_at, ends_as_of, has_ended, invoiced_until, invoiced_as_of| {
            Purchase { ends_at, ends_as_of, has_ended, invoiced_until, invoiced_as_of, ..PAID }.ends()
        };
        assert_eq!(invoiced(0, -1, false, 100, 5), Some(100));
        assert_eq!(invoiced(100, 5, false, 200, 6), Some(200));
        assert_eq!(invoiced(100, 5, false, 200, 5), Some(200));
        assert_eq!(invoiced(100, 5, false, 50, 6), Some(100));
        assert_eq!(invoiced(100, 7, false, 200, 6), Some(100), "the other is newer");
        assert_eq!(invoiced(100, 5, true, 200, 6), Some(100), "it has ended");
        assert_eq!(invoiced(NEVER, 5, false, 200, 6), None);
    }

    /// A refund counts more than a payment.
    #[test]
    fn refunded_or_unpaid_purchase_does_not_count() {
        assert_eq!(Purchase { refunded_at: Some(5), ..PAID }.status(0), PurchaseStatus::Refunded);
        assert_eq!(Purchase { refunded_at: Some(5), paid_at: None, ..PAID }.status(0), PurchaseStatus::Refunded);
        assert_eq!(Purchase { paid_at: None, ..PAID }.status(0), PurchaseStatus::Unpaid);
    }
}
