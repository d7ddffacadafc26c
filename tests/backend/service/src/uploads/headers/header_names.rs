//! The names of the headers that tus 1.0.0 defines.

use axum::http::HeaderName;

pub(crate) const TUS_EXTENSION: HeaderName = HeaderName::from_static("tus-extension");
pub(crate) const TUS_MAX_SIZE: HeaderName = HeaderName::from_static("tus-max-size");
pub(crate) const TUS_RESUMABLE: HeaderName = HeaderName::from_static("tus-resumable");
pub(crate) const TUS_VERSION: HeaderName = HeaderName::from_static("tus-version");
pub(crate) const UPLOAD_EXPIRES: HeaderName = HeaderName::from_static("upload-expires");
pub(crate) const UPLOAD_LENGTH: HeaderName = HeaderName::from_static("upload-length");
pub(crate) const UPLOAD_METADATA: HeaderName = HeaderName::from_static("upload-metadata");
pub(crate) const UPLOAD_OFFSET: HeaderName = HeaderName::from_static("upload-offset");
