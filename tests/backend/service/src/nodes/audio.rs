//! `GET|HEAD {base}/nodes/contents/{cid}/audio`: a content's bytes, from the folder or the bucket.

use std::sync::Arc;

use axum::Extension;
use axum::body::Body;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, Method, Response, StatusCode};

use crate::nodes::refusal::NodesError;
use crate::state::Backend;
use stagepass_media::audio::{Precondition, answer, head_of, part_of, precondition};
use stagepass_media::{AudioSource, audio_path, cid};
use stagepass_server::serve::FileSpans;

/// The media type is in the response about the content.
const BYTES: HeaderValue = HeaderValue::from_static("application/octet-stream");
/// The node caches the bytes by their hash. Nothing else should.
const UNKEPT: HeaderValue = HeaderValue::from_static("no-store");

pub(crate) async fn show(
    State(backend): State<Arc<Backend>>,
    cid: Result<Path<String>, PathRejection>,
    spans: Option<Extension<FileSpans>>,
    (method, headers): (Method, HeaderMap),
) -> Result<Response<Body>, NodesError> {
    let Path(cid) = cid.map_err(|_| NodesError::Unknown)?;
    backend.nodes.admit(&headers, &cid)?;
    // Any other text could be the name of another file.
    if cid::sha256_of(&cid).is_none() {
        return Err(NodesError::Unknown);
    }
    let (open_audio, now) = (&backend.nodes.open_audio, backend.clock.now());
    let audio = match backend.media.audio() {
        AudioSource::Folder(media) => {
            open_audio.file(&audio_path(&media, &cid), now, spans.map(|Extension(spans)| spans)).await?
        }
        AudioSource::Bucket(bucket) => open_audio.object(&bucket, &cid, now).await?,
    };
    let etag = format!("\"{cid}\"");
    let head = head_of(&etag, UNKEPT);
    match precondition(&headers, &etag) {
        Precondition::Passed => {}
        Precondition::NotModified => {
            let response = head.status(StatusCode::NOT_MODIFIED).body(Body::empty());
            return response.map_err(|_| NodesError::Internal);
        }
        Precondition::Failed => return Err(NodesError::Changed),
    }
    let part = part_of(&method, &headers, &etag, audio.length());
    Ok(answer(head, part, audio, BYTES, method == Method::HEAD).await?)
}
