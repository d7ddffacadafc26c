//! `GET {base}/pictures/{picture}/{size}`: profile pictures and artwork, which are public.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use crate::state::Backend;
use stagepass_media::picture::SIZES;

/// The addresses of a profile picture, or of artwork.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct ProfilePicture {
    /// 150 pixels wide and high.
    #[serde(rename = "150x150")]
    small: String,
    /// 480 pixels wide and high.
    #[serde(rename = "480x480")]
    medium: String,
    /// 1,000 pixels wide and high.
    #[serde(rename = "1000x1000")]
    large: String,
    /// Other origins that serve the same files at the same paths.
    mirrors: Vec<String>,
}

impl ProfilePicture {
    pub(crate) fn new(backend: &Backend, picture_id: &str) -> Self {
        let [small, medium, large] =
            SIZES.map(|(size, _)| format!("{}/pictures/{picture_id}/{size}", backend.base_url.as_str()));
        let mirrors = backend.picture_mirrors.iter().map(|origin| origin.as_str().to_owned()).collect();
        Self { small, medium, large, mirrors }
    }

    /// The address of the picture with 480 pixels.
    pub(crate) fn medium(&self) -> &str {
        &self.medium
    }

    /// The address of the largest picture.
    pub(crate) fn large(&self) -> &str {
        &self.large
    }
}

pub(crate) async fn show(State(backend): State<Arc<Backend>>, Path((id, size)): Path<(String, String)>) -> Response {
    match backend.store.picture(&id, &size).await {
        Ok(Some(file)) => {
            let content_type = HeaderValue::from_str(&file.content_type);
            let headers = [
                (header::CONTENT_TYPE, content_type.unwrap_or(HeaderValue::from_static("application/octet-stream"))),
                // The picture's ID never refers to another picture.
                (header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=31536000, immutable")),
                (header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*")),
                (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static("default-src 'none'; sandbox")),
            ];
            (headers, file.content).into_response()
        }
        Ok(None) => StatusCode::NOT_FOUND.into_response(),
        Err(error) => {
            tracing::error!(%error, "the store failed");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}
