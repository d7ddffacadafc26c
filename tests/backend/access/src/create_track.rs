//! `POST /create-track`: creates a track with this server as its only authority.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{ConnectInfo, State};
use axum::http::HeaderMap;
use serde::{Deserialize, Deserializer, Serialize, de};
use serde_json::value::RawValue;
use stagepass_rules::Rule;

use super::error_answer::AccessError;
use super::service::{NewTrack, ServiceError, Track};
use super::ticket;
use crate::request::body::{self, NumberOrText};
use crate::state::AccessServer;
use crate::tracks::rule_store::{PendingCreation, StoredRule};

/// The longest title in characters.
const MAX_TITLE: usize = 200;
/// The longest CID in bytes.
const MAX_CID: usize = 128;

/// The request body.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Body {
    #[serde(deserialize_with = "user_id")]
    user_id: u64,
    metadata: Metadata,
    /// Parsed separately from its text: a JSON value would keep the last of two members with the same name.
    #[serde(default)]
    rule: Option<Box<RawValue>>,
}

/// Other members are ignored. The service determines the duration and the like itself.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Metadata {
    title: String,
    genre: Option<String>,
    description: Option<String>,
    track_cid: String,
}

/// A created track.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct CreateTrackResponse {
    /// Always `true`.
    success: bool,
    /// The ID of the track.
    track_id: u64,
}

/// Validates the whole request before any call to the service. The names in its rule are checked once the caller is
/// known, before the track is created.
pub(super) async fn create(
    State(server): State<Arc<AccessServer>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Json<CreateTrackResponse>, AccessError> {
    let ticket = ticket::shown(&headers)?.ok_or(AccessError::NoTicket)?;
    let body = Body::read(body)?;
    let rule = body.rule.as_deref().map(|json| Rule::parse(json.get())).transpose()?;
    let holder = server.ticket_holder(ticket, peer, &headers).await?;
    holder.check_write()?;
    if holder.user_id != body.user_id {
        return Err(AccessError::AnotherUser);
    }
    server.check_owner(body.user_id).await?;
    let owner = i64::try_from(body.user_id).map_err(|_| AccessError::AnotherUser)?;
    if let Some(rule) = &rule {
        server.check_references(owner, rule).await?;
    }
    let ticket = ticket.to_owned();
    // In a task of its own, so that it completes even if the caller disconnects.
    let created = tokio::spawn(async move { server.create_track(owner, &ticket, &body, rule.as_ref()).await }).await;
    let track_id = created.map_err(|error| {
        tracing::error!(%error, "the creation of a track was interrupted");
        AccessError::Internal
    })??;
    Ok(Json(CreateTrackResponse { success: true, track_id }))
}

impl AccessServer {
    /// Creates the track and stores its rule. [`RuleStore`](crate::tracks::rule_store::RuleStore) explains why neither
    /// an error nor a power failure leaves a track that is more open than requested.
    async fn create_track(
        &self,
        owner: i64,
        ticket: &str,
        body: &Body,
        rule: Option<&Rule>,
    ) -> Result<u64, AccessError> {
        let cid = &body.metadata.track_cid;
        let note = self.rules.begin(owner, cid, self.clock.now()).await?.ok_or(AccessError::TooMany("tracks"))?;
        let track = match self.service.create(ticket, &self.new_track(&body.metadata)).await {
            Ok(track) => track,
            Err(error) => return Err(self.handle_failure(&note, error).await),
        };
        let is_as_requested =
            track.authorities == [self.signer.address()] && track.cid == *cid && track.owner == body.user_id;
        if !is_as_requested {
            tracing::error!(track = track.id, "the service made another track than it was asked for");
            self.delete_track(ticket, &track).await;
            return Err(AccessError::Service);
        }
        if let Err(error) = self.rules.finish(&note, track.id, rule, self.clock.now()).await {
            self.delete_track(ticket, &track).await;
            return Err(error.into());
        }
        // Until then, no site can frame its player. The next change of the rule tries again.
        let sites = self.sites(rule.cloned().map_or(StoredRule::Default, StoredRule::Rule));
        if let Err(error) = self.service.set_sites(ticket, track.id, &sites).await {
            tracing::warn!(%error, track = track.id, "the service does not know on which sites a track plays");
        }
        Ok(track.id)
    }

    fn new_track<'a>(&self, metadata: &'a Metadata) -> NewTrack<'a> {
        NewTrack {
            title: metadata.title.trim(),
            genre: metadata.genre.as_deref(),
            description: metadata.description.as_deref(),
            track_cid: &metadata.track_cid,
            access_authorities: [self.signer.address().to_string()],
        }
    }

    /// If no response arrived, the track may exist. Then the note stays, and keeps the track closed.
    async fn handle_failure(&self, note: &PendingCreation, error: ServiceError) -> AccessError {
        if error.is_certain()
            && let Err(error) = self.rules.discard(note).await
        {
            tracing::error!(%error, "the note of a track that was not created could not be deleted");
        }
        error.into()
    }

    /// Keeps the note, in case the deletion fails too.
    async fn delete_track(&self, ticket: &str, track: &Track) {
        if let Err(error) = self.service.delete(ticket, track.id).await {
            tracing::error!(%error, track = track.id, "a track without a rule could not be deleted: it stays, and no user can hear it");
        }
    }
}

impl Body {
    fn read(body: Result<Bytes, BytesRejection>) -> Result<Self, AccessError> {
        let bytes = body::bytes(body)?;
        let body: Self =
            serde_json::from_slice(&bytes).map_err(|error| AccessError::Request(format!("body: {error}")))?;
        let Metadata { title, track_cid, .. } = &body.metadata;
        if !(1..=MAX_TITLE).contains(&title.trim().chars().count()) {
            return Err(AccessError::Request("metadata.title must be 1 to 200 characters".to_owned()));
        }
        let is_cid = track_cid.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte));
        if !is_cid || !(1..=MAX_CID).contains(&track_cid.len()) {
            let words = "metadata.trackCid must be 1 to 128 letters, digits, \"-\", \"_\" or \".\"";
            return Err(AccessError::Request(words.to_owned()));
        }
        Ok(body)
    }
}

/// A number, or a string with a number.
fn user_id<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    match NumberOrText::deserialize(deserializer) {
        Ok(NumberOrText::Number(number)) => Ok(number),
        Ok(NumberOrText::Text(text)) if text.bytes().all(|byte| byte.is_ascii_digit()) => {
            text.parse().map_err(|_| not_an_id())
        }
        _ => Err(not_an_id()),
    }
}

fn not_an_id<E: de::Error>() -> E {
    E::custom("userId must be a user ID")
}
