//! The bytes of one request, and what happens after the last of them.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;

use crate::state::Backend;
use crate::uploads::find::find;
use crate::uploads::headers::checksum::Checksum;
use crate::uploads::refusal::UploadError;
use crate::uploads::upload_body::UploadBody;
use crate::uploads::upload_locks::{UploadLock, WAIT};
use crate::uploads::upload_pipeline::{PipelineOutput, UploadPipeline, synced};
use stagepass_media::MediaError;
use stagepass_media::uploads::UploadsError;
use stagepass_store::UploadRecord;

/// How long a question where to go on waits for the request that still brings bytes: longer than a silent one is kept
/// once another waits for it.
const WAIT_TO_RESUME: Duration = Duration::from_secs(5);

/// What a request says in its headers.
#[derive(Debug)]
pub(super) struct Patch {
    pub(super) upload_id: String,
    pub(super) user_id: i64,
    pub(super) offset: u64,
    /// Content-Length.
    pub(super) length: Option<u64>,
    pub(super) checksum: Option<Checksum>,
}

/// Where an upload stands now.
#[derive(Debug)]
pub(super) struct UploadProgress {
    pub(super) offset: u64,
    /// When it is given up; `None` once it is complete.
    pub(super) expires_at: Option<i64>,
}

/// Appends the body, and returns the offset that has been reached. All that it counts is on the disk, or in the bucket, and noted in the store.
///
/// After the last byte the upload is looked at: it becomes audio, or is gone.
pub(super) async fn receive(backend: Arc<Backend>, patch: Patch, body: Body) -> Result<UploadProgress, UploadError> {
    // For an upload of somebody else's, no turn is taken.
    find(&backend, &patch.upload_id, patch.user_id).await?;
    let lock = backend.uploads.locks.take(&patch.upload_id, WAIT).await.ok_or(UploadError::Locked)?;
    // Asked again: while this one waited, another may have completed it.
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
    append(&backend, upload, arrived, (&patch, body, lock)).await
}

async fn append(
    backend: &Backend,
    upload: UploadRecord,
    from: u64,
    (patch, body, lock): (&Patch, Body, UploadLock),
) -> Result<UploadProgress, UploadError> {
    let (uploads, desk) = (backend.upload_keeper(), &backend.uploads);
    let (id, size) = (upload.upload_id.clone(), upload.bytes());
    // What goes to a bucket in parts is read back from there, and gets its name by what was read.
    let name = if uploads.media.is_put_in_parts(size) { None } else { desk.names.take(&id, from) };
    let pipeline =
        UploadPipeline::open(&uploads, &backend.metrics, upload, (from, patch.checksum.as_ref()), name).await?;
    let mut body = UploadBody::new(body, lock, desk.limits.patience);
    let (output, ended) = pipeline.run(&mut body).await;
    let Some(PipelineOutput { mut upload, writer }) = output else {
        return Err(ended.err().unwrap_or(UploadError::Internal));
    };
    let offset = writer.draft.end();
    if offset < size || ended.is_err() {
        if let Some(name) = writer.name {
            desk.names.put(&id, name);
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

/// Looks at a whole draft while it is put on the disk. That all has arrived is noted with what it becomes: or without, if that can't be said now.
async fn complete_at_once(
    backend: &Backend,
    upload: &mut UploadRecord,
    mut writer: super::draft_writer::DraftWriter,
) -> Result<(), UploadError> {
    let uploads = backend.upload_keeper();
    let sync = writer.draft.begin_sync()?;
    let inspecting = uploads.inspect_draft(&upload.upload_id, writer.name.take());
    let (on_disk, inspected) = tokio::join!(synced(sync), inspecting);
    on_disk?;
    let completed = match inspected {
        Ok(_) | Err(UploadsError::Media(MediaError::NotAudio(_))) => uploads.complete(upload, Some(inspected)).await,
        Err(error) => Err(error),
    };
    if matches!(completed, Err(UploadsError::Dropping | UploadsError::Interrupted | UploadsError::Media(_)))
        && let Err(error) = uploads.note(upload, writer.draft.end()).await
    {
        // It has been noted with what it becomes, or is gone.
        tracing::debug!(%error, "that an upload is whole was not noted once more");
    }
    Ok(completed.map(drop)?)
}

/// How much of an upload there is.
pub(super) async fn arrived(backend: &Backend, upload: &UploadRecord) -> Result<u64, UploadError> {
    if upload.cid.is_some() { Ok(upload.bytes()) } else { Ok(backend.media.arrived(upload).await?) }
}

/// The upload as [`settled`] gives it, for a client that is about to go on with it: whose last request broke off, maybe
/// without the service knowing yet. Waits until that one has noted what it brought, as tusd does. If it still brings
/// bytes after [`WAIT_TO_RESUME`], the answer is what is noted so far.
pub(super) async fn resumable(
    backend: &Arc<Backend>,
    upload_id: &str,
    user_id: i64,
) -> Result<(UploadRecord, u64), UploadError> {
    // For an upload of somebody else's, no turn is taken.
    find(backend, upload_id, user_id).await?;
    drop(backend.uploads.locks.take(upload_id, WAIT_TO_RESUME).await);
    settled(backend, upload_id, user_id).await
}

/// The upload, completed if all of it has arrived: the service may have stopped between the last byte and that, and a client
/// that finds nothing missing sends nothing more.
pub(super) async fn settled(
    backend: &Arc<Backend>,
    upload_id: &str,
    user_id: i64,
) -> Result<(UploadRecord, u64), UploadError> {
    let before = find(backend, upload_id, user_id).await?;
    let there = arrived(backend, &before).await?;
    // Again, after its file: a request that began in between may have noted that less is sure, and has written what isn't.
    let upload = find(backend, upload_id, user_id).await?;
    let noted = upload.arrived.and_then(|noted| u64::try_from(noted).ok());
    let offset = if upload.cid.is_some() { upload.bytes() } else { there.min(noted.unwrap_or(there)) };
    if upload.cid.is_some() || offset < upload.bytes() {
        return Ok((upload, offset));
    }
    let lock = backend.uploads.locks.take(upload_id, WAIT).await.ok_or(UploadError::Locked)?;
    let mut upload = find(backend, upload_id, user_id).await?;
    let offset = arrived(backend, &upload).await?;
    if upload.cid.is_some() || offset < upload.bytes() {
        return Ok((upload, offset));
    }
    // A task of its own, that has the turn: were it dropped half way, the next would find it at work.
    let uploads = backend.upload_keeper();
    let completing = tokio::spawn(async move {
        let _lock = lock;
        uploads.complete(&mut upload, None).await
    });
    completing.await??;
    Ok((find(backend, upload_id, user_id).await?, offset))
}
