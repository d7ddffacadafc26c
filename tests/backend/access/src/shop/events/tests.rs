use std::cell::Cell;

use proptest::prelude::*;
use proptest::test_runner::Config;
use zeroize::Zeroizing;

use super::super::purchases::{Purchase, PurchaseStatus};
use super::*;
use stagepass_store::ACCESS;
use stagepass_store::{Database, DatabaseAddress};

const OWNER: i64 = 1;
const NOW: i64 = 1_800_000_000;

async fn shop() -> Shop {
    let database = Database::open(&DatabaseAddress::Memory, &ACCESS).await.unwrap();
    Shop::new(database, &Zeroizing::new([1; 32]))
}

fn about(created: i64) -> Event {
    Event::about(String::new(), created, String::new())
}

/// Returns an event about the album, for user 7.
fn stagepass_event(created: i64) -> Event {
    Event { product: Some("album".to_owned()), user: Some(7), ..about(created) }
}

#[expect(clippy::unnecessary_wraps, reason = "as an event has it")]
fn ends(at: i64, has_ended: bool, as_of: i64) -> Option<PurchaseEnd> {
    Some(PurchaseEnd { at, has_ended, as_of })
}

/// Generates any event of either format, within a few seconds.
fn any_event() -> impl Strategy<Value = Event> {
    (0..7_u8, 0..6_i64, prop_oneof![0..12_i64, Just(NEVER)]).prop_map(|(kind, created, at)| match kind {
        0 => Event { is_paid: true, ends: ends(at, false, created), ..stagepass_event(created) },
        1 => Event { is_refunded: true, ..about(created) },
        2 => Event { ends: ends(at, true, created), ..stagepass_event(created) },
        3 => Event { ends: ends(at, false, created), ..about(created) },
        4 => Event { invoiced_until: Some(at.min(12)), ..about(created) },
        5 => Event { is_paid: true, ends: ends(created + 3, false, 0), ..stagepass_event(created) },
        _ => Event { is_paid: true, ..stagepass_event(created) },
    })
}

/// Generates the same events twice: once in order, and once shuffled with repetitions.
fn two_deliveries() -> impl Strategy<Value = (Vec<Event>, Vec<Event>)> {
    prop::collection::vec(any_event(), 1..8).prop_flat_map(|events| {
        let again = prop::sample::subsequence(events.clone(), 0..=events.len());
        let shuffled = again.prop_flat_map({
            let events = events.clone();
            move |again| Just([&events[..], &again[..]].concat()).prop_shuffle()
        });
        (Just(events), shuffled)
    })
}

async fn deliver(shop: &Shop, purchase: &str, events: &[Event]) -> Option<Purchase> {
    for (n, event) in events.iter().enumerate() {
        // Each has its own ID, so that repetitions are not detected by the ID.
        let event = Event { id: format!("{purchase}-{n}"), purchase: purchase.to_owned(), ..event.clone() };
        shop.record(OWNER, "webhook", &event, NOW).await.unwrap();
    }
    shop.find(OWNER, purchase).await.unwrap()
}

/// Computes the final state from all events at once.
fn expected(events: &[Event], now: i64) -> PurchaseStatus {
    let last = events.iter().filter_map(|event| event.ends).max_by_key(|ends| (ends.as_of, ends.has_ended, ends.at));
    let invoiced = events.iter().filter_map(|event| Some((event.created, event.invoiced_until?))).max();
    let end = match (last, invoiced) {
        (None, None) => NEVER,
        (None, Some((_, until))) => until,
        (Some(last), Some((created, until))) if !last.has_ended && created >= last.as_of => last.at.max(until),
        (Some(last), _) => last.at,
    };
    if events.iter().any(|event| event.is_refunded) {
        PurchaseStatus::Refunded
    } else if !events.iter().any(|event| event.is_paid) {
        PurchaseStatus::Unpaid
    } else if end <= now {
        PurchaseStatus::Ended
    } else {
        PurchaseStatus::Paid
    }
}

#[test]
fn every_order_and_every_repetition_gives_the_same() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let shop = runtime.block_on(shop());
    let case = Cell::new(0);
    proptest!(Config::with_cases(300), |((events, again) in two_deliveries())| {
        case.set(case.get() + 1);
        let [one, other] = ["one", "other"].map(|order| format!("{order}-{}", case.get()));
        let one = runtime.block_on(deliver(&shop, &one, &events));
        let other = runtime.block_on(deliver(&shop, &other, &again));
        let standings = |purchase: &Option<Purchase>| {
            purchase.as_ref().map(|purchase| (-1..14).map(|now| purchase.status(now)).collect::<Vec<_>>())
        };
        prop_assert_eq!(standings(&one), standings(&other));
        if let Some(standings) = standings(&one) {
            prop_assert_eq!(standings, (-1..14).map(|now| expected(&events, now)).collect::<Vec<_>>());
        } else {
            prop_assert!(events.iter().all(|event| event.user.is_none()), "a note of a purchase of nobody");
        }
    });
}

#[tokio::test]
async fn the_newest_product_and_listener_count() {
    let shop = shop().await;
    let [old, new] = [(10, "album", 7), (20, "everything", 8)].map(|(created, product, user)| Event {
        product: Some(product.to_owned()),
        user: Some(user),
        is_paid: true,
        ..about(created)
    });
    for (purchase, events) in [("a", [&old, &new]), ("b", [&new, &old])] {
        deliver(&shop, purchase, &events.map(Clone::clone)).await;
        let everything = "everything".parse().unwrap();
        let found = shop.purchases_of(OWNER, &everything, 8).await.unwrap();
        assert!(found.iter().any(|found| found.id == purchase), "{purchase}");
    }
    assert_eq!(shop.purchases_of(OWNER, &"album".parse().unwrap(), 7).await.unwrap(), []);
}

/// This is longer than its signature can be valid.
#[tokio::test]
async fn recorded_event_is_deleted_after_40_days() {
    let shop = shop().await;
    let event = |id: &str| Event { id: id.to_owned(), purchase: "p".to_owned(), ..stagepass_event(10) };
    shop.record(OWNER, "webhook", &event("one"), NOW).await.unwrap();
    assert!(!shop.is_recorded("another", "one").await.unwrap(), "each webhook for itself");
    for (later, is_recorded) in [(2 * TOLERANCE, true), (REMEMBERED, true), (REMEMBERED + 1, false)] {
        shop.record(OWNER, "webhook", &event("another"), NOW + later).await.unwrap();
        assert_eq!(shop.is_recorded("webhook", "one").await.unwrap(), is_recorded, "{later}");
    }
}

/// It only records an event, here a refund. A purchase with a user is kept.
#[tokio::test]
async fn purchase_without_user_is_deleted_after_90_days() {
    let shop = shop().await;
    let refund = |purchase: &str| Event { is_refunded: true, purchase: purchase.to_owned(), ..about(10) };
    shop.record(OWNER, "webhook", &refund("noted"), NOW).await.unwrap();
    shop.record(OWNER, "webhook", &Event { user: Some(7), ..refund("bought") }, NOW).await.unwrap();
    shop.record(OWNER, "webhook", &refund("other"), NOW + UNCLAIMED + 1).await.unwrap();
    let rows = shop.database.read(sql("SELECT purchase_id FROM purchases ORDER BY purchase_id")).await.unwrap();
    let left: Vec<String> = rows.into_iter().map(|mut row| row.take().unwrap()).collect();
    assert_eq!(left, ["bought", "other"]);
}

#[test]
fn invalid_id_time_or_user_is_reported() {
    let good = Event { id: "e".to_owned(), purchase: "p".to_owned(), ..stagepass_event(NOW) };
    assert_eq!(good.problem(NOW), None);
    let long = "x".repeat(MAX_ID + 1);
    for bad in [
        Event { id: String::new(), ..good.clone() },
        Event { id: long.clone(), ..good.clone() },
        Event { purchase: "a\0".to_owned(), ..good.clone() },
        Event { created: NOW + TOLERANCE + 1, ..good.clone() },
        Event { created: NOW * 1000, ..good.clone() },
        Event { created: -1, ..good.clone() },
        Event { ends: ends(LAST_SECOND + 1, false, NOW), ..good.clone() },
        Event { ends: ends(-1, true, NOW), ..good.clone() },
        Event { invoiced_until: Some(NOW * 1000), ..good.clone() },
        Event { user: Some(0), ..good.clone() },
        Event { user: Some(1 << 53), ..good.clone() },
    ] {
        assert!(bad.problem(NOW).is_some(), "{bad:?}");
    }
    assert_eq!(Event { ends: ends(NEVER, false, NOW), ..good.clone() }.problem(NOW), None);
    assert_eq!(Event { created: NOW + TOLERANCE, ..good }.problem(NOW), None);
}
