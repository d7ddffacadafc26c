//! Products and purchases: who has paid, whatever order that is told in.

use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};
use stagepass_test_support::sent;

use crate::support::shop::{Hook, event, event_with, paid};
use crate::support::{GATED, GRACES, IN_JAPAN, LISTENER, NO_TICKET, NOW, Reply, TICKET, TestServer, no};

const BUYER: &str = "the-ticket-of-listener-7-------------------------------------------------------------A";

impl TestServer {
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
    let server = TestServer::new().await;
    assert_eq!(server.get(TICKET, "/owner/products").await.json(), json!({ "products": [] }));
    let album = json!({ "id": "album", "name": "Album", "buyUrl": "https://shop.example/album" });
    let body = json!({ "name": " Album ", "buyUrl": "https://shop.example/album" });
    assert_eq!(server.put(TICKET, "/owner/products/album", &body).await.json(), album);
    server.clock.advance(1);
    let club = server.put(TICKET, "/owner/products/club", &json!({ "name": "Club", "buyUrl": null })).await;
    assert_eq!(club.json(), json!({ "id": "club", "name": "Club" }));
    assert_eq!(server.get(TICKET, "/owner/products").await.json(), json!({ "products": [club.json(), album] }));
    let changed = server.put(TICKET, "/owner/products/club", &json!({ "name": "The club" })).await;
    assert_eq!(server.get(TICKET, "/owner/products").await.json(), json!({ "products": [changed.json(), album] }));
    assert_eq!(server.delete(TICKET, "/owner/products/album").await.status, 204);
    assert_eq!(server.delete(TICKET, "/owner/products/album").await.refusal(), no(404, "not_found"));
    assert_eq!(server.get(TICKET, "/owner/products/album/purchases").await.refusal(), no(404, "not_found"));
}

#[tokio::test]
async fn invalid_product_is_rejected() {
    let server = TestServer::new().await;
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
        let reply = server.put(TICKET, &format!("/owner/products/{path}"), &body).await;
        assert_eq!(reply.refusal(), no(400, "invalid_request"), "{path} {body}");
    }
    assert_eq!(server.get(TICKET, "/owner/products").await.json(), json!({ "products": [] }));
}

#[tokio::test]
async fn products_of_another_owner_are_not_accessible() {
    let server = TestServer::new().await;
    server.sells("album").await;
    let hook = server.hook().await;
    server.deliver(&hook, &paid("e1")).await;
    assert_eq!(server.get(GRACES, "/owner/products").await.json(), json!({ "products": [] }));
    assert_eq!(server.get(GRACES, "/owner/products/album/purchases").await.refusal(), no(404, "not_found"));
    assert_eq!(server.delete(GRACES, "/owner/products/album").await.refusal(), no(404, "not_found"));
    assert_eq!(server.get(NO_TICKET, "/owner/products").await.refusal(), no(401, "ticket_required"));
    assert_eq!(server.state("album").await, "paid");
}

#[tokio::test]
async fn buyer_can_listen_until_expiry_or_refund() {
    let server = TestServer::new().await;
    let hook = server.sells_the_track().await;
    let refused = server.stream_with(BUYER).await;
    assert_eq!(refused.refusal(), no(403, "not_paid"));
    assert_eq!(refused.json()["refusals"][0]["buyUrl"], json!("https://shop.example/"));
    assert_eq!(server.stream_from(IN_JAPAN, GATED).await.refusal(), no(403, "not_signed_in"));

    server.deliver(&hook, &event_with("e1", "paid", NOW, "endsAt", &json!(NOW + 100))).await;
    assert_eq!(server.stream_with(BUYER).await.status, 302);
    assert_eq!(server.stream_with(TICKET).await.refusal(), no(403, "not_paid"), "listener {LISTENER} has not");
    server.clock.advance(100);
    assert_eq!(server.stream_with(BUYER).await.refusal(), no(403, "payment_ended"));

    server.deliver(&hook, &event_with("e2", "paid", NOW + 100, "endsAt", &json!(NOW + 200))).await;
    assert_eq!(server.stream_with(BUYER).await.status, 302);
    server.deliver(&hook, &event("e3", "refunded", NOW + 100)).await;
    assert_eq!(server.stream_with(BUYER).await.refusal(), no(403, "payment_refunded"));
    let again = event_with("e4", "paid", NOW + 101, "purchaseId", &json!("order-2"));
    server.deliver(&hook, &again).await;
    assert_eq!(server.stream_with(BUYER).await.status, 302, "another purchase is another");
}

#[tokio::test]
async fn deleted_product_denies_buyer_until_created_again() {
    let server = TestServer::new().await;
    let hook = server.sells_the_track().await;
    server.deliver(&hook, &paid("e1")).await;
    server.delete(TICKET, "/owner/products/album").await;
    assert_eq!(server.stream_with(BUYER).await.refusal(), no(403, "product_unknown"));
    server.sells("album").await;
    assert_eq!(server.stream_with(BUYER).await.status, 302);
}

#[tokio::test]
async fn the_owner_sees_each_purchase_and_its_state() {
    let server = TestServer::new().await;
    server.sells("album").await;
    let hook = server.hook().await;
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
        server.deliver(&hook, &event).await;
    }
    let purchase = |id: &str, paid_at: &str, state: &str| json!({ "purchaseId": id, "userId": 7, "paidAt": format!("2027-01-15T07:59:{paid_at}Z"), "state": state });
    let mut ended = purchase("b", "20", "ended");
    ended["endsAt"] = json!("2027-01-15T08:00:00Z");
    let mut refunded = purchase("c", "30", "refunded");
    refunded["refundedAt"] = json!("2027-01-15T07:59:55Z");
    let unpaid = json!({ "purchaseId": "d", "userId": 7, "endsAt": "2027-01-15T07:59:40Z", "state": "unpaid" });
    assert_eq!(server.purchases("album").await, [unpaid, refunded, ended, purchase("a", "10", "paid")]);
}

/// What an owner's shop may tell of one purchase, within a few seconds: the kind, when, and the end.
type ShopEvent = (&'static str, i64, Option<i64>);

fn shop_events() -> impl Strategy<Value = Vec<ShopEvent>> {
    let kind = prop::sample::select(&["paid", "refunded", "ended"][..]);
    prop::collection::vec((kind, 0..4_i64, prop::option::of(-3..8_i64)), 1..6)
}

/// The state that all of them lead to, together.
fn expected(events: &[ShopEvent]) -> &'static str {
    let ends = |&(kind, at, end): &ShopEvent| match kind {
        "paid" => Some((at, false, end.unwrap_or(i64::MAX))),
        "ended" => Some((at, true, end.unwrap_or(at))),
        _ => None,
    };
    let is_there = |kind| events.iter().any(|event| event.0 == kind);
    match events.iter().filter_map(ends).max() {
        _ if is_there("refunded") => "refunded",
        _ if !is_there("paid") => "unpaid",
        Some((.., end)) if end <= 4 => "ended",
        _ => "paid",
    }
}

#[tokio::test]
async fn repeated_and_reordered_events_give_same_state() {
    let server = TestServer::new().await;
    server.sells("album").await;
    let hook = server.hook().await;
    let mut runner = TestRunner::default();
    let began = NOW - 4;
    for case in 0..60 {
        let events = shop_events().new_tree(&mut runner).unwrap().current();
        let numbered: Vec<(usize, ShopEvent)> = events.iter().copied().enumerate().collect();
        for order in 0..3 {
            let doubled = Just([&numbered[..], &numbered[..]].concat()).prop_shuffle();
            let deliveries = doubled.new_tree(&mut runner).unwrap().current();
            let purchase = format!("{case}-{order}");
            for (n, (kind, at, end)) in &deliveries {
                let mut event = event(&format!("{purchase}-{n}"), kind, began + at);
                event["data"]["purchaseId"] = json!(purchase);
                event["data"]["endsAt"] = json!(end.map(|end| began + end));
                server.deliver(&hook, &event).await;
            }
            let found = server.purchases("album").await;
            let found = found.iter().find(|found| found["purchaseId"] == purchase).unwrap();
            assert_eq!(found["state"], expected(&events), "{events:?} as {deliveries:?}");
        }
    }
}
