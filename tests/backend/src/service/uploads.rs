//! `{base}/uploads`: audio, in as many pieces as it takes. The tus protocol 1.0.0: its core and the extensions `creation`, `creation-with-upload`,
//! `expiration`, `checksum` and `termination`. What becomes of uploads is in [`stagepass_media::uploads`].
//!
//! | where | what |
//! |---|---|
//! | here | the methods of an upload, and the list |
//! | `create` | how one begins |
//! | `headers`, `metadata`, `checksum` | what tus says in headers |
//! | `upload_locks` | one request of an upload at a time |
//! | `receive` | a request's bytes, and what comes after the last |
//! | `incoming`, `intake`, `draft_writer`, `names` | how they come, and go to the disk |
//! | `terminate`, `sweep` | how one ends |
//! | `answer`, `refusal` | the answers |

pub(crate) mod answer;
mod checksum;
pub(crate) mod create;
mod draft_writer;
#[cfg(feature = "fuzzing")]
pub(crate) mod fuzzing;
pub(crate) mod headers;
mod incoming;
mod intake;
mod metadata;
mod names;
mod receive;
mod refusal;
mod sweep;
mod terminate;
mod upload_locks;

use std::sync::Arc;

use axum::Json;
use axum::body::Body;
use axum::extract::{Path, RawQuery, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::response::{IntoResponse as _, Response};

use self::answer::{OneUpload, Quota, SeveralUploads, Upload};
use self::checksum::Checksum;
pub(crate) use self::create::create;
use self::names::Names;
use self::receive::Patch;
use self::refusal::UploadError;
pub(crate) use self::sweep::sweep;
use self::upload_locks::UploadLocks;
use crate::service::Backend;
use crate::service::caller::{Reader, Writer};
use crate::service::paging::Page;
use crate::settings::UploadLimits;
use stagepass_media::uploads::Uploads;
use stagepass_store::UploadRecord;

/// What uploads need beside the store and the media folder.
#[derive(Debug)]
pub(crate) struct UploadState {
    pub(crate) limits: UploadLimits,
    pub(crate) locks: Arc<UploadLocks>,
    names: Names,
}

impl UploadState {
    /// Where people may not make accounts for themselves, a new one has all of its quota.
    pub(crate) fn new(limits: UploadLimits, sign_up: bool) -> Self {
        let new_account_quota = if sign_up { limits.new_account_quota } else { limits.quota };
        let limits = UploadLimits { new_account_quota, ..limits };
        Self { limits, locks: Arc::default(), names: Names::default() }
    }
}

impl Backend {
    fn upload_keeper(&self) -> Uploads {
        let (media, clock) = (Arc::clone(&self.media), Arc::clone(&self.clock));
        Uploads { store: self.store.clone(), media, clock }
    }
}

/// `GET {base}/uploads`: the listener's, a page at a time.
pub(crate) async fn list(
    State(backend): State<Arc<Backend>>,
    Reader(user): Reader,
    RawQuery(query): RawQuery,
) -> Result<Json<SeveralUploads>, UploadError> {
    let (page, now) = (Page::read(query.as_deref().unwrap_or_default())?, backend.clock.now());
    let mut found = backend.store.uploads_of(user.user_id, page.after, page.wanted(), now).await?;
    let next_cursor = page.end(&mut found, |upload| upload.entry);
    let mut data = Vec::with_capacity(found.len());
    for upload in found {
        let offset = receive::arrived(&backend, &upload).await?;
        data.push(Upload::new(upload, offset));
    }
    let usage = backend.store.usage(user.user_id, now).await?;
    let quota = Quota { bytes: create::quota(&backend, user.user_id, now).await?, used: usage.bytes };
    Ok(Json(SeveralUploads { data, next_cursor, quota }))
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
    to.extend(headers::expiring(upload.expires_at));
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
) -> Result<Json<OneUpload>, UploadError> {
    let (upload, offset) = receive::settled(&backend, &upload_id, user.user_id).await?;
    Ok(Json(OneUpload { data: Upload::new(upload, offset) }))
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
    let checksum = Checksum::read(&headers)?;
    let patch = Patch { upload_id, user_id: user.user_id, offset, length, checksum };
    // A task of its own: when the client goes away this function is dropped at once, in the midst of a write. The task ends the write,
    // keeps what has arrived and only then lets the next PATCH have its turn.
    let received = tokio::spawn(receive::receive(Arc::clone(&backend), patch, body)).await??;
    let mut answer = StatusCode::NO_CONTENT.into_response();
    answer.headers_mut().insert(headers::UPLOAD_OFFSET, HeaderValue::from(received.offset));
    answer.headers_mut().extend(headers::expiring(received.expires_at));
    Ok(answer)
}

/// `DELETE {base}/uploads/{id}`: the upload goes, with all that has come of it.
pub(crate) async fn delete(
    State(backend): State<Arc<Backend>>,
    Writer(user): Writer,
    Path(upload_id): Path<String>,
    headers: HeaderMap,
) -> Result<StatusCode, UploadError> {
    headers::resumable(&headers)?;
    // A task of its own, as with PATCH.
    tokio::spawn(terminate::terminate(Arc::clone(&backend), upload_id, user.user_id)).await??;
    Ok(StatusCode::NO_CONTENT)
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
        Some(b"DELETE") => Ok(delete(state, caller, path, headers).await?.into_response()),
        Some(b"HEAD") => progress(state, Reader(caller.0), path, headers).await,
        _ => Ok(StatusCode::METHOD_NOT_ALLOWED.into_response()),
    }
}

/// The listener's upload of this name. One whose time is over is there only if all of it is: then it is to be completed.
async fn find(backend: &Backend, upload_id: &str, user_id: i64) -> Result<UploadRecord, UploadError> {
    let now = backend.clock.now();
    let upload = backend.store.upload(upload_id, user_id, now).await?.ok_or(UploadError::NotFound)?;
    if upload.has_expired(now) && backend.media.arrived(&upload).await? < upload.bytes() {
        return Err(UploadError::NotFound);
    }
    Ok(upload)
}
