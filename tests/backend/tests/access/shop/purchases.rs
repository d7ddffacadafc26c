//! Purchases: who has paid, and `/owner/products/{id}/purchases`.

use serde_json::{Value, json};

use crate::support::shop::{Hook, event, event_with, paid};
use crate::support::{GATED, IN_JAPAN, LISTENER, NOW, TICKET, TestServer, no};

const BUYER: &str = "the-ticket-of-listener-7-------------------------------------------------------------A";

impl TestServer {
    /// The album opens the track, and listener 7 has a ticket.
    async fn sells_the_track(&self) -> Hook {
        self.sells("album").await;
        self.service.knows_ticket(BUYER, 7, self.access.audience());
        self.rule(GATED, &json!({ "paid": "album" })).await;
        self.hook().await
    }
}

#[tokio::test]
async fn buyer_can_listen_until_expiry_or_refund() {
    let server = TestServer::new().await;
    let hook = server.sells_the_track().await;
    let refused = server.stream(BUYER, GATED).await;
    assert_eq!(refused.refusal(), no(403, "not_paid"));
    assert_eq!(refused.json()["refusals"][0]["buyUrl"], json!("https://shop.example/"));
    assert_eq!(server.stream_from(IN_JAPAN, GATED).await.refusal(), no(403, "not_signed_in"));

    server.deliver(&hook, &event_with("e1", "paid", NOW, "endsAt", &json!(NOW + 100))).await;
    assert_eq!(server.stream(BUYER, GATED).await.status, 302);
    assert_eq!(server.stream(TICKET, GATED).await.refusal(), no(403, "not_paid"), "listener {LISTENER} has not");
    server.clock.advance(100);
    assert_eq!(server.stream(BUYER, GATED).await.refusal(), no(403, "payment_ended"));

    server.deliver(&hook, &event_with("e2", "paid", NOW + 100, "endsAt", &json!(NOW + 200))).await;
    assert_eq!(server.stream(BUYER, GATED).await.status, 302);
    server.deliver(&hook, &event("e3", "refunded", NOW + 100)).await;
    assert_eq!(server.stream(BUYER, GATED).await.refusal(), no(403, "payment_refunded"));
    let again = event_with("e4", "paid", NOW + 101, "purchaseId", &json!("order-2"));
    server.deliver(&hook, &again).await;
    assert_eq!(server.stream(BUYER, GATED).await.status, 302, "another purchase is another");
}

#[tokio::test]
async fn deleted_product_denies_buyer_until_created_again() {
    let server = TestServer::new().await;
    let hook = server.sells_the_track().await;
    server.deliver(&hook, &paid("e1")).await;
    server.delete(TICKET, "/owner/products/album").await;
    assert_eq!(server.stream(BUYER, GATED).await.refusal(), no(403, "product_unknown"));
    server.sells("album").await;
    assert_eq!(server.stream(BUYER, GATED).await.status, 302);
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
