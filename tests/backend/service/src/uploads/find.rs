//! The upload that a request names.

use std::sync::Arc;

use stagepass_media::uploads::Uploads;
use stagepass_store::UploadRecord;

use crate::state::Backend;
use crate::uploads::refusal::UploadError;

impl Backend {
    pub(super) fn upload_keeper(&self) -> Uploads {
        let (media, clock) = (Arc::clone(&self.media), Arc::clone(&self.clock));
        Uploads { store: self.store.clone(), media, clock }
    }
}

/// Returns the user's upload with this ID. An expired one is only found if all of its bytes were received, because it
/// must be completed.
pub(super) async fn find(backend: &Backend, upload_id: &str, user_id: i64) -> Result<UploadRecord, UploadError> {
    let now = backend.clock.now();
    let upload = backend.store.upload(upload_id, user_id, now).await?.ok_or(UploadError::NotFound)?;
    if upload.has_expired(now) && backend.media.arrived(&upload).await? < upload.bytes() {
        return Err(UploadError::NotFound);
    }
    Ok(upload)
}
