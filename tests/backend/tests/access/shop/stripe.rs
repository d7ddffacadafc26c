//! Events as Stripe sends them, one after another and in other orders.

use serde_json::{Value, json};
use stagepass_test_support::secrets::note;
use stagepass_test_support::sent;

use crate::support::shop::signed;
use crate::support::{NOW, Reply, TICKET, TestServer, no};

const SECRET: &str = "whsec_0123456789abcdef0123456789abcdef";
/// When the first events were made.
const BEGIN: i64 = 1_799_999_000;
const MONTH: i64 = 30 * 24 * 60 * 60;

macro_rules! sent {
    ($name:literal) => {
        include_str!(concat!("../../data/stripe/", $name, ".json"))
    };
}

impl TestServer {
    /// Creates a webhook for Stripe's events, and returns its ID.
    async fn stripe(&self) -> String {
        note("API secret", SECRET);
        for product in ["album", "club"] {
            self.sells(product).await;
        }
        let body = json!({ "kind": "stripe", "secret": SECRET });
        let made = self.post(TICKET, "/owner/webhooks", &body).await;
        made.json()["webhookId"].as_str().unwrap().to_owned()
    }

    async fn stripe_sends(&self, hook: &str, body: &str) -> Reply {
        use stagepass_backend::clock::Clock as _;
        let signature = format!("{},v0=0123456789abcdef", signed(SECRET, self.clock.now(), body));
        let request = self.http.post(self.url(&format!("/webhooks/{hook}"))).header("stripe-signature", signature);
        sent(request.header("content-type", "application/json; charset=utf-8").body(body.to_owned())).await
    }

    async fn deliver_events(&self, hook: &str, bodies: &[&str]) {
        for body in bodies {
            let reply = self.stripe_sends(hook, body).await;
            assert_eq!((reply.status, reply.json()), (200, json!({ "received": true })), "{}", reply.body);
        }
    }
}

fn with(body: &str, change: impl FnOnce(&mut Value)) -> String {
    let mut event: Value = serde_json::from_str(body).unwrap();
    change(&mut event);
    event.to_string()
}

#[tokio::test]
async fn paid_session_counts_until_fully_refunded() {
    let server = TestServer::new().await;
    let hook = server.stripe().await;
    server.deliver_events(&hook, &[sent!("payment-intent-succeeded"), sent!("checkout-session-completed")]).await;
    let purchases = server.purchases("album").await;
    assert_eq!((&purchases[0]["purchaseId"], &purchases[0]["userId"]), (&json!("pi_test_0001"), &json!(1)));
    assert_eq!((purchases.len(), &purchases[0]["state"]), (1, &json!("paid")));
    server.deliver_events(&hook, &[sent!("charge-refunded-in-part")]).await;
    assert_eq!(server.state("album").await, "paid");
    server.deliver_events(&hook, &[sent!("charge-refunded"), sent!("checkout-session-completed")]).await;
    assert_eq!(server.state("album").await, "refunded");
}

/// With both Stripe API versions. `shop/events/tests.rs` has all orders of the events.
#[tokio::test]
async fn subscription_ends_after_paid_period_unless_renewed() {
    let session = sent!("checkout-session-completed-subscription");
    let new = [sent!("customer-subscription-updated"), sent!("invoice-paid")];
    let old = [sent!("customer-subscription-updated-2024-06-20"), sent!("invoice-paid-2024-06-20")];
    for [updated, invoice] in [new, old] {
        for order in [[session, updated, invoice], [invoice, updated, session]] {
            let server = TestServer::new().await;
            let hook = server.stripe().await;
            server.deliver_events(&hook, &order).await;
            let purchases = server.purchases("club").await;
            assert_eq!(purchases[0]["endsAt"], json!("2027-02-14T07:43:20Z"), "30 days later");
            assert_eq!(purchases[0]["state"], "paid");
            server.clock.advance(BEGIN + MONTH - NOW);
            assert_eq!(server.state("club").await, "ended", "nobody has paid for more");
            let at = BEGIN + MONTH + 10;
            let renewed = with(invoice, |event| {
                event["id"] = json!("evt_test_renewed");
                event["created"] = json!(at);
                event["data"]["object"]["lines"]["data"][0]["period"]["end"] = json!(BEGIN + 2 * MONTH);
            });
            server.deliver_events(&hook, &[&renewed]).await;
            assert_eq!(server.state("club").await, "paid");
        }
    }
}

/// The error makes Stripe show the failed delivery to the owner.
#[tokio::test]
async fn session_without_user_or_product_is_rejected() {
    let server = TestServer::new().await;
    let hook = server.stripe().await;
    let body = sent!("checkout-session-completed");
    let without_user = with(body, |event| event["data"]["object"]["client_reference_id"] = Value::Null);
    let reply = server.stripe_sends(&hook, &without_user).await;
    assert_eq!(reply.refusal(), no(400, "invalid_request"));
    assert!(reply.body.contains("client_reference_id"), "{}", reply.body);
    let unknown = with(body, |event| event["data"]["object"]["metadata"]["stagepass_product"] = json!("tape"));
    let reply = server.stripe_sends(&hook, &unknown).await;
    assert_eq!(reply.refusal(), no(422, "no_product"));
    server.sells("tape").await;
    server.deliver_events(&hook, &[&unknown]).await;
    assert_eq!(server.state("tape").await, "paid");
}
