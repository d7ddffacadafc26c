//! `GET` and `HEAD {base}/uploads/{id}`: the progress of an upload, and its result.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse as _, Response};

use crate::api::caller::Reader;
use crate::state::Backend;
use crate::uploads::headers::{self, header_names};
use crate::uploads::receive;
use crate::uploads::refusal::UploadError;
use crate::uploads::response::{OneUpload, Upload};

/// `HEAD {base}/uploads/{id}`: returns the offset.
pub(crate) async fn progress(
    State(backend): State<Arc<Backend>>,
    Reader(user): Reader,
    Path(upload_id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, UploadError> {
    headers::resumable(&headers)?;
    let (upload, offset) = receive::resumable(&backend, &upload_id, user.user_id).await?;
    let mut answer = StatusCode::OK.into_response();
    let to = answer.headers_mut();
    to.insert(header_names::UPLOAD_OFFSET, HeaderValue::from(offset));
    to.insert(header_names::UPLOAD_LENGTH, HeaderValue::from(upload.size));
    to.extend(headers::expiring(upload.expires_at));
    if let Some(metadata) = upload.metadata.and_then(|text| HeaderValue::from_str(&text).ok()) {
        to.insert(header_names::UPLOAD_METADATA, metadata);
    }
    Ok(answer)
}

/// `GET {base}/uploads/{id}`: returns the progress and the result as JSON. Unlike `HEAD`, does not wait for a running
/// request.
pub(crate) async fn show(
    State(backend): State<Arc<Backend>>,
    Reader(user): Reader,
    Path(upload_id): Path<String>,
) -> Result<Json<OneUpload>, UploadError> {
    let (upload, offset) = receive::settled(&backend, &upload_id, user.user_id).await?;
    Ok(Json(OneUpload { data: Upload::new(upload, offset) }))
}
