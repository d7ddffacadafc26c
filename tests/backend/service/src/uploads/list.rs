//! `GET {base}/uploads`: the user's uploads, a page at a time.

use std::sync::Arc;

use axum::Json;
use axum::extract::{RawQuery, State};

use crate::api::caller::Reader;
use crate::api::paging::Page;
use crate::state::Backend;
use crate::uploads::refusal::UploadError;
use crate::uploads::response::{Quota, SeveralUploads, Upload};
use crate::uploads::{create, receive};

pub(crate) async fn list(
    State(backend): State<Arc<Backend>>,
    Reader(user): Reader,
    RawQuery(query): RawQuery,
) -> Result<Json<SeveralUploads>, UploadError> {
    let (page, now) = (Page::read(query.as_deref().unwrap_or_default())?, backend.clock.now());
    let mut found = backend.store.uploads_of(user.user_id, page.after, page.wanted(), now).await?;
    let next_cursor = page.end(&mut found, |upload| upload.entry);
    let mut data = Vec::with_capacity(found.len());
    for upload in found {
        let offset = receive::arrived(&backend, &upload).await?;
        data.push(Upload::new(upload, offset));
    }
    let usage = backend.store.usage(user.user_id, now).await?;
    let quota = Quota { bytes: create::quota(&backend, user.user_id, now).await?, used: usage.bytes };
    Ok(Json(SeveralUploads { data, next_cursor, quota }))
}
