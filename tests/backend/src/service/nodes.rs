//! `{base}/nodes/…`: what nodes on other machines ask. Each question is signed with a node's key; the operator has told the service the addresses of those
//! keys, and without any there are no such routes.
//!
//! | where | what |
//! |---|---|
//! | here | which tracks a content has, and who may sign for them |
//! | `audio` | its bytes |
//! | `listens` | that it was heard |
//! | `signature` | which node asks |
//! | `refusal` | the answers that say no |

mod audio;
mod listens;
mod refusal;
mod signature;

use std::sync::Arc;

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;
use sha2::{Digest as _, Sha256};
use stagepass_gate::Address;

pub(crate) use self::audio::audio;
pub(crate) use self::listens::{HeardReport, listens};
use self::refusal::NodesError;
use crate::service::Backend;
use stagepass_kit::clock::Clock;
use stagepass_kit::hex;
use stagepass_media::audio::{Precondition, Shelves, precondition};
use stagepass_store::{PlayableContent, PlayableTrack};

/// The nodes that may ask.
#[derive(Debug)]
pub(crate) struct Nodes {
    addresses: Vec<Address>,
    clock: Arc<dyn Clock>,
    shelves: Shelves,
}

/// A content, for nodes.
#[derive(Serialize, JsonSchema)]
pub(crate) struct NodeContent {
    cid: String,
    mime_type: String,
    /// Bytes.
    size: i64,
    duration_ms: i64,
    /// The uploads that it came of.
    upload_ids: Vec<String>,
    /// Every track that has ever had it.
    tracks: Vec<NodeTrack>,
}

/// A track, for nodes.
#[derive(Serialize, JsonSchema)]
pub(crate) struct NodeTrack {
    track_id: i64,
    /// Nobody may hear it.
    delisted: bool,
    /// Its owner had completed an upload of the audio when the track was made; `false` if that is not known. If it is also public, its audio is served
    /// without a signature at an address that names it (`track_id`), whoever else has gated the same audio.
    owner_uploaded: bool,
    /// Any one of them may sign for it. Empty: it is public.
    access_authorities: Vec<String>,
}

impl Nodes {
    pub(crate) fn new(addresses: Vec<Address>, clock: Arc<dyn Clock>) -> Self {
        Self { addresses, clock, shelves: Shelves::default() }
    }

    /// Whether a request is one of a node's, which asks more often than others may.
    pub(crate) fn is_of_a_node(&self, request: &Request) -> bool {
        // What it is for is looked at later: a signature for something else opens nothing.
        !self.addresses.is_empty() && self.signer(request.headers()).is_ok()
    }
}

/// `GET {base}/nodes/contents/{cid}`.
pub(crate) async fn content(
    State(backend): State<Arc<Backend>>,
    cid: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
) -> Result<Response, NodesError> {
    let Path(cid) = cid.map_err(|_| NodesError::Unknown)?;
    backend.nodes.admit(&headers, &cid)?;
    let playable = backend.store.playable(&cid).await?.ok_or(NodesError::Unknown)?;
    let body =
        serde_json::to_vec(&json!({ "data": NodeContent::of(cid, playable) })).map_err(|_| NodesError::Internal)?;
    let etag = format!("\"{}\"", hex::encode(&Sha256::digest(&body)));
    let tag = [(header::ETAG, HeaderValue::try_from(&etag).map_err(|_| NodesError::Internal)?)];
    match precondition(&headers, &etag) {
        Precondition::Passed => {
            let kind = [(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))];
            Ok((tag, kind, body).into_response())
        }
        Precondition::NotModified => Ok((StatusCode::NOT_MODIFIED, tag).into_response()),
        Precondition::Failed => Err(NodesError::Changed),
    }
}

impl NodeContent {
    fn of(cid: String, content: PlayableContent) -> Self {
        let PlayableContent { mime_type, size, duration_ms, upload_ids, tracks } = content;
        Self { cid, mime_type, size, duration_ms, upload_ids, tracks: tracks.into_iter().map(NodeTrack::of).collect() }
    }
}

impl NodeTrack {
    fn of(track: PlayableTrack) -> Self {
        let PlayableTrack { track_id, deleted, owner_uploaded, authorities } = track;
        Self { track_id, delisted: deleted, owner_uploaded, access_authorities: authorities }
    }
}
