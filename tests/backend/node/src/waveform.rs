//! `GET|HEAD /tracks/cidstream/{cid}/waveform`: the waveform of a content, under the same rule as its audio. Its URL is
//! that of the audio with one more segment, so the same signature is for both.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, RawQuery, State};
use axum::http::header;
use axum::response::{IntoResponse as _, Response};
use serde::Serialize;

use super::cidstream::cache_control;
use super::stream_error::StreamError;
use crate::state::Node;
use stagepass_server::serve::REQUEST_TIMEOUT;
use stagepass_store::Waveform;

#[derive(Serialize)]
struct Peaks<'a> {
    /// From 0 to 255. Empty if there is no waveform.
    peaks: &'a [u8],
}

/// Returns the waveform. It counts as no listen.
pub(super) async fn show(
    State(node): State<Arc<Node>>,
    cid: Result<Path<String>, PathRejection>,
    RawQuery(query): RawQuery,
) -> Response {
    let Ok(Path(cid)) = cid else { return StreamError::Unknown.into_response() };
    let query = query.unwrap_or_default();
    let admitted = tokio::time::timeout(REQUEST_TIMEOUT, node.admit(&cid, &query)).await;
    match admitted.unwrap_or(Err(StreamError::Late)) {
        Ok(admitted) => {
            let peaks = admitted.content.waveform.as_ref().map(Waveform::peaks).unwrap_or_default();
            ([(header::CACHE_CONTROL, cache_control(admitted.access))], Json(Peaks { peaks })).into_response()
        }
        Err(refused) => {
            refused.log(&cid);
            refused.into_response()
        }
    }
}
