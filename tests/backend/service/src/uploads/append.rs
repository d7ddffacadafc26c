//! `PATCH {base}/uploads/{id}`: appends bytes.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse as _, Response};

use crate::api::caller::Writer;
use crate::state::Backend;
use crate::uploads::headers::{self, header_names};
use crate::uploads::receive;
use crate::uploads::receive::Patch;
use crate::uploads::refusal::UploadError;

pub(crate) async fn append(
    State(backend): State<Arc<Backend>>,
    Writer(user): Writer,
    Path(upload_id): Path<String>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, UploadError> {
    headers::resumable(&headers)?;
    headers::offset_octets(&headers)?;
    let (offset, length) = (headers::offset(&headers)?, headers::content_length(&headers));
    let patch = Patch { upload_id, user_id: user.user_id, offset, length };
    // In a task of its own: if the client disconnects, this future is dropped at once, in the middle of a write. The
    // task finishes the write and stores what was received, before the next PATCH begins.
    let received = tokio::spawn(receive::receive(Arc::clone(&backend), patch, body)).await??;
    let mut answer = StatusCode::NO_CONTENT.into_response();
    answer.headers_mut().insert(header_names::UPLOAD_OFFSET, HeaderValue::from(received.offset));
    answer.headers_mut().extend(headers::expiring(received.expires_at));
    Ok(answer)
}
