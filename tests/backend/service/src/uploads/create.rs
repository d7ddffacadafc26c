//! `POST {base}/uploads`: creates an upload, and can already receive some or all of its bytes.

use std::sync::Arc;

use axum::body::{Body, HttpBody as _};
use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};

use crate::api::caller::Writer;
use crate::state::Backend;
use crate::tracks::upload_id;
use crate::uploads::find::find;
use crate::uploads::headers::{self, header_names, metadata};
use crate::uploads::receive::{Patch, UploadProgress, arrived, receive};
use crate::uploads::refusal::UploadError;
use crate::uploads::upload_locks::WAIT;
use stagepass_kit::disk::Disks;
use stagepass_media::NotAudio;
use stagepass_media::uploads::expiry;
use stagepass_store::{Allowance, NewUpload};

/// The most uploads of one user.
const MAX_UPLOADS: i64 = 10_000;

/// `POST {base}/uploads`.
pub(crate) async fn create(
    State(backend): State<Arc<Backend>>,
    Writer(user): Writer,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, UploadError> {
    headers::resumable(&headers)?;
    let length = headers::length(&headers)?;
    let metadata = metadata::metadata(&headers)?;
    if length == 0 {
        return Err(NotAudio::Unrecognised.into());
    }
    let size = i64::try_from(length).ok().filter(|_| length <= backend.uploads.limits.max_size);
    let size = size.ok_or(UploadError::TooLarge { max_size: backend.uploads.limits.max_size })?;
    let content_length = headers::content_length(&headers);
    let has_body = !body.is_end_stream();
    if has_body {
        headers::offset_octets(&headers)?;
        if content_length.is_some_and(|content_length| content_length > length) {
            return Err(UploadError::Excess);
        }
    }
    let (upload_id, now) = (upload_id(&*backend.entropy)?, backend.clock.now());
    let expires_at = expiry(now, now);
    let (created_at, user_id) = (now, user.user_id);
    let new = NewUpload { upload_id: &upload_id, user_id, size, metadata, created_at, expires_at };
    let allowance = allowance(&backend, user_id, now).await?;
    if !backend.store.insert_upload(&new, Some(allowance)).await? {
        return Err(refusal(&backend, &new, allowance).await);
    }
    // A request with an app's bearer token names its user. The Location must name them, too, because a tus client only
    // follows it.
    let named = query.is_some_and(|query| form_urlencoded::parse(query.as_bytes()).any(|(name, _)| name == "user_id"));
    let suffix = if named { format!("?user_id={user_id}") } else { String::new() };
    let location = format!("{}/uploads/{upload_id}{suffix}", backend.base_url.as_str());
    let mut answer = (StatusCode::CREATED, [(header::LOCATION, location)]).into_response();
    let begun = UploadProgress { offset: 0, expires_at: Some(expires_at) };
    let stands = if has_body {
        let patch = Patch { upload_id, user_id, offset: 0, length: content_length };
        // In a task of its own, as with PATCH.
        tokio::spawn(first_bytes(Arc::clone(&backend), patch, body)).await??
    } else {
        begun
    };
    if has_body {
        answer.headers_mut().insert(header_names::UPLOAD_OFFSET, HeaderValue::from(stands.offset));
    }
    answer.headers_mut().extend(headers::expiring(stands.expires_at));
    Ok(answer)
}

/// Receives the bytes in the request that creates an upload. If the response is an error, the upload is deleted. The
/// client does not know its address, and repeated attempts would use up the user's quota.
async fn first_bytes(backend: Arc<Backend>, patch: Patch, body: Body) -> Result<UploadProgress, UploadError> {
    let (upload_id, user_id) = (patch.upload_id.clone(), patch.user_id);
    let error = match receive(Arc::clone(&backend), patch, body).await {
        Ok(received) => return Ok(received),
        Err(error) => error,
    };
    let _lock = backend.uploads.locks.take(&upload_id, WAIT).await;
    let Ok(upload) = find(&backend, &upload_id, user_id).await else { return Err(error) };
    if error.is_for_now() {
        return Ok(UploadProgress { offset: arrived(&backend, &upload).await?, expires_at: upload.expires_at });
    }
    if let Err(error) = backend.upload_keeper().give_up(&upload).await {
        tracing::warn!(%error, upload_id, "an upload whose creation failed could not be deleted: it stays until it expires");
    }
    Err(error)
}

/// Returns the user's current quota.
pub(super) async fn quota(backend: &Backend, user_id: i64, now: i64) -> Result<i64, UploadError> {
    let made_at = backend.store.account_made_at(user_id).await?.unwrap_or(now);
    Ok(backend.uploads.limits.quota_at(now.saturating_sub(made_at)))
}

async fn allowance(backend: &Backend, user_id: i64, now: i64) -> Result<Allowance, UploadError> {
    let limits = &backend.uploads.limits;
    let room = backend.media.disks().ask(Disks::room).await?;
    let counted = |bytes| i64::try_from(bytes).unwrap_or(i64::MAX);
    Ok(Allowance {
        bytes: quota(backend, user_id, now).await?,
        uploads: MAX_UPLOADS,
        unfinished: limits.unfinished.into(),
        ceiling: limits.ceiling.map(counted),
        room: counted(room),
        // Uploads to a bucket do not stay on this disk. They are read back one after the other.
        is_room_shared: !backend.media.is_in_bucket(),
    })
}

/// Returns why the user may not create another upload.
async fn refusal(backend: &Backend, new: &NewUpload<'_>, allowance: Allowance) -> UploadError {
    let usage = match backend.store.usage(new.user_id, new.created_at).await {
        Ok(usage) => usage,
        Err(error) => return error.into(),
    };
    let Allowance { bytes: quota, uploads, unfinished, .. } = allowance;
    if usage.unfinished >= unfinished {
        return UploadError::TooManyUploads { unfinished: usage.unfinished };
    }
    if usage.uploads >= uploads {
        return UploadError::AllUploadsUsed;
    }
    if usage.bytes.saturating_add(new.size) > quota {
        return UploadError::QuotaExceeded { quota, used: usage.bytes };
    }
    backend.media.disks().note_refusal();
    UploadError::StorageFull
}
