//! A payment provider: a shop where listeners pay, with a webhook to the access server.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::extract::{Path, State};
use axum::response::Html;
use axum::routing::get;
use reqwest::Client;
use ring::hmac;
use serde_json::{Value, json};
use stagepass_backend::clock::Clock as _;

use super::clock::ForwardClock;
use super::fault_proxy;
use super::server::Server;

/// The provider. It stops when dropped.
#[derive(Debug)]
pub struct Provider {
    /// Its origin. `/buy/PRODUCT` is the payment page.
    pub origin: String,
    shop: Arc<Shop>,
    _server: Server,
}

#[derive(Debug)]
struct Shop {
    clock: Arc<ForwardClock>,
    /// Address and secret.
    webhook: Mutex<(String, String)>,
    events: AtomicU64,
}

impl Provider {
    /// Starts a provider with this clock, which the access server has too.
    pub async fn start(clock: Arc<ForwardClock>) -> Self {
        let listener = fault_proxy::listen().await;
        let origin = format!("http://{}", listener.local_addr().expect("it is bound"));
        let shop = Arc::new(Shop { clock, webhook: Mutex::default(), events: AtomicU64::new(1) });
        let router = Router::new().route("/buy/{product}", get(offer).post(sell)).with_state(shop.clone());
        Self { origin, shop, _server: Server::start(listener, router) }
    }

    /// Returns the address of the payment page of a product.
    pub fn sells(&self, product: &str) -> String {
        format!("{}/buy/{product}", self.origin)
    }

    /// Sets the webhook, and the secret that signs its events.
    pub fn tells(&self, url: &str, secret: &str) {
        *self.shop.webhook.lock().unwrap_or_else(PoisonError::into_inner) = (url.to_owned(), secret.to_owned());
    }

    /// Refunds a listener's purchase.
    pub async fn refund(&self, product: &str, listener: u64) {
        self.shop.tell("purchase.refunded", &purchase(product, listener)).await;
    }
}

/// Returns the data of an event. All events of a purchase have the same ID of it.
fn purchase(product: &str, listener: u64) -> Value {
    let id = format!("pi_{product}_{listener}");
    json!({ "purchaseId": id, "product": product, "userId": listener, "endsAt": null })
}

async fn offer(Path(product): Path<String>) -> Html<String> {
    Html(format!(
        "<!doctype html><title>A shop</title><h1>{product}</h1>
         <form method=\"post\"><label>Your number <input name=\"listener\"></label><button id=\"pay\">Pay</button></form>"
    ))
}

/// Responds once the access server has received the event.
async fn sell(State(shop): State<Arc<Shop>>, Path(product): Path<String>, form: String) -> Html<&'static str> {
    let listener = form.strip_prefix("listener=").and_then(|number| number.parse().ok()).expect("a listener's number");
    shop.tell("purchase.paid", &purchase(&product, listener)).await;
    Html("<!doctype html><title>A shop</title><p id=\"paid\">Thank you.</p>")
}

impl Shop {
    /// Sends an event, and checks that it was accepted.
    async fn tell(&self, kind: &str, data: &Value) {
        let now = self.clock.now();
        let number = self.events.fetch_add(1, Ordering::SeqCst);
        let event = json!({ "id": format!("evt_{number}"), "type": kind, "created": now, "data": data });
        let (url, secret) = self.webhook.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let body = event.to_string();
        let signature = format!("t={now},v1={}", hex(&secret, &format!("{now}.{body}")));
        let told =
            Client::new().post(url).header("stagepass-signature", signature).header("content-type", "application/json");
        let answer = told.body(body).send().await.unwrap();
        assert_eq!(answer.status(), 200, "{:?}", answer.text().await);
    }
}

/// Returns the HMAC-SHA256 in hexadecimal digits.
fn hex(secret: &str, text: &str) -> String {
    let tag = hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes()), text.as_bytes());
    tag.as_ref().iter().fold(String::new(), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}
