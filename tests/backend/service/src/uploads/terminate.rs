//! `DELETE {base}/uploads/{id}`: the extension `termination`, also for complete uploads.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};

use crate::api::caller::Writer;
use crate::uploads::headers;

use crate::state::Backend;
use crate::uploads::find::find;
use crate::uploads::refusal::UploadError;
use crate::uploads::upload_locks::WAIT;

/// Ends a running request of the upload, and deletes the upload. The audio of a complete upload is deleted as well, if
/// it is not used otherwise.
pub(super) async fn terminate(backend: Arc<Backend>, upload_id: String, user_id: i64) -> Result<(), UploadError> {
    find(&backend, &upload_id, user_id).await?;
    let _lock = backend.uploads.locks.take_to_end(&upload_id, WAIT).await.ok_or(UploadError::Locked)?;
    // Read again: it may have been completed or deleted meanwhile.
    let upload = find(&backend, &upload_id, user_id).await?;
    let uploads = backend.upload_keeper();
    match &upload.cid {
        None => uploads.give_up(&upload).await?,
        Some(cid) if uploads.forget(&upload, cid).await? => {}
        // If another request deleted it first, it is not found.
        Some(_) => {
            find(&backend, &upload_id, user_id).await?;
            return Err(UploadError::InUse);
        }
    }
    Ok(())
}

/// `DELETE {base}/uploads/{id}`: deletes the upload and its audio.
pub(crate) async fn delete(
    State(backend): State<Arc<Backend>>,
    Writer(user): Writer,
    Path(upload_id): Path<String>,
    headers: HeaderMap,
) -> Result<StatusCode, UploadError> {
    headers::resumable(&headers)?;
    // In a task of its own, as with PATCH.
    tokio::spawn(terminate(Arc::clone(&backend), upload_id, user.user_id)).await??;
    Ok(StatusCode::NO_CONTENT)
}
