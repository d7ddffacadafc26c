//! `GET {base}/nodes/contents/{cid}`: which tracks a content has, and who may sign for them.

use std::sync::Arc;

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use data_encoding::HEXLOWER;
use serde::Serialize;
use serde_json::json;
use sha2::{Digest as _, Sha256};

use crate::nodes::refusal::NodesError;
use crate::state::Backend;
use stagepass_media::audio::{Precondition, precondition};
use stagepass_store::{PlayableContent, PlayableTrack};

/// A content, for nodes.
#[derive(Serialize)]
pub(crate) struct NodeContent {
    /// The CID.
    cid: String,
    /// The media type.
    mime_type: String,
    /// The size in bytes.
    size: i64,
    /// The duration in milliseconds.
    duration_ms: i64,
    /// The peaks of the waveform, from 0 to 255.
    #[serde(skip_serializing_if = "Option::is_none")]
    waveform: Option<Vec<u8>>,
    /// The IDs of the uploads with this content.
    upload_ids: Vec<String>,
    /// Every track that has or had this content.
    tracks: Vec<NodeTrack>,
}

/// A track, for nodes.
#[derive(Serialize)]
pub(crate) struct NodeTrack {
    /// The ID of the track.
    track_id: i64,
    /// Whether the track is delisted or deleted. Then it is not served.
    delisted: bool,
    /// Whether the owner had completed an upload of the audio when the track was created. `false` if that is not known.
    /// If the track is also public, its audio is served without a signature at an address with its `track_id`, even if
    /// another user has gated the same audio.
    owner_uploaded: bool,
    /// The addresses that may sign for the track. Without any, it is public.
    access_authorities: Vec<String>,
}

/// `GET {base}/nodes/contents/{cid}`.
pub(crate) async fn show(
    State(backend): State<Arc<Backend>>,
    cid: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
) -> Result<Response, NodesError> {
    let Path(cid) = cid.map_err(|_| NodesError::Unknown)?;
    backend.nodes.admit(&headers, &cid)?;
    let playable = backend.store.playable(&cid).await?.ok_or(NodesError::Unknown)?;
    let body =
        serde_json::to_vec(&json!({ "data": NodeContent::of(cid, playable) })).map_err(|_| NodesError::Internal)?;
    let etag = format!("\"{}\"", HEXLOWER.encode(&Sha256::digest(&body)));
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
        let PlayableContent { mime_type, size, duration_ms, waveform, upload_ids, tracks } = content;
        let waveform = waveform.map(|waveform| waveform.peaks().to_vec());
        let tracks = tracks.into_iter().map(NodeTrack::of).collect();
        Self { cid, mime_type, size, duration_ms, waveform, upload_ids, tracks }
    }
}

impl NodeTrack {
    fn of(track: PlayableTrack) -> Self {
        let PlayableTrack { track_id, deleted, owner_uploaded, authorities } = track;
        Self { track_id, delisted: deleted, owner_uploaded, access_authorities: authorities }
    }
}

#[cfg(test)]
mod tests {
    use stagepass_server::http::MAX_LIST;
    use stagepass_store::{TRACKS_OF_AUDIO, TRACKS_OF_USER_AND_AUDIO, Waveform};

    use super::*;
    use crate::tracks::MAX_AUTHORITIES;

    #[test]
    fn largest_content_response_fits_node_limit() {
        let authorities = vec![format!("0x{}", "A".repeat(40)); MAX_AUTHORITIES];
        let track_id = (1 << 53) - 1;
        let track = PlayableTrack { track_id, deleted: false, owner_uploaded: false, authorities };
        let count = |most: i64| usize::try_from(most).unwrap();
        let content = PlayableContent {
            mime_type: "audio/mpeg".to_owned(),
            size: i64::MAX,
            duration_ms: i64::MAX,
            waveform: Waveform::new(&[u8::MAX; Waveform::PARTS]),
            upload_ids: vec!["f".repeat(32); count(TRACKS_OF_AUDIO * TRACKS_OF_USER_AND_AUDIO)],
            tracks: vec![track; count(TRACKS_OF_AUDIO)],
        };
        let body = serde_json::to_vec(&json!({ "data": NodeContent::of("cid".to_owned(), content) })).unwrap();
        assert!((MAX_LIST / 4..MAX_LIST / 2).contains(&body.len()), "{}", body.len());
    }
}
