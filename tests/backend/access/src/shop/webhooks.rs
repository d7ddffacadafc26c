//! `POST /webhooks/{id}` receives events, and `/owner/webhooks` creates webhooks.

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, PathRejection};
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use data_encoding::HEXLOWER;
use serde::{Deserialize, Serialize};
use stagepass_rules::Id;
use zeroize::Zeroizing;

use super::super::error_answer::AccessError;
use super::super::owner::Owner;
use super::events::Event;
use super::sealed::{self, Place, SealError};
use super::shop_database::{Shop, ShopError};
use super::signature::{Signature, TimestampError};
use super::sites::new_secret;
use super::{own_event, stripe};
use crate::owner::caps;
use crate::request::{body, details};
use crate::state::AccessServer;
use stagepass_kit::entropy::{SystemEntropy, random};
use stagepass_store::{Row, StoreError, sql};

/// How many characters of an unknown product's ID an error repeats.
const REPEATED: usize = 100;
/// The longest Stripe secret in characters. Real ones are much shorter.
const MAX_SECRET: usize = 200;

/// The format of the events.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Kind {
    /// Stagepass's own format.
    Stagepass,
    /// The events of Stripe.
    Stripe,
}

/// A webhook, for its owner.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct WebhookResponse {
    /// The ID of the webhook.
    webhook_id: String,
    /// The address to which the shop sends events.
    url: String,
    /// The format of the events.
    kind: Kind,
    /// The secret with which the shop signs events. Only in the response that creates the webhook.
    #[serde(skip_serializing_if = "Option::is_none")]
    secret: Option<String>,
}

/// The webhooks of an owner.
#[derive(Serialize)]
pub(super) struct Webhooks {
    /// The webhooks.
    webhooks: Vec<WebhookResponse>,
}

/// The receipt of an event.
#[derive(Serialize)]
pub(super) struct EventReceipt {
    /// Always `true`.
    received: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WebhookRequest {
    kind: Kind,
    secret: Option<String>,
}

/// The data of a webhook for receiving events.
struct Webhook {
    owner: i64,
    kind: Kind,
    secret: Zeroizing<Vec<u8>>,
}

/// `GET /owner/webhooks`
pub(super) async fn list(State(server): State<Arc<AccessServer>>, owner: Owner) -> Result<Json<Webhooks>, AccessError> {
    let webhooks = server.shop.webhooks(owner.id).await?;
    let listed = |(id, kind)| webhook_response(&server, id, kind, None);
    Ok(Json(Webhooks { webhooks: webhooks.into_iter().map(listed).collect() }))
}

/// `POST /owner/webhooks`
pub(super) async fn create(
    State(server): State<Arc<AccessServer>>,
    owner: Owner,
    body: Result<Bytes, BytesRejection>,
) -> Result<(StatusCode, Json<WebhookResponse>), AccessError> {
    let WebhookRequest { kind, secret } = body::read(body)?;
    let (secret, shown) = match (kind, secret) {
        (Kind::Stagepass, None) => new_secret().map(|secret| (secret.clone(), Some(secret)))?,
        (Kind::Stagepass, Some(_)) => {
            return Err(wrong("secret: for kind \"stagepass\" this server makes it".to_owned()));
        }
        (Kind::Stripe, Some(secret)) if is_of_stripe(&secret) => (secret, None),
        (Kind::Stripe, _) => {
            return Err(wrong("secret must be the endpoint's signing secret at Stripe: whsec_…".to_owned()));
        }
    };
    let made = server.shop.make_webhook(owner.id, kind, &secret, server.clock.now()).await?;
    let id = made.ok_or(AccessError::TooMany("webhooks"))?;
    Ok((StatusCode::CREATED, Json(webhook_response(&server, id, kind, shown))))
}

/// `DELETE /owner/webhooks/{id}`: the received purchases stay.
pub(super) async fn remove(
    State(server): State<Arc<AccessServer>>,
    owner: Owner,
    path: Result<Path<String>, PathRejection>,
) -> Result<StatusCode, AccessError> {
    let is_gone = server.shop.remove_webhook(owner.id, &details::id(path)?).await?;
    if is_gone { Ok(StatusCode::NO_CONTENT) } else { Err(AccessError::NotFound) }
}

/// `POST /webhooks/{id}`. The body is only parsed after its signature was verified, and an unverified sender learns
/// nothing.
pub(super) async fn receive(
    State(server): State<Arc<AccessServer>>,
    headers: HeaderMap,
    path: Result<Path<String>, PathRejection>,
    body: Result<Bytes, BytesRejection>,
) -> Result<Json<EventReceipt>, AccessError> {
    let body = body::bytes(body)?;
    let now = server.clock.now();
    // A malformed ID is treated as unknown, and does not reach the database.
    let id = details::id(path).map(|id| id.to_string()).unwrap_or_default();
    let signature = Signature::shown(&headers).ok_or(AccessError::WebhookSignature)?;
    let found = server.shop.webhook(&id).await?;
    let secret = found.as_ref().map_or(DUMMY_SECRET, |webhook| &webhook.secret[..]);
    let is_signed = signature.is_of(secret, &body);
    let webhook = found.filter(|_| is_signed).ok_or(AccessError::WebhookSignature)?;
    server.check_owner(u64::try_from(webhook.owner).unwrap_or_default()).await?;
    signature.check_time(now).map_err(|untimely| match untimely {
        TimestampError::TooOld => AccessError::WebhookTooOld,
        TimestampError::InTheFuture => AccessError::WebhookInTheFuture,
    })?;
    if let Some(event) = webhook.kind.read(&body)? {
        server.shop.take_in(webhook.owner, &id, event, now).await?;
    }
    Ok(Json(EventReceipt { received: true }))
}

/// The secret for an unknown webhook, so that verifying takes as long as for a known one.
const DUMMY_SECRET: &[u8] = &[b'-'; 43];
/// What is decrypted for an unknown webhook: a nonce, such a secret, a tag.
const DUMMY_SEALED: &[u8] = &[0; 12 + 43 + 16];

impl Kind {
    fn read(self, body: &[u8]) -> Result<Option<Event>, AccessError> {
        match self {
            Self::Stagepass => own_event::read(body).map_err(|error| wrong(format!("body: {error}"))),
            Self::Stripe => stripe::read(body).map_err(|error| wrong(format!("body: {error}"))),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Stagepass => "stagepass",
            Self::Stripe => "stripe",
        }
    }

    /// The database only has the two names.
    fn named(name: &str) -> Self {
        if name == Self::Stripe.name() { Self::Stripe } else { Self::Stagepass }
    }
}

impl Shop {
    /// Stores an event, unless it was stored before. A refused event is not remembered. It counts when it is sent again
    /// after the problem was fixed.
    async fn take_in(&self, owner: i64, webhook: &str, event: Event, now: i64) -> Result<(), AccessError> {
        if let Some(problem) = event.problem(now) {
            return Err(wrong(format!("body: {problem}")));
        }
        if self.is_recorded(webhook, &event.id).await? {
            return Ok(());
        }
        if let Some(name) = &event.product {
            let is_sold = match name.parse::<Id>() {
                Ok(product) => self.has_product(owner, &product).await?,
                Err(_) => false,
            };
            if !is_sold {
                return Err(AccessError::NoProduct(name.chars().take(REPEATED).collect()));
            }
        }
        let is_stored = self.record(owner, webhook, &event, now).await?;
        if is_stored { Ok(()) } else { Err(AccessError::TooMany("purchases")) }
    }

    /// Returns the webhook with this ID. An unknown ID takes as long as a known one.
    async fn webhook(&self, id: &str) -> Result<Option<Webhook>, ShopError> {
        let select = sql("SELECT owner_id, kind, secret FROM webhooks WHERE webhook_id = $1");
        let Some(mut row) = self.database.read_one(select.bind(id)).await? else {
            let _ = self.key.open(place(0, id), DUMMY_SEALED);
            return Ok(None);
        };
        let (owner, kind, sealed): (i64, String, Vec<u8>) = (row.take()?, row.take()?, row.take()?);
        let secret = self.key.open(place(owner, id), &sealed)?;
        Ok(Some(Webhook { owner, kind: Kind::named(&kind), secret }))
    }

    async fn webhooks(&self, owner: i64) -> Result<Vec<(String, Kind)>, StoreError> {
        let select = sql(
            "SELECT webhook_id, kind FROM webhooks WHERE owner_id = $1 ORDER BY created_at DESC, webhook_id LIMIT $2",
        );
        let read = |mut row: Row| Ok((row.take()?, Kind::named(&row.take::<String>()?)));
        self.database.read(select.bind(owner).bind(caps::WEBHOOKS)).await?.into_iter().map(read).collect()
    }

    /// Returns the ID of a new webhook: 128 random bits, so that it cannot be guessed. `None` if there are too many.
    async fn make_webhook(&self, owner: i64, kind: Kind, secret: &str, now: i64) -> Result<Option<String>, ShopError> {
        let id = HEXLOWER.encode(&random::<16>(&SystemEntropy).map_err(SealError::from)?);
        let sealed = self.key.seal(place(owner, &id), secret.as_bytes(), &SystemEntropy)?;
        let insert = sql("INSERT INTO webhooks (webhook_id, owner_id, kind, secret, created_at)
            SELECT $1, $2, $3, $4, $5 WHERE (SELECT COUNT(*) FROM webhooks WHERE owner_id = $2) < $6");
        let insert = insert.bind(&id).bind(owner).bind(kind.name()).bind(&sealed[..]).bind(now).bind(caps::WEBHOOKS);
        let is_made = caps::write(&self.database, owner, insert).await?.changed > 0;
        Ok(is_made.then_some(id))
    }

    async fn remove_webhook(&self, owner: i64, id: &Id) -> Result<bool, StoreError> {
        // The webhook receives no more events, so its events need not be remembered.
        let events = sql("DELETE FROM purchase_events WHERE webhook_id IN
            (SELECT webhook_id FROM webhooks WHERE owner_id = $1 AND webhook_id = $2)");
        let webhook = sql("DELETE FROM webhooks WHERE owner_id = $1 AND webhook_id = $2");
        let statements = [events, webhook].map(|delete| delete.bind(owner).bind(id.as_str()));
        Ok(self.database.transaction(statements.into()).await?.last().is_some_and(|webhook| webhook.changed > 0))
    }
}

fn wrong(sentence: String) -> AccessError {
    AccessError::Request(sentence)
}

fn place(owner: i64, id: &str) -> Place<'_> {
    Place { kind: sealed::Kind::Webhook, owner, id }
}

fn webhook_response(server: &AccessServer, id: String, kind: Kind, secret: Option<String>) -> WebhookResponse {
    let url = format!("{}/webhooks/{id}", server.service.audience().as_str());
    WebhookResponse { webhook_id: id, url, kind, secret }
}

fn is_of_stripe(secret: &str) -> bool {
    let is_plain = secret.bytes().all(|byte| byte.is_ascii_graphic()) && secret.len() <= MAX_SECRET;
    is_plain && secret.strip_prefix("whsec_").is_some_and(|rest| rest.len() >= 16)
}
