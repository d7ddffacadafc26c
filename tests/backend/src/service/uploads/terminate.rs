//! `DELETE {base}/uploads/{id}`: the extension `termination`, and for uploads that are complete as well.

use std::sync::Arc;

use super::refusal::UploadError;
use super::upload_locks::WAIT;
use crate::service::Backend;

/// Ends a request that brings bytes, if one does, and forgets the upload. Of a complete one, the audio goes as well if nobody else has it.
pub(super) async fn terminate(backend: Arc<Backend>, upload_id: String, user_id: i64) -> Result<(), UploadError> {
    super::find(&backend, &upload_id, user_id).await?;
    let _lock = backend.uploads.locks.take_to_end(&upload_id, WAIT).await.ok_or(UploadError::Locked)?;
    // Asked again: it may have become audio meanwhile, or nothing.
    let upload = super::find(&backend, &upload_id, user_id).await?;
    let uploads = backend.upload_keeper();
    match &upload.cid {
        None => uploads.give_up(&upload).await?,
        Some(cid) if uploads.forget(&upload, cid).await? => {}
        // Not that another request has been faster: then it is not there.
        Some(_) => {
            super::find(&backend, &upload_id, user_id).await?;
            return Err(UploadError::InUse);
        }
    }
    Ok(())
}
