//! The options, the progress and the result of an upload.

use core::fmt;
use core::time::Duration;

use serde::Deserialize;

use crate::sdk::music::json::seconds;
use crate::shared::MaybeSend;

/// A complete upload, which the service accepted as audio.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[non_exhaustive]
pub struct Upload {
    /// The upload's ID at the service.
    #[serde(rename = "id")]
    pub upload_id: String,
    /// The content ID (CID), for [`NewTrack::new`](crate::NewTrack::new).
    pub track_cid: String,
    /// The audio's type, as the service determined it, such as `audio/mpeg`.
    pub mime_type: String,
    /// The duration.
    #[serde(deserialize_with = "seconds")]
    pub duration: Duration,
}

/// The progress of an upload.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct UploadProgress {
    /// The bytes sent, including those of an earlier attempt.
    pub sent: u64,
    /// The size of the file in bytes.
    pub total: u64,
    /// The byte at which an earlier upload of the same file resumed.
    pub resumed_from: Option<u64>,
}

/// The function that receives the progress of an upload.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) type OnProgress = Box<dyn FnMut(UploadProgress) + Send>;
/// The function that receives the progress of an upload.
#[cfg(target_arch = "wasm32")]
pub(crate) type OnProgress = Box<dyn FnMut(UploadProgress)>;

/// Options of [`Tracks::upload`](crate::Tracks::upload).
#[derive(Default)]
pub struct UploadOptions {
    pub(crate) filename: Option<String>,
    pub(crate) on_progress: Option<OnProgress>,
}

impl UploadOptions {
    /// Returns the default options.
    pub fn new() -> Self {
        Self::default()
    }

    /// Calls `function` as bytes are sent: at the start, and after each part of at most 8 MB. `sent` decreases if bytes
    /// must be sent again.
    #[must_use]
    pub fn on_progress(mut self, function: impl FnMut(UploadProgress) + MaybeSend + 'static) -> Self {
        self.on_progress = Some(Box::new(function));
        self
    }

    /// Sets the file's name. Default: that of the [`UploadSource`](crate::UploadSource).
    #[must_use]
    pub fn filename(mut self, filename: impl Into<String>) -> Self {
        self.filename = Some(filename.into());
        self
    }
}

impl fmt::Debug for UploadOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("UploadOptions").field("filename", &self.filename).finish_non_exhaustive()
    }
}
