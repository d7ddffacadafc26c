//! An upload in API responses.

use serde::Serialize;

use crate::uploads::headers::metadata::filename;

use stagepass_store::UploadRecord;

/// The progress of an upload, and its result.
#[derive(Serialize)]
pub(crate) struct Upload {
    /// The ID of the upload.
    id: String,
    /// Whether it is completed.
    status: Status,
    /// The size of the file in bytes.
    size: i64,
    /// How many bytes the service has received.
    offset: u64,
    /// The name of the file, as the client sent it.
    #[serde(skip_serializing_if = "Option::is_none")]
    filename: Option<String>,
    /// When the upload expires if no more bytes arrive, in Unix seconds. Missing once it is completed.
    #[serde(skip_serializing_if = "Option::is_none")]
    expires_at: Option<i64>,
    /// The CID of the audio, from which a track can be created. Missing until the upload is completed.
    #[serde(skip_serializing_if = "Option::is_none")]
    track_cid: Option<String>,
    /// The media type, determined from the bytes. Missing until the upload is completed.
    #[serde(skip_serializing_if = "Option::is_none")]
    mime_type: Option<String>,
    /// The duration in seconds. Missing until the upload is completed.
    #[serde(skip_serializing_if = "Option::is_none")]
    duration: Option<f64>,
}

/// The state of an upload.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Status {
    Uploading,
    Completed,
}

/// A response with an upload.
#[derive(Serialize)]
pub(crate) struct OneUpload {
    /// The upload.
    pub(super) data: Upload,
}

/// A page of a user's uploads.
#[derive(Serialize)]
pub(crate) struct SeveralUploads {
    /// The uploads, newest first.
    pub(super) data: Vec<Upload>,
    /// The `cursor` of the next page. Missing on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) next_cursor: Option<String>,
    /// The quota of the user.
    pub(super) quota: Quota,
}

/// How many bytes a user may store, and stores.
#[derive(Serialize)]
pub(crate) struct Quota {
    /// The quota in bytes, for all uploads together.
    pub(super) bytes: i64,
    /// How many bytes are used. An unfinished upload counts with the size of its file.
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
