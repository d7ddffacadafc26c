//! Owners who sell, and the servers that tell of it.

use hmac::{Hmac, KeyInit as _, Mac as _};
use serde_json::{Value, json};
use sha2::Sha256;
use stagepass_test_support::secrets::note;
use stagepass_test_support::sent;

use super::{NOW, Reply, TICKET, TestServer, no};

/// Where events are sent to, and what they are signed with.
#[derive(Debug, Clone)]
pub(crate) struct Hook {
    pub(crate) id: String,
    pub(crate) secret: String,
}

impl TestServer {
    /// Ada sells this.
    pub(crate) async fn sells(&self, product: &str) {
        let body = json!({ "name": format!("The {product}"), "buyUrl": "https://shop.example/" });
        let reply = self.put(TICKET, &format!("/owner/products/{product}"), &body).await;
        assert_eq!(reply.status, 200, "{}", reply.body);
    }

    /// A webhook of the owner whose ticket this is, for events in our own form.
    pub(crate) async fn hook_of(&self, ticket: &str) -> Hook {
        let reply = self.post(ticket, "/owner/webhooks", &json!({ "kind": "stagepass" })).await;
        assert_eq!(reply.status, 201, "{}", reply.body);
        let text = |name: &str| reply.json()[name].as_str().unwrap().to_owned();
        note("API secret", &text("secret"));
        Hook { id: text("webhookId"), secret: text("secret") }
    }

    pub(crate) async fn hook(&self) -> Hook {
        self.hook_of(TICKET).await
    }

    /// Sends `body` with this value of the header.
    pub(crate) async fn send(&self, id: &str, signature: &str, body: &str) -> Reply {
        let request = self.http.post(self.url(&format!("/webhooks/{id}"))).header("stagepass-signature", signature);
        sent(request.header("content-type", "application/json").body(body.to_owned())).await
    }

    /// Sends `event`, signed now.
    pub(crate) async fn try_deliver(&self, hook: &Hook, event: &Value) -> Reply {
        let body = event.to_string();
        self.send(&hook.id, &signed(&hook.secret, self.now(), &body), &body).await
    }

    /// As [`TestServer::try_deliver`], and it is received.
    pub(crate) async fn deliver(&self, hook: &Hook, event: &Value) {
        let reply = self.try_deliver(hook, event).await;
        assert_eq!((reply.status, reply.json()), (200, json!({ "received": true })), "{event}");
    }

    fn now(&self) -> i64 {
        use stagepass_backend::clock::Clock as _;
        self.clock.now()
    }

    /// What the owner sees of the purchases of `product`.
    pub(crate) async fn purchases(&self, product: &str) -> Vec<Value> {
        let reply = self.get(TICKET, &format!("/owner/products/{product}/purchases")).await;
        assert_eq!(reply.status, 200, "{}", reply.body);
        reply.json()["purchases"].as_array().unwrap().clone()
    }

    /// The state of the only purchase of `product`.
    pub(crate) async fn state(&self, product: &str) -> String {
        let purchases = self.purchases(product).await;
        let [purchase] = &purchases[..] else { panic!("{purchases:?}") };
        purchase["state"].as_str().unwrap().to_owned()
    }
}

/// The value of the header that signs `body`.
pub(crate) fn signed(secret: &str, at: i64, body: &str) -> String {
    format!("t={at},v1={}", tag(secret, at, body))
}

/// HMAC-SHA-256, in hexadecimal.
pub(crate) fn tag(secret: &str, at: i64, body: &str) -> String {
    let mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).unwrap().chain_update(format!("{at}.{body}"));
    mac.finalize().into_bytes().iter().fold(String::new(), |text, octet| text + &format!("{octet:02x}"))
}

/// An event in our own form, of listener 7's purchase `order-1` of the album.
pub(crate) fn event(id: &str, kind: &str, created: i64) -> Value {
    let data = json!({ "purchaseId": "order-1", "product": "album", "userId": 7 });
    json!({ "id": id, "type": format!("purchase.{kind}"), "created": created, "data": data })
}

/// As [`event`], with another value of a member of its data.
pub(crate) fn event_with(id: &str, kind: &str, created: i64, member: &str, value: &Value) -> Value {
    let mut event = event(id, kind, created);
    event["data"][member] = value.clone();
    event
}

pub(crate) fn paid(id: &str) -> Value {
    event(id, "paid", NOW)
}

pub(crate) fn bad_signature() -> (u16, String) {
    no(400, "invalid_signature")
}
