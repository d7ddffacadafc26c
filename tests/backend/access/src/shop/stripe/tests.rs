use proptest::prelude::*;
use serde_json::{Value, json};

use super::super::events::PurchaseEnd;
use super::*;

macro_rules! sent {
    ($name:literal) => {
        include_str!(concat!("../../../../tests/data/stripe/", $name, ".json"))
    };
}

const ALL: [&str; 13] = [
    sent!("charge-refunded"),
    sent!("charge-refunded-in-part"),
    sent!("checkout-session-async-payment-succeeded"),
    sent!("checkout-session-completed"),
    sent!("checkout-session-completed-free"),
    sent!("checkout-session-completed-subscription"),
    sent!("checkout-session-completed-unpaid"),
    sent!("customer-subscription-deleted"),
    sent!("customer-subscription-updated"),
    sent!("customer-subscription-updated-2024-06-20"),
    sent!("invoice-paid"),
    sent!("invoice-paid-2024-06-20"),
    sent!("payment-intent-succeeded"),
];
/// The time of the first events.
const BEGIN: i64 = 1_799_999_000;
const MONTH: i64 = 30 * 24 * 60 * 60;

fn event_of(body: &str) -> Option<Event> {
    read(body.as_bytes()).unwrap()
}

/// Parses `body` with other values at some pointers in its object.
fn read_with(body: &str, changes: &[(&str, Value)]) -> Result<Option<Event>, StripeError> {
    read(changed(body, changes).as_bytes())
}

fn changed(body: &str, changes: &[(&str, Value)]) -> String {
    let mut event: Value = serde_json::from_str(body).unwrap();
    for (name, value) in changes {
        event["data"]["object"][*name] = value.clone();
    }
    event.to_string()
}

#[expect(clippy::unnecessary_wraps, reason = "as an event has it")]
fn ends(at: i64, has_ended: bool, as_of: i64) -> Option<PurchaseEnd> {
    Some(PurchaseEnd { at, has_ended, as_of })
}

#[test]
fn a_session_says_who_has_bought_what() {
    let event = event_of(sent!("checkout-session-completed")).unwrap();
    let empty = Event::about("evt_test_0001".into(), BEGIN, "pi_test_0001".into());
    assert_eq!(event, Event { product: Some("album".into()), user: Some(1), is_paid: true, ..empty });
}

#[test]
fn delayed_payment_counts_once_it_succeeds() {
    let unpaid = event_of(sent!("checkout-session-completed-unpaid")).unwrap();
    let paid = event_of(sent!("checkout-session-async-payment-succeeded")).unwrap();
    assert_eq!((unpaid.is_paid, paid.is_paid), (false, true));
    assert_eq!((unpaid.purchase.as_str(), unpaid.user), ("pi_test_0002", Some(1)));
    assert_eq!(unpaid.purchase, paid.purchase);
}

#[test]
fn free_checkout_is_paid_under_its_session_id() {
    let free = event_of(sent!("checkout-session-completed-free")).unwrap();
    assert_eq!((free.is_paid, free.purchase.as_str()), (true, "cs_test_0003"));
}

#[test]
fn new_subscription_lasts_three_days_without_further_events() {
    let event = event_of(sent!("checkout-session-completed-subscription")).unwrap();
    assert_eq!((event.purchase.as_str(), event.is_paid), ("sub_test_0001", true));
    assert_eq!(event.ends, ends(BEGIN + 3 * 86_400, false, 0));
}

#[test]
fn a_session_that_sells_something_else_means_nothing() {
    let body = sent!("checkout-session-completed");
    for (name, value) in [
        ("metadata", json!({})),
        ("metadata", json!({ "order": "1" })),
        ("metadata", Value::Null),
        ("metadata", json!({ "stagepass_product": null })),
        ("mode", json!("setup")),
    ] {
        let changes = [(name, value), ("client_reference_id", Value::Null)];
        assert_eq!(read_with(body, &changes).unwrap(), None, "{changes:?}");
    }
}

#[test]
fn own_checkout_without_valid_user_is_rejected() {
    for value in [Value::Null, json!(""), json!("ada"), json!("+1"), json!("-1"), json!("1.0"), json!("1 ")] {
        let read = read_with(sent!("checkout-session-completed"), &[("client_reference_id", value)]);
        assert!(matches!(read, Err(StripeError::NoListener)));
    }
}

#[test]
fn full_refund_counts_partial_refund_does_not() {
    let event = event_of(sent!("charge-refunded")).unwrap();
    let empty = Event::about("evt_test_0006".into(), BEGIN + 700, "pi_test_0001".into());
    assert_eq!(event, Event { is_refunded: true, ..empty });
    assert_eq!(event_of(sent!("charge-refunded-in-part")), None);
    assert_eq!(read_with(sent!("charge-refunded"), &[("payment_intent", Value::Null)]).unwrap(), None);
}

/// Versions of Stripe's API have the end of the period in different members.
#[test]
fn subscription_ends_at_period_end_or_earlier_cancellation() {
    let expected = ends(BEGIN + MONTH, false, BEGIN + 1);
    let body = sent!("customer-subscription-updated");
    assert_eq!(event_of(body).unwrap().ends, expected);
    assert_eq!(event_of(sent!("customer-subscription-updated-2024-06-20")).unwrap().ends, expected);
    let items =
        json!({ "data": [{ "current_period_end": 20 }, { "current_period_end": 30 }, { "current_period_end": 10 }] });
    assert_eq!(read_with(body, &[("items", items)]).unwrap().unwrap().ends.unwrap().at, 30);
    for (cancel_at, at) in [(BEGIN + 50, BEGIN + 50), (BEGIN + 2 * MONTH, BEGIN + MONTH)] {
        assert_eq!(read_with(body, &[("cancel_at", json!(cancel_at))]).unwrap().unwrap().ends.unwrap().at, at);
    }
}

#[test]
fn a_subscription_may_name_another_product() {
    let product = json!({ "stagepass_product": "everything" });
    let body = sent!("customer-subscription-updated");
    let event = read_with(body, &[("metadata", product.clone())]).unwrap().unwrap();
    assert_eq!((event.product.as_deref(), event.user), (Some("everything"), None));
    let deleted = read_with(sent!("customer-subscription-deleted"), &[("metadata", product)]).unwrap().unwrap();
    assert_eq!(deleted.product, None, "what has ended ends, even if the product is there no more");
}

#[test]
fn each_subscription_status_maps_to_its_end() {
    let body = sent!("customer-subscription-updated");
    for (status, expected) in [
        ("active", ends(BEGIN + MONTH, false, BEGIN + 1)),
        ("trialing", ends(BEGIN + MONTH, false, BEGIN + 1)),
        ("past_due", ends(BEGIN + MONTH, false, BEGIN + 1)),
        ("unpaid", ends(BEGIN + 1, true, BEGIN + 1)),
        ("canceled", ends(BEGIN + 1, true, BEGIN + 1)),
        ("paused", ends(BEGIN + 1, true, BEGIN + 1)),
        ("incomplete_expired", ends(BEGIN + 1, true, BEGIN + 1)),
        ("incomplete", None),
        ("one that is new", None),
    ] {
        let event = read_with(body, &[("status", json!(status))]).unwrap();
        assert_eq!(event.and_then(|event| event.ends), expected, "{status}");
    }
    let deleted = event_of(sent!("customer-subscription-deleted")).unwrap();
    assert_eq!(deleted.ends, ends(BEGIN + 800, true, BEGIN + 801));
}

#[test]
fn paid_invoice_sets_end_of_paid_period() {
    for body in [sent!("invoice-paid"), sent!("invoice-paid-2024-06-20")] {
        let event = event_of(body).unwrap();
        assert_eq!((event.purchase.as_str(), event.invoiced_until), ("sub_test_0001", Some(BEGIN + MONTH)));
        assert_eq!((event.is_paid, event.ends), (false, None));
    }
    let of_no_subscription = [("parent", Value::Null), ("subscription", Value::Null)];
    assert_eq!(read_with(sent!("invoice-paid"), &of_no_subscription).unwrap(), None);
    assert_eq!(read_with(sent!("invoice-paid"), &[("lines", json!({ "data": [] }))]).unwrap(), None);
}

#[test]
fn other_types_mean_nothing_whatever_is_in_them() {
    assert_eq!(event_of(sent!("payment-intent-succeeded")), None);
    for kind in ["customer.subscription.trial_will_end", "customer.subscription.", "charge.refunded.x", ""] {
        let body = json!({ "id": "evt", "type": kind, "created": 1, "data": { "object": [] } });
        assert_eq!(event_of(&body.to_string()), None, "{kind}");
    }
}

#[test]
fn malformed_event_is_rejected() {
    for body in ["", "{}", "[]", r#"{"id": "e", "type": "charge.refunded", "created": 1, "data": {"object": {}}}"#] {
        assert!(matches!(read(body.as_bytes()), Err(StripeError::Form(_))), "{body}");
    }
    assert!(read_with(sent!("charge-refunded"), &[("refunded", json!("true"))]).is_err());
}

proptest! {
    #[test]
    fn no_event_makes_it_panic(
        which in 0..ALL.len(), pointer in 0_usize..400, value in "null|-1|1e99|9223372036854775807|\"x\"|\\[\\]|\\{\\}|true",
        cut: prop::sample::Index,
    ) {
        let body = ALL[which];
        prop_assert!(read(&body.as_bytes()[..cut.index(body.trim_end().len())]).is_err());
        let mut event: Value = serde_json::from_str(body).unwrap();
        let object = event["data"]["object"].as_object_mut().unwrap();
        let name = object.keys().nth(pointer % object.len()).unwrap().clone();
        object[&name] = serde_json::from_str(&value).unwrap();
        if let Ok(Some(event)) = read(event.to_string().as_bytes()) {
            let _ = event.problem(BEGIN);
        }
    }
}
