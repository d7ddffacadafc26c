//! Cleans up uploads when the service starts and every ten minutes: see [`stagepass_media::uploads`].

use std::collections::HashSet;
use std::sync::Arc;

use crate::state::Backend;
use crate::uploads::refusal::UploadError;
use stagepass_media::MediaError;
use stagepass_media::uploads::{LIFETIME, UploadsError};

/// Completes uploads whose bytes were all received, deletes expired ones, and removes leftover files.
pub(crate) async fn sweep(backend: &Arc<Backend>) {
    // First, because uploads of the same audio wait for it.
    if let Err(error) = backend.upload_keeper().drop_again().await {
        tracing::error!(%error, "could not delete unused audio");
    }
    match backend.store.uploads_to_settle(backend.clock.now()).await {
        Ok(uploads) => {
            for upload in uploads {
                // An upload that is receiving bytes is skipped until the next sweep.
                let Some(_lock) = backend.uploads.locks.take_at_once(&upload.upload_id) else { continue };
                if let Err(error) = settle(backend, &upload.upload_id).await {
                    tracing::error!(%error, upload_id = upload.upload_id, "could not settle an upload");
                }
            }
        }
        Err(error) => tracing::error!(%error, "could not look for uploads to settle"),
    }
    backend.upload_keeper().clear_up().await;
    forget_names(backend).await;
}

async fn settle(backend: &Backend, upload_id: &str) -> Result<(), UploadError> {
    // Read again, now that the lock is held.
    let Some(mut upload) = backend.store.any_upload(upload_id).await?.filter(|upload| upload.cid.is_none()) else {
        return Ok(());
    };
    let uploads = backend.upload_keeper();
    if backend.media.arrived(&upload).await? == upload.bytes() {
        if !uploads.is_inspection_due(upload_id).await? {
            return Ok(());
        }
        return match uploads.complete(&mut upload, None).await {
            Ok(_)
            | Err(UploadsError::Media(MediaError::NotAudio(_)) | UploadsError::Gone | UploadsError::Interrupted) => {
                Ok(())
            }
            Err(error) => Err(error.into()),
        };
    }
    // All bytes were received by another service, which completes the upload.
    let is_elsewhere = upload.arrived == upload.size;
    let grace = if is_elsewhere { LIFETIME } else { 0 };
    if upload.has_expired(backend.clock.now().saturating_sub(grace)) {
        uploads.give_up(&upload).await?;
    }
    Ok(())
}

/// Removes the running hashes of uploads that are no longer unfinished.
async fn forget_names(backend: &Backend) {
    let mut over = HashSet::new();
    for upload_id in backend.uploads.running_cids.uploads() {
        if let Ok(upload) = backend.store.any_upload(&upload_id).await
            && upload.is_none_or(|upload| upload.cid.is_some())
        {
            over.insert(upload_id);
        }
    }
    backend.uploads.running_cids.retain(|upload_id| !over.contains(upload_id));
}
