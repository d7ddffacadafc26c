//! Receives the bytes of one request, and completes the upload after the last one.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;

use crate::state::Backend;
use crate::uploads::find::find;
use crate::uploads::refusal::UploadError;
use crate::uploads::upload_body::UploadBody;
use crate::uploads::upload_locks::{UploadLock, WAIT};
use crate::uploads::upload_pipeline::{PipelineOutput, UploadPipeline, synced};
use stagepass_media::MediaError;
use stagepass_media::uploads::UploadsError;
use stagepass_store::UploadRecord;

/// How long a client that wants to resume waits for the previous request to end. This is longer than an idle request is
/// kept while another one waits.
const WAIT_TO_RESUME: Duration = Duration::from_secs(5);

/// The headers of a PATCH request.
#[derive(Debug)]
pub(super) struct Patch {
    pub(super) upload_id: String,
    pub(super) user_id: i64,
    pub(super) offset: u64,
    /// Content-Length.
    pub(super) length: Option<u64>,
}

/// The progress of an upload.
#[derive(Debug)]
pub(super) struct UploadProgress {
    pub(super) offset: u64,
    /// When it expires. `None` once it is complete.
    pub(super) expires_at: Option<i64>,
}

/// Appends the body, and returns the new offset. All bytes before it are on the disk or in the bucket, and recorded in
/// the store.
///
/// After the last byte the upload is inspected: it becomes audio or is deleted.
pub(super) async fn receive(backend: Arc<Backend>, patch: Patch, body: Body) -> Result<UploadProgress, UploadError> {
    // Checked before the lock is taken, so that no user can lock another user's upload.
    find(&backend, &patch.upload_id, patch.user_id).await?;
    let lock = backend.uploads.locks.take(&patch.upload_id, WAIT).await.ok_or(UploadError::Locked)?;
    // Checked again: while this request waited for the lock, another may have completed the upload.
    let mut upload = find(&backend, &patch.upload_id, patch.user_id).await?;
    let (arrived, size) = (arrived(&backend, &upload).await?, upload.bytes());
    if patch.offset != arrived {
        return Err(UploadError::Offset { arrived });
    }
    if patch.length.is_some_and(|length| length > size - arrived) {
        return Err(UploadError::Excess);
    }
    if upload.cid.is_some() {
        return Ok(UploadProgress { offset: arrived, expires_at: None });
    }
    if arrived == size {
        let _lock = lock;
        backend.upload_keeper().complete(&mut upload, None).await?;
        return Ok(UploadProgress { offset: size, expires_at: None });
    }
    append(&backend, upload, arrived, body, lock).await
}

async fn append(
    backend: &Backend,
    upload: UploadRecord,
    from: u64,
    body: Body,
    lock: UploadLock,
) -> Result<UploadProgress, UploadError> {
    let (uploads, state) = (backend.upload_keeper(), &backend.uploads);
    let (id, size) = (upload.upload_id.clone(), upload.bytes());
    // A multipart upload is read back from the bucket, and its CID is computed then.
    let running_cid = if uploads.media.is_put_in_parts(size) { None } else { state.running_cids.take(&id, from) };
    let pipeline = UploadPipeline::open(&uploads, &backend.metrics, upload, from, running_cid).await?;
    let mut body = UploadBody::new(body, lock, state.limits.patience);
    let (output, ended) = pipeline.run(&mut body).await;
    let Some(PipelineOutput { mut upload, writer }) = output else {
        return Err(ended.err().unwrap_or(UploadError::Internal));
    };
    let offset = writer.draft.end();
    if offset < size || ended.is_err() {
        if let Some(running_cid) = writer.name {
            state.running_cids.put(&id, running_cid);
        }
        return ended.map(|()| UploadProgress { offset, expires_at: upload.expires_at });
    }
    if uploads.media.is_put_in_parts(size) {
        drop(writer);
        uploads.complete(&mut upload, None).await?;
    } else {
        complete_at_once(backend, &mut upload, writer).await?;
    }
    Ok(UploadProgress { offset, expires_at: None })
}

/// Inspects a complete draft while it is synced to the disk. Records that all bytes were received together with the
/// outcome, or without it if the inspection failed.
async fn complete_at_once(
    backend: &Backend,
    upload: &mut UploadRecord,
    mut writer: super::draft_writer::DraftWriter,
) -> Result<(), UploadError> {
    let uploads = backend.upload_keeper();
    let sync = writer.draft.begin_sync()?;
    let inspecting = uploads.inspect_draft(&upload.upload_id, writer.name.take());
    let (on_disk, inspected) = tokio::join!(synced(sync), inspecting);
    if let Err(error) = on_disk {
        if inspected.is_ok() {
            uploads.end_inspection(&upload.upload_id).await?;
        }
        return Err(error);
    }
    let completed = match inspected {
        Ok(_) | Err(UploadsError::Media(MediaError::NotAudio(_))) => uploads.complete(upload, Some(inspected)).await,
        Err(error) => Err(error),
    };
    if matches!(completed, Err(UploadsError::Dropping | UploadsError::Interrupted | UploadsError::Media(_)))
        && let Err(error) = uploads.note(upload, writer.draft.end()).await
    {
        // It was recorded together with the outcome, or the upload is deleted.
        tracing::debug!(%error, "the offset of a complete upload was not recorded again");
    }
    Ok(completed.map(drop)?)
}

/// Returns how many bytes of an upload were received.
pub(super) async fn arrived(backend: &Backend, upload: &UploadRecord) -> Result<u64, UploadError> {
    if upload.cid.is_some() { Ok(upload.bytes()) } else { Ok(backend.media.arrived(upload).await?) }
}

/// Returns the upload like [`settled`], for a client that is about to resume it. The client's last request may have
/// broken off without the service noticing yet. So this waits until that request has recorded its bytes, as tusd does.
/// If it still receives bytes after [`WAIT_TO_RESUME`], the offset is the one recorded so far.
pub(super) async fn resumable(
    backend: &Arc<Backend>,
    upload_id: &str,
    user_id: i64,
) -> Result<(UploadRecord, u64), UploadError> {
    // Checked before waiting for the lock, so that no user can wait for another user's upload.
    find(backend, upload_id, user_id).await?;
    drop(backend.uploads.locks.take(upload_id, WAIT_TO_RESUME).await);
    settled(backend, upload_id, user_id).await
}

/// Returns the upload, and completes it first if all bytes were received. The service may have stopped before that, and
/// the client sends no more requests because no bytes are missing.
pub(super) async fn settled(
    backend: &Arc<Backend>,
    upload_id: &str,
    user_id: i64,
) -> Result<(UploadRecord, u64), UploadError> {
    let before = find(backend, upload_id, user_id).await?;
    let there = arrived(backend, &before).await?;
    // Read again after the file's length: a request that began in between may have recorded a smaller offset, and
    // written bytes that are not synced yet.
    let upload = find(backend, upload_id, user_id).await?;
    let offset = if upload.cid.is_some() { upload.bytes() } else { there.min(upload.durable()) };
    if upload.cid.is_some() || offset < upload.bytes() {
        return Ok((upload, offset));
    }
    let lock = backend.uploads.locks.take(upload_id, WAIT).await.ok_or(UploadError::Locked)?;
    let mut upload = find(backend, upload_id, user_id).await?;
    let offset = arrived(backend, &upload).await?;
    if upload.cid.is_some() || offset < upload.bytes() {
        return Ok((upload, offset));
    }
    // In a task of its own that holds the lock. If it were dropped half-way, the next request would run concurrently.
    let uploads = backend.upload_keeper();
    let completing = tokio::spawn(async move {
        let _lock = lock;
        uploads.complete(&mut upload, None).await
    });
    completing.await??;
    Ok((find(backend, upload_id, user_id).await?, offset))
}
