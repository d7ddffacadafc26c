//! Products and purchases: who has paid, whatever order that is told in.

use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};
use stagepass_test_support::sent;

use crate::support::shop::{Hook, event, event_with, paid};
use crate::support::{GATED, GRACES, IN_JAPAN, LISTENER, NOBODY, NOW, Reply, TICKET, World, no};

const BUYER: &str = "the-ticket-of-listener-7-------------------------------------------------------------A";

impl World {
    /// The album opens the track, and listener 7 has a ticket.
    async fn sells_the_track(&self) -> Hook {
        self.sells("album").await;
        self.service.knows_ticket(BUYER, 7, self.access.audience());
        self.rule(GATED, &json!({ "paid": "album" })).await;
        self.hook().await
    }

    async fn stream_with(&self, ticket: &str) -> Reply {
        let request = self.get_from(IN_JAPAN, &format!("/stream/{GATED}"));
        sent(request.header("authorization", format!("Ticket {ticket}"))).await
    }
}

#[tokio::test]
async fn an_owner_makes_changes_and_deletes_products() {
    let world = World::new().await;
    assert_eq!(world.get(TICKET, "/owner/products").await.json(), json!({ "products": [] }));
    let album = json!({ "id": "album", "name": "Album", "buyUrl": "https://shop.example/album" });
    let body = json!({ "name": " Album ", "buyUrl": "https://shop.example/album" });
    assert_eq!(world.put(TICKET, "/owner/products/album", &body).await.json(), album);
    world.clock.advance(1);
    let club = world.put(TICKET, "/owner/products/club", &json!({ "name": "Club", "buyUrl": null })).await;
    assert_eq!(club.json(), json!({ "id": "club", "name": "Club" }));
    assert_eq!(world.get(TICKET, "/owner/products").await.json(), json!({ "products": [club.json(), album] }));
    let changed = world.put(TICKET, "/owner/products/club", &json!({ "name": "The club" })).await;
    assert_eq!(world.get(TICKET, "/owner/products").await.json(), json!({ "products": [changed.json(), album] }));
    assert_eq!(world.delete(TICKET, "/owner/products/album").await.status, 204);
    assert_eq!(world.delete(TICKET, "/owner/products/album").await.refusal(), no(404, "not_found"));
    assert_eq!(world.get(TICKET, "/owner/products/album/purchases").await.refusal(), no(404, "not_found"));
}

#[tokio::test]
async fn what_makes_no_product_is_named() {
    let world = World::new().await;
    for (path, body) in [
        ("Album", json!({ "name": "x" })),
        ("-album", json!({ "name": "x" })),
        ("album", json!({})),
        ("album", json!({ "name": "" })),
        ("album", json!({ "name": "x".repeat(101) })),
        ("album", json!({ "name": "x", "buyURL": "https://shop.example" })),
        ("album", json!({ "name": "x", "buyUrl": "javascript:alert(1)" })),
        ("album", json!({ "name": "x", "buyUrl": "https://u:p@shop.example" })),
        ("album", json!(["x"])),
    ] {
        let reply = world.put(TICKET, &format!("/owner/products/{path}"), &body).await;
        assert_eq!(reply.refusal(), no(400, "invalid_request"), "{path} {body}");
    }
    assert_eq!(world.get(TICKET, "/owner/products").await.json(), json!({ "products": [] }));
}

#[tokio::test]
async fn nobody_sees_or_touches_what_another_sells() {
    let world = World::new().await;
    world.sells("album").await;
    let hook = world.hook().await;
    world.told_of(&hook, &paid("e1")).await;
    assert_eq!(world.get(GRACES, "/owner/products").await.json(), json!({ "products": [] }));
    assert_eq!(world.get(GRACES, "/owner/products/album/purchases").await.refusal(), no(404, "not_found"));
    assert_eq!(world.delete(GRACES, "/owner/products/album").await.refusal(), no(404, "not_found"));
    assert_eq!(world.get(NOBODY, "/owner/products").await.refusal(), no(401, "ticket_required"));
    assert_eq!(world.state("album").await, "paid");
}

#[tokio::test]
async fn who_has_paid_may_listen_until_it_ends_or_the_money_goes_back() {
    let world = World::new().await;
    let hook = world.sells_the_track().await;
    let refused = world.stream_with(BUYER).await;
    assert_eq!(refused.refusal(), no(403, "not_paid"));
    assert_eq!(refused.json()["refusals"][0]["buyUrl"], json!("https://shop.example/"));
    assert_eq!(world.stream_from(IN_JAPAN, GATED).await.refusal(), no(403, "not_signed_in"));

    world.told_of(&hook, &event_with("e1", "paid", NOW, "endsAt", &json!(NOW + 100))).await;
    assert_eq!(world.stream_with(BUYER).await.status, 302);
    assert_eq!(world.stream_with(TICKET).await.refusal(), no(403, "not_paid"), "listener {LISTENER} has not");
    world.clock.advance(100);
    assert_eq!(world.stream_with(BUYER).await.refusal(), no(403, "payment_ended"));

    world.told_of(&hook, &event_with("e2", "paid", NOW + 100, "endsAt", &json!(NOW + 200))).await;
    assert_eq!(world.stream_with(BUYER).await.status, 302);
    world.told_of(&hook, &event("e3", "refunded", NOW + 100)).await;
    assert_eq!(world.stream_with(BUYER).await.refusal(), no(403, "payment_refunded"));
    let again = event_with("e4", "paid", NOW + 101, "purchaseId", &json!("order-2"));
    world.told_of(&hook, &again).await;
    assert_eq!(world.stream_with(BUYER).await.status, 302, "another purchase is another");
}

#[tokio::test]
async fn a_deleted_product_is_paid_by_nobody_and_a_mistake_can_be_put_right() {
    let world = World::new().await;
    let hook = world.sells_the_track().await;
    world.told_of(&hook, &paid("e1")).await;
    world.delete(TICKET, "/owner/products/album").await;
    assert_eq!(world.stream_with(BUYER).await.refusal(), no(403, "product_unknown"));
    world.sells("album").await;
    assert_eq!(world.stream_with(BUYER).await.status, 302);
}

#[tokio::test]
async fn the_owner_sees_each_purchase_and_its_state() {
    let world = World::new().await;
    world.sells("album").await;
    let hook = world.hook().await;
    let of = |id: &str, kind: &str, at: i64, ends: Value| {
        let mut event = event_with(&format!("{id}-{kind}"), kind, at, "purchaseId", &json!(id));
        event["data"]["endsAt"] = ends;
        event
    };
    for event in [
        of("a", "paid", NOW - 50, Value::Null),
        of("b", "paid", NOW - 40, json!(NOW)),
        of("c", "paid", NOW - 30, Value::Null),
        of("c", "refunded", NOW - 5, Value::Null),
        of("d", "ended", NOW - 20, Value::Null),
    ] {
        world.told_of(&hook, &event).await;
    }
    let purchase = |id: &str, paid_at: &str, state: &str| json!({ "purchaseId": id, "userId": 7, "paidAt": format!("2027-01-15T07:59:{paid_at}Z"), "state": state });
    let mut ended = purchase("b", "20", "ended");
    ended["endsAt"] = json!("2027-01-15T08:00:00Z");
    let mut refunded = purchase("c", "30", "refunded");
    refunded["refundedAt"] = json!("2027-01-15T07:59:55Z");
    let unpaid = json!({ "purchaseId": "d", "userId": 7, "endsAt": "2027-01-15T07:59:40Z", "state": "unpaid" });
    assert_eq!(world.purchases("album").await, [unpaid, refunded, ended, purchase("a", "10", "paid")]);
}

/// What an owner's shop may tell of one purchase, within a few seconds: the kind, when, and the end.
type Told = (&'static str, i64, Option<i64>);

fn told() -> impl Strategy<Value = Vec<Told>> {
    let kind = prop::sample::select(&["paid", "refunded", "ended"][..]);
    prop::collection::vec((kind, 0..4_i64, prop::option::of(-3..8_i64)), 1..6)
}

/// The state that all of them lead to, together.
fn expected(told: &[Told]) -> &'static str {
    let ends = |&(kind, at, end): &Told| match kind {
        "paid" => Some((at, false, end.unwrap_or(i64::MAX))),
        "ended" => Some((at, true, end.unwrap_or(at))),
        _ => None,
    };
    let is_there = |kind| told.iter().any(|told| told.0 == kind);
    match told.iter().filter_map(ends).max() {
        _ if is_there("refunded") => "refunded",
        _ if !is_there("paid") => "unpaid",
        Some((.., end)) if end <= 4 => "ended",
        _ => "paid",
    }
}

#[tokio::test]
async fn every_order_of_events_and_every_repetition_ends_the_same() {
    let world = World::new().await;
    world.sells("album").await;
    let hook = world.hook().await;
    let mut runner = TestRunner::default();
    let began = NOW - 4;
    for case in 0..60 {
        let told = told().new_tree(&mut runner).unwrap().current();
        let numbered: Vec<(usize, Told)> = told.iter().copied().enumerate().collect();
        for order in 0..3 {
            let doubled = Just([&numbered[..], &numbered[..]].concat()).prop_shuffle();
            let deliveries = doubled.new_tree(&mut runner).unwrap().current();
            let purchase = format!("{case}-{order}");
            for (n, (kind, at, end)) in &deliveries {
                let mut event = event(&format!("{purchase}-{n}"), kind, began + at);
                event["data"]["purchaseId"] = json!(purchase);
                event["data"]["endsAt"] = json!(end.map(|end| began + end));
                world.told_of(&hook, &event).await;
            }
            let found = world.purchases("album").await;
            let found = found.iter().find(|found| found["purchaseId"] == purchase).unwrap();
            assert_eq!(found["state"], expected(&told), "{told:?} as {deliveries:?}");
        }
    }
}
