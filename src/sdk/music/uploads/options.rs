//! The options of an upload, and its metadata.

use core::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::entry::UploadProgress;
use super::source::UploadSource;

/// A longer name is not sent. File systems allow no longer ones.
const MAX_NAME: usize = 1_020;

/// The function that receives the progress of an upload.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) type OnProgress = Box<dyn FnMut(UploadProgress) + Send>;
/// The function that receives the progress of an upload.
#[cfg(target_arch = "wasm32")]
pub(crate) type OnProgress = Box<dyn FnMut(UploadProgress)>;

/// Options of [`Tracks::upload`](crate::Tracks::upload).
pub struct UploadOptions {
    pub(crate) on_progress: Option<OnProgress>,
    pub(crate) resume: bool,
    pub(crate) filename: Option<String>,
    pub(crate) media_type: Option<String>,
}

impl Default for UploadOptions {
    fn default() -> Self {
        Self { on_progress: None, resume: true, filename: None, media_type: None }
    }
}

impl UploadOptions {
    /// Returns the default options.
    pub fn new() -> Self {
        Self::default()
    }

    /// Calls `function` as bytes are sent: at the start, and after each part of at most 8 MB. `sent` decreases if bytes
    /// must be sent again.
    #[cfg(not(target_arch = "wasm32"))]
    #[must_use]
    pub fn on_progress(mut self, function: impl FnMut(UploadProgress) + Send + 'static) -> Self {
        self.on_progress = Some(Box::new(function));
        self
    }

    /// Calls `function` as bytes are sent: at the start, and after each part of at most 8 MB. `sent` decreases if bytes
    /// must be sent again.
    #[cfg(target_arch = "wasm32")]
    #[must_use]
    pub fn on_progress(mut self, function: impl FnMut(UploadProgress) + 'static) -> Self {
        self.on_progress = Some(Box::new(function));
        self
    }

    /// Sets whether to resume an unfinished upload of the same file by the same user. Default true. With `false` the
    /// upload starts again, and the service deletes the unfinished one when it expires.
    #[must_use]
    pub fn resume(mut self, resume: bool) -> Self {
        self.resume = resume;
        self
    }

    /// Sets the file's name. Default: that of the [`UploadSource`].
    #[must_use]
    pub fn filename(mut self, filename: impl Into<String>) -> Self {
        self.filename = Some(filename.into());
        self
    }

    /// Sets the media type. Default: that of the [`UploadSource`].
    #[must_use]
    pub fn media_type(mut self, media_type: impl Into<String>) -> Self {
        self.media_type = Some(media_type.into());
        self
    }

    /// Takes name and type of the file from `source`, if they are not set.
    pub(crate) fn complete(&mut self, source: &impl UploadSource) {
        self.filename = self.filename.take().or_else(|| source.name()).filter(|name| !name.is_empty());
        self.media_type = self.media_type.take().or_else(|| source.media_type()).filter(|name| !name.is_empty());
    }

    /// Returns the header `Upload-Metadata` (tus 1.0). Empty: there is none.
    pub(crate) fn metadata(&self) -> String {
        let named = [("filename", &self.filename), ("filetype", &self.media_type)];
        let pairs = named.into_iter().filter_map(|(key, value)| {
            let value = value.as_deref().filter(|value| value.len() <= MAX_NAME)?;
            Some(format!("{key} {}", STANDARD.encode(value)))
        });
        pairs.collect::<Vec<_>>().join(",")
    }
}

impl fmt::Debug for UploadOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { resume, filename, media_type, .. } = self;
        f.debug_struct("UploadOptions")
            .field("resume", resume)
            .field("filename", filename)
            .field("media_type", media_type)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use super::*;

    #[test]
    fn metadata_is_in_base64() {
        assert_eq!(UploadOptions::new().metadata(), "");
        let options = UploadOptions::new().filename("é.mp3").media_type("audio/mpeg");
        assert_eq!(options.metadata(), "filename w6kubXAz,filetype YXVkaW8vbXBlZw==");
        assert_eq!(UploadOptions::new().filename("a".repeat(2_000)).metadata(), "");
    }

    #[test]
    fn options_take_precedence_over_the_file() {
        let mut options = UploadOptions::new().filename("own.mp3");
        options.complete(&b"abc".to_vec());
        assert_eq!((options.filename.as_deref(), options.media_type.as_deref()), (Some("own.mp3"), None));
    }
}
