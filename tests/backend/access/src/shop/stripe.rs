//! Stripe events, of any version of its API since 2019. Values that have moved since then are read from both places.
//!
//! | type | content |
//! |---|---|
//! | `checkout.session.completed`, `….async_payment_succeeded` | who bought which product, and whether it is paid |
//! | `charge.refunded` | a payment was refunded in full |
//! | `customer.subscription.*` | until when a subscription lasts, or that it has ended |
//! | `invoice.paid` | until when a subscription is paid |
//!
//! Stripe sends events out of order and more than once. They have the payment (`pi_…`) or the subscription (`sub_…`) in
//! common.

use serde::Deserialize;
use serde_json::value::RawValue;

use super::events::{Event, PurchaseEnd};

/// How long a subscription lasts if only its purchase is known, in seconds: as long as Stripe retries the other events.
/// If the webhook is not configured for them, this shows soon, and not only when a user keeps access without paying.
const UNCONFIRMED_LIFETIME: i64 = 3 * 24 * 60 * 60;

#[derive(Deserialize)]
struct StripeEvent {
    id: String,
    r#type: String,
    created: i64,
    data: Data,
}

#[derive(Deserialize)]
struct Data {
    /// Parsed once the type is known.
    object: Box<RawValue>,
}

#[derive(Deserialize)]
struct Session {
    id: String,
    mode: String,
    payment_status: String,
    payment_intent: Option<String>,
    subscription: Option<String>,
    client_reference_id: Option<String>,
    metadata: Option<Metadata>,
}

#[derive(Deserialize)]
struct Metadata {
    stagepass_product: Option<String>,
}

#[derive(Deserialize)]
struct Charge {
    /// Whether it was refunded in full.
    refunded: bool,
    payment_intent: Option<String>,
}

#[derive(Deserialize)]
struct Subscription {
    id: String,
    status: String,
    /// Before version 2025-03-31. Since then, each item has its own.
    current_period_end: Option<i64>,
    items: Option<List<Item>>,
    cancel_at: Option<i64>,
    ended_at: Option<i64>,
    metadata: Option<Metadata>,
}

#[derive(Deserialize)]
struct List<T> {
    data: Vec<T>,
}

#[derive(Deserialize)]
struct Item {
    current_period_end: Option<i64>,
}

#[derive(Deserialize)]
struct Invoice {
    /// Before version 2025-03-31. Since then in `parent`.
    subscription: Option<String>,
    parent: Option<Parent>,
    lines: List<Line>,
}

#[derive(Deserialize)]
struct Parent {
    subscription_details: Option<SubscriptionDetails>,
}

#[derive(Deserialize)]
struct SubscriptionDetails {
    subscription: Option<String>,
}

#[derive(Deserialize)]
struct Line {
    period: Period,
}

#[derive(Deserialize)]
struct Period {
    end: i64,
}

/// Why an event cannot be used.
#[derive(Debug, thiserror::Error)]
pub(super) enum StripeError {
    #[error(transparent)]
    Form(#[from] serde_json::Error),
    /// One of the products was bought by an unknown user. Stripe shows the owner that this event failed.
    #[error("client_reference_id must be a user ID")]
    NoListener,
}

/// Parses the event in `body`. `None` if it has no meaning here.
///
/// # Errors
/// [`StripeError`].
pub(super) fn read(body: &[u8]) -> Result<Option<Event>, StripeError> {
    let StripeEvent { id, r#type, created, data } = serde_json::from_slice(body)?;
    let object = data.object.get();
    match r#type.as_str() {
        "checkout.session.completed" | "checkout.session.async_payment_succeeded" => {
            serde_json::from_str::<Session>(object)?.into_event(id, created)
        }
        "charge.refunded" => Ok(serde_json::from_str::<Charge>(object)?.into_event(id, created)),
        "invoice.paid" => Ok(serde_json::from_str::<Invoice>(object)?.into_event(id, created)),
        kind => match kind.strip_prefix("customer.subscription.") {
            Some("created" | "updated" | "deleted" | "paused" | "resumed") => {
                Ok(serde_json::from_str::<Subscription>(object)?.into_event(id, created))
            }
            _ => Ok(None),
        },
    }
}

impl Session {
    /// A session without our metadata is about another product.
    fn into_event(self, id: String, created: i64) -> Result<Option<Event>, StripeError> {
        let product = self.metadata.and_then(|metadata| metadata.stagepass_product);
        // In the mode `setup` nothing is bought.
        let Some(product) = product.filter(|_| matches!(self.mode.as_str(), "payment" | "subscription")) else {
            return Ok(None);
        };
        let user = self.client_reference_id.as_deref().and_then(user_id).ok_or(StripeError::NoListener)?;
        let is_subscription = self.subscription.is_some();
        // A free product has no payment, so the session identifies the purchase.
        let purchase = self.subscription.or(self.payment_intent).unwrap_or(self.id);
        let unconfirmed = PurchaseEnd { at: created.saturating_add(UNCONFIRMED_LIFETIME), has_ended: false, as_of: 0 };
        Ok(Some(Event {
            product: Some(product),
            user: Some(user),
            // `unpaid`: the payment takes days, and another event reports its end.
            is_paid: matches!(self.payment_status.as_str(), "paid" | "no_payment_required"),
            ends: is_subscription.then_some(unconfirmed),
            ..Event::about(id, created, purchase)
        }))
    }
}

impl Charge {
    fn into_event(self, id: String, created: i64) -> Option<Event> {
        let payment = self.payment_intent.filter(|_| self.refunded)?;
        Some(Event { is_refunded: true, ..Event::about(id, created, payment) })
    }
}

impl Subscription {
    fn into_event(self, id: String, created: i64) -> Option<Event> {
        let items = self.items.iter().flat_map(|items| &items.data).filter_map(|item| item.current_period_end);
        let period = self.current_period_end.or(items.max());
        let ends = |at, has_ended| PurchaseEnd { at, has_ended, as_of: created };
        let ends = match self.status.as_str() {
            // Past due: Stripe retries the payment for as long as the owner configured.
            "active" | "trialing" | "past_due" => {
                let end = period.map(|period| self.cancel_at.map_or(period, |cancel_at| cancel_at.min(period)));
                end.map(|end| ends(end, false))
            }
            "canceled" | "unpaid" | "paused" | "incomplete_expired" => {
                Some(ends(self.ended_at.unwrap_or(created), true))
            }
            // `incomplete`: the first payment is in progress.
            _ => None,
        };
        // A subscription can end even if the product no longer exists.
        let product = self.metadata.and_then(|metadata| metadata.stagepass_product);
        let product = product.filter(|_| !ends.is_some_and(|ends| ends.has_ended));
        if ends.is_none() && product.is_none() {
            return None;
        }
        Some(Event { product, ends, ..Event::about(id, created, self.id) })
    }
}

impl Invoice {
    /// Each line has its own period: an extra item has a moment, a subscription has the paid time.
    fn into_event(self, id: String, created: i64) -> Option<Event> {
        let details = self.parent.and_then(|parent| parent.subscription_details);
        let subscription = self.subscription.or(details.and_then(|details| details.subscription))?;
        let invoiced_until = self.lines.data.iter().map(|line| line.period.end).max()?;
        Some(Event { invoiced_until: Some(invoiced_until), ..Event::about(id, created, subscription) })
    }
}

/// Digits only: `u64` would accept a plus sign.
fn user_id(text: &str) -> Option<u64> {
    if text.bytes().all(|byte| byte.is_ascii_digit()) { text.parse().ok() } else { None }
}

#[cfg(test)]
mod tests;
