//! `{base}/uploads`: audio, in as many pieces as it takes. The tus protocol 1.0.0, its core and the extension `creation`.
//!
//! | where | what |
//! |---|---|
//! | here | one function a method |
//! | `headers` | what tus says in headers |
//! | `turns` | one PATCH of an upload at a time |
//! | `receive` | a PATCH's bytes, to the disk; the last one's check |
//! | `refusal` | the answers that say no |

pub(crate) mod headers;
mod receive;
mod refusal;
mod turns;

use std::sync::Arc;

use axum::Json;
use axum::body::Body;
use axum::extract::{Path, RawQuery, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use serde_json::{Value, json};

use self::receive::Patch;
use self::refusal::UploadError;
use self::turns::Turns;
use crate::media::{self, NotAudio};
use crate::service::Backend;
use crate::service::caller::{Reader, Writer};
use crate::settings::UploadLimits;
use crate::store::{NewUpload, UploadRecord};
use crate::tracks::upload_id;

/// How long an upload may take, in seconds.
const LIFETIME: i64 = 24 * 60 * 60;

/// What uploads need beside the store and the media folder.
#[derive(Debug)]
pub(crate) struct UploadDesk {
    pub(crate) limits: UploadLimits,
    turns: Arc<Turns>,
}

impl UploadDesk {
    pub(crate) fn new(limits: UploadLimits) -> Self {
        Self { limits, turns: Arc::default() }
    }
}

/// `POST {base}/uploads`: an address to send the bytes to.
pub(crate) async fn create(
    State(backend): State<Arc<Backend>>,
    Writer(user): Writer,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, UploadError> {
    headers::resumable(&headers)?;
    let length = headers::length(&headers)?;
    let metadata = headers::metadata(&headers)?;
    if length == 0 {
        return Err(NotAudio::Unrecognised.into());
    }
    let size = i64::try_from(length).ok().filter(|_| length <= backend.uploads.limits.max_size);
    let size = size.ok_or(UploadError::TooLarge { max_size: backend.uploads.limits.max_size })?;
    let (upload_id, now) = (upload_id(&*backend.entropy)?, backend.clock.now());
    tokio::fs::File::create(backend.media.draft(&upload_id)).await?;
    let new = NewUpload {
        upload_id: &upload_id,
        user_id: user.user_id,
        size,
        metadata,
        created_at: now,
        expires_at: now + LIFETIME,
    };
    backend.store.insert_upload(&new).await?;
    // Whoever acts by an app's bearer token says for whom at each request; a tus client goes where this points.
    let named = query.is_some_and(|query| form_urlencoded::parse(query.as_bytes()).any(|(name, _)| name == "user_id"));
    let suffix = if named { format!("?user_id={}", user.user_id) } else { String::new() };
    let location = format!("{}/uploads/{upload_id}{suffix}", backend.base_url.as_str());
    Ok((StatusCode::CREATED, [(header::LOCATION, location)]).into_response())
}

/// `HEAD {base}/uploads/{id}`: how much has arrived.
pub(crate) async fn progress(
    State(backend): State<Arc<Backend>>,
    Reader(user): Reader,
    Path(upload_id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, UploadError> {
    headers::resumable(&headers)?;
    let (upload, offset) = receive::settled(&backend, &upload_id, user.user_id).await?;
    let mut answer = StatusCode::OK.into_response();
    let to = answer.headers_mut();
    to.insert(headers::UPLOAD_OFFSET, HeaderValue::from(offset));
    to.insert(headers::UPLOAD_LENGTH, HeaderValue::from(upload.size));
    if let Some(metadata) = upload.metadata.and_then(|text| HeaderValue::from_str(&text).ok()) {
        to.insert(headers::UPLOAD_METADATA, metadata);
    }
    Ok(answer)
}

/// `GET {base}/uploads/{id}`: the same for people, and what it has become.
pub(crate) async fn show(
    State(backend): State<Arc<Backend>>,
    Reader(user): Reader,
    Path(upload_id): Path<String>,
) -> Result<Json<Value>, UploadError> {
    let (upload, offset) = receive::settled(&backend, &upload_id, user.user_id).await?;
    let mut data = json!({ "id": upload.upload_id, "status": "uploading", "size": upload.size, "offset": offset });
    if let (Some(cid), Some(mime_type), Some(millis), Value::Object(members)) =
        (upload.cid, upload.mime_type, upload.duration_ms, &mut data)
    {
        let more = [
            ("status", json!("completed")),
            ("track_cid", json!(cid)),
            ("mime_type", json!(mime_type)),
            ("duration", json!(media::seconds(millis))),
        ];
        members.extend(more.map(|(name, value)| (name.to_owned(), value)));
    }
    Ok(Json(json!({ "data": data })))
}

/// `PATCH {base}/uploads/{id}`: the next bytes.
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
    // A task of its own: when the client goes away this function is dropped at once, in the midst of a write. The task ends the write,
    // keeps what has arrived and only then lets the next PATCH have its turn.
    let offset = tokio::spawn(receive::receive(Arc::clone(&backend), patch, body)).await??;
    Ok((StatusCode::NO_CONTENT, [(headers::UPLOAD_OFFSET, HeaderValue::from(offset))]).into_response())
}

/// `POST {base}/uploads/{id}`: for clients that can send nothing but GET and POST, and say in a header what they mean.
pub(crate) async fn overridden(
    state: State<Arc<Backend>>,
    caller: Writer,
    path: Path<String>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, UploadError> {
    match headers.get(HeaderName::from_static("x-http-method-override")).map(HeaderValue::as_bytes) {
        Some(b"PATCH") => append(state, caller, path, headers, body).await,
        _ => Ok(StatusCode::METHOD_NOT_ALLOWED.into_response()),
    }
}

/// Deletes the uploads that were not completed in time, and their files.
pub(crate) async fn sweep(backend: &Arc<Backend>) {
    let expired = match backend.store.expired_uploads(backend.clock.now()).await {
        Ok(expired) => expired,
        Err(error) => return tracing::error!(%error, "could not look for uploads that have expired"),
    };
    for upload_id in expired {
        // One that is being received at this moment is left for the next time.
        let Some(_turn) = backend.uploads.turns.take_at_once(&upload_id) else { continue };
        if let Err(error) = receive::give_up(backend, &upload_id).await {
            tracing::error!(%error, upload_id, "could not delete an upload that had expired");
        }
    }
}

async fn find(backend: &Backend, upload_id: &str, user_id: i64) -> Result<UploadRecord, UploadError> {
    backend.store.upload(upload_id, user_id, backend.clock.now()).await?.ok_or(UploadError::NotFound)
}
