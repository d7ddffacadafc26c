//! The operations of the shop in the `OpenAPI` document.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

use super::products::{Product, Products};
use super::purchases::Purchases;
use super::sites::{SiteSecret, Sites};
use super::webhooks::{EventReceipt, Kind, WebhookResponse, Webhooks};
use crate::openapi::bodies::ErrorBody;
use crate::openapi::responses::{INVALID, NO_TICKET, NOT_FOUND, NOT_SERVED, TOO_LARGE, TOO_MANY, UNAVAILABLE};
use crate::openapi::security::{SECRET, by_owner};
use stagepass_server::openapi::{JSON, Operation, Schemas};

const PRODUCT: &str = "/owner/products/{id}";
const WEBHOOK: &str = "6f1c0d9b7a3e4c5f8d2b1a0e9f8c7d6b";

/// The details of a product.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ProductDetails {
    /// 1 to 100 characters.
    name: String,
    /// Where users can buy it: an http or https address.
    #[serde(skip_serializing_if = "Option::is_none")]
    buy_url: Option<String>,
}

/// A webhook to create.
#[derive(Serialize, JsonSchema)]
struct NewWebhook {
    /// The format of the events.
    kind: Kind,
    /// The signing secret of the endpoint at Stripe: `whsec_…`. Only with `stripe`, where it is required.
    #[serde(skip_serializing_if = "Option::is_none")]
    secret: Option<String>,
}

/// A site key to create.
#[derive(Serialize, JsonSchema)]
struct NewSite {
    /// 1 to 63 characters out of `a-z`, `0-9` and `-`.
    id: String,
    /// 1 to 100 characters.
    name: String,
}

/// An event in the format `stagepass`. Events of Stripe have the format of Stripe.
#[derive(Serialize, JsonSchema)]
struct PurchaseEvent {
    /// The ID of the event: 1 to 255 characters. An event with the same ID takes effect once.
    id: String,
    /// `purchase.paid`, `purchase.refunded` or `purchase.ended`. Others are accepted and ignored.
    r#type: String,
    /// The time of the event, in Unix seconds.
    created: i64,
    /// The purchase.
    data: PurchaseData,
}

/// The purchase of an event.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct PurchaseData {
    /// The ID of the purchase at the shop: 1 to 255 characters.
    purchase_id: String,
    /// The ID of the product here.
    product: String,
    /// The ID of the user at the service.
    user_id: i64,
    /// When the purchase ends, in Unix seconds. Without it, a paid purchase does not end.
    #[serde(skip_serializing_if = "Option::is_none")]
    ends_at: Option<i64>,
}

fn of(method: &'static str, path: &'static str, names: (&'static str, &'static str)) -> Operation {
    by_owner("Shop", method, path, names)
}

pub(crate) fn operations(schemas: &mut Schemas) -> Vec<Operation> {
    let mut operations = products(schemas);
    operations.extend(webhooks(schemas));
    operations.extend(sites(schemas));
    operations.push(receive(schemas));
    operations
}

fn products(schemas: &mut Schemas) -> Vec<Operation> {
    let details = json!({ "name": "Album", "buyUrl": "https://shop.example/album" });
    let product = json!({ "id": "album", "name": "Album", "buyUrl": "https://shop.example/album" });
    let purchase = json!({ "purchaseId": "order-42", "userId": 2, "paidAt": "2026-11-22T08:46:00Z", "state": "paid" });
    vec![
        of("get", "/owner/products", ("listProducts", "List the owner's products"))
            .described_as("Returns the products, newest first.")
            .returns::<Products>(schemas, 200, "The products.", json!({ "products": [product] }))
            .fails::<ErrorBody>(schemas, &[NO_TICKET, NOT_SERVED, UNAVAILABLE]),
        of("put", PRODUCT, ("setProduct", "Create or change a product"))
            .described_as("The owner chooses the ID. An owner can have 1,000 products.")
            .takes::<ProductDetails>(schemas, &[JSON], details)
            .returns::<Product>(schemas, 200, "The product.", product)
            .fails::<ErrorBody>(schemas, &[INVALID, NO_TICKET, NOT_SERVED, TOO_MANY, TOO_LARGE, UNAVAILABLE]),
        of("delete", PRODUCT, ("deleteProduct", "Delete a product"))
            .described_as("Keeps its purchases. They count again if a product with this ID is created.")
            .returns_empty(204, "The product is deleted.")
            .fails::<ErrorBody>(schemas, &[INVALID, NO_TICKET, NOT_SERVED, NOT_FOUND, UNAVAILABLE]),
        of("get", "/owner/products/{id}/purchases", ("listPurchases", "List the purchases of a product"))
            .described_as("Returns up to 1,000 purchases, newest first. Times are RFC 3339, in UTC.")
            .returns::<Purchases>(schemas, 200, "The purchases.", json!({ "purchases": [purchase] }))
            .fails::<ErrorBody>(schemas, &[INVALID, NO_TICKET, NOT_SERVED, NOT_FOUND, UNAVAILABLE]),
    ]
}

fn webhooks(schemas: &mut Schemas) -> Vec<Operation> {
    let url = format!("https://gate.radio.example/webhooks/{WEBHOOK}");
    let webhook = json!({ "webhookId": WEBHOOK, "url": url, "kind": "stagepass" });
    let new = json!({ "webhookId": WEBHOOK, "url": url, "kind": "stagepass", "secret": SECRET });
    vec![
        of("get", "/owner/webhooks", ("listWebhooks", "List the owner's webhooks"))
            .described_as("Returns the webhooks, newest first, without their secrets.")
            .returns::<Webhooks>(schemas, 200, "The webhooks.", json!({ "webhooks": [webhook] }))
            .fails::<ErrorBody>(schemas, &[NO_TICKET, NOT_SERVED, UNAVAILABLE]),
        of("post", "/owner/webhooks", ("createWebhook", "Create a webhook"))
            .described_as("For `stagepass`, this server generates the secret and shows it only once. For `stripe`, send the secret of the endpoint at Stripe.")
            .takes::<NewWebhook>(schemas, &[JSON], json!({ "kind": "stagepass" }))
            .returns::<WebhookResponse>(schemas, 201, "The webhook.", new)
            .fails::<ErrorBody>(schemas, &[INVALID, NO_TICKET, NOT_SERVED, TOO_MANY, TOO_LARGE, UNAVAILABLE]),
        of("delete", "/owner/webhooks/{id}", ("deleteWebhook", "Delete a webhook"))
            .described_as("Keeps the purchases that it received.")
            .returns_empty(204, "The webhook is deleted.")
            .fails::<ErrorBody>(schemas, &[INVALID, NO_TICKET, NOT_SERVED, NOT_FOUND, UNAVAILABLE]),
    ]
}

fn sites(schemas: &mut Schemas) -> Vec<Operation> {
    let site = json!({ "id": "radio", "name": "Night Radio" });
    vec![
        of("get", "/owner/sites", ("listSites", "List the owner's site keys"))
            .described_as("Returns the site keys, newest first, without their secrets.")
            .returns::<Sites>(schemas, 200, "The site keys.", json!({ "sites": [site] }))
            .fails::<ErrorBody>(schemas, &[NO_TICKET, NOT_SERVED, UNAVAILABLE]),
        of("post", "/owner/sites", ("createSite", "Create a site key"))
            .described_as("The secret is shown only once. To rotate it, delete the key and create it again.")
            .takes::<NewSite>(schemas, &[JSON], site)
            .returns::<SiteSecret>(schemas, 201, "The site key.", json!({ "id": "radio", "secret": SECRET }))
            .fails::<ErrorBody>(
                schemas,
                &[
                    INVALID,
                    NO_TICKET,
                    NOT_SERVED,
                    (409, "`exists`: there is a site key with this ID. `too_many`: the owner has as many as possible."),
                    TOO_LARGE,
                    UNAVAILABLE,
                ],
            ),
        of("delete", "/owner/sites/{id}", ("deleteSite", "Delete a site key"))
            .described_as("Tokens that were signed with it become invalid.")
            .returns_empty(204, "The site key is deleted.")
            .fails::<ErrorBody>(schemas, &[INVALID, NO_TICKET, NOT_SERVED, NOT_FOUND, UNAVAILABLE]),
    ]
}

fn receive(schemas: &mut Schemas) -> Operation {
    let event = json!({
        "id": "event-1", "type": "purchase.paid", "created": 1_800_000_000,
        "data": { "purchaseId": "order-42", "product": "album", "userId": 2 },
    });
    let signature = json!({ "type": "string", "examples": ["t=1800000000,v1=5257a869e7"] });
    Operation::new("Shop", "post", "/webhooks/{id}", ("receiveEvent", "Receive an event of a shop"))
        .described_as(
            "For the shop of an owner. The signature is the HMAC-SHA256, in hexadecimal, of the time in Unix seconds, a \
             dot and the body. Send an event again until the response is 200.",
        )
        .header("Stagepass-Signature", false, "`t=` and the time, `,v1=` and the signature. Exactly one of the two headers is required.", signature.clone())
        .header("Stripe-Signature", false, "The same, as Stripe sends it.", signature)
        .takes::<PurchaseEvent>(schemas, &[JSON], event)
        .returns::<EventReceipt>(schemas, 200, "The event has taken effect, or has no meaning here.", json!({ "received": true }))
        .fails::<ErrorBody>(schemas, &[
            (400, "`invalid_signature`: the signature is missing or wrong, or there is no such webhook. `too_old` or `in_the_future`: the time differs from this server's by more than 5 minutes. `invalid_request`: the body is invalid."),
            NOT_SERVED,
            (409, "`too_many`: the owner has as many purchases as possible."),
            (413, "`invalid_request`: the body is larger than 64 KiB."),
            (422, "`no_product`: the owner has no such product. Create it, and send the event again."),
            UNAVAILABLE,
        ])
}
