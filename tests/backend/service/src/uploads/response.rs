//! An upload in API responses.

use schemars::JsonSchema;
use serde::Serialize;

use crate::uploads::headers::metadata::filename;

use stagepass_store::UploadRecord;

/// How far an upload is.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Upload {
    /// Its name.
    id: String,
    status: Status,
    /// In bytes.
    size: i64,
    /// How much has arrived.
    offset: u64,
    /// What its sender calls the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    filename: Option<String>,
    /// Until it is completed: when it is given up if nothing more comes, in Unix seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    expires_at: Option<i64>,
    /// Once it is completed: what a track is made of.
    #[serde(skip_serializing_if = "Option::is_none")]
    track_cid: Option<String>,
    /// By what it is, whatever it was called.
    #[serde(skip_serializing_if = "Option::is_none")]
    mime_type: Option<String>,
    /// In seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    duration: Option<f64>,
}

/// What an upload is.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Status {
    Uploading,
    Completed,
}

/// One upload.
#[derive(Serialize, JsonSchema)]
pub(crate) struct OneUpload {
    pub(super) data: Upload,
}

/// A page of a listener's uploads.
#[derive(Serialize, JsonSchema)]
pub(crate) struct SeveralUploads {
    /// Newest first.
    pub(super) data: Vec<Upload>,
    /// What to ask the next page with; absent at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) next_cursor: Option<String>,
    pub(super) quota: Quota,
}

/// How much a listener may keep, and keeps.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Quota {
    /// Of all uploads together.
    pub(super) bytes: i64,
    /// An unfinished upload counts as what it will be.
    pub(super) used: i64,
}

impl Upload {
    pub(super) fn new(upload: UploadRecord, offset: u64) -> Self {
        let is_complete = upload.cid.is_some();
        Self {
            id: upload.upload_id,
            status: if is_complete { Status::Completed } else { Status::Uploading },
            size: upload.size,
            offset,
            filename: upload.metadata.as_deref().and_then(filename),
            expires_at: upload.expires_at.filter(|_| !is_complete),
            track_cid: upload.cid,
            mime_type: upload.mime_type,
            duration: upload.duration_ms.map(stagepass_media::seconds),
        }
    }
}
