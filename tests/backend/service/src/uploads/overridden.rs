//! `POST {base}/uploads/{id}` with `X-HTTP-Method-Override`, for clients that can only send GET and POST.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::response::{IntoResponse as _, Response};

use crate::api::caller::{Reader, Writer};
use crate::state::Backend;
use crate::uploads::append::append;
use crate::uploads::refusal::UploadError;
use crate::uploads::show::progress;
use crate::uploads::terminate::delete;

pub(crate) async fn overridden(
    state: State<Arc<Backend>>,
    caller: Writer,
    path: Path<String>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, UploadError> {
    match headers.get(HeaderName::from_static("x-http-method-override")).map(HeaderValue::as_bytes) {
        Some(b"PATCH") => append(state, caller, path, headers, body).await,
        Some(b"DELETE") => Ok(delete(state, caller, path, headers).await?.into_response()),
        Some(b"HEAD") => progress(state, Reader(caller.0), path, headers).await,
        _ => Ok(StatusCode::METHOD_NOT_ALLOWED.into_response()),
    }
}
