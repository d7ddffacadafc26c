//! All uploads of a user, as the service lists them, including those whose creation response was lost.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::load::audio_file::cid;
use crate::load::client::member;
use crate::load::tus::Tus;
use crate::load::uploader::{UploadState, Uploader};

/// Returns the CIDs that must be stored: those of all complete uploads of a user, by the service's own list. It must
/// agree with what the user's clients know.
pub(crate) async fn complete_cids(clients: &mut [Uploader]) -> Result<BTreeSet<String>, String> {
    let mut listed = match clients {
        [client, ..] => list(&mut client.tus).await?,
        [] => BTreeMap::new(),
    };
    let complete = listed.values().flatten().cloned().collect();
    let mut lost = BTreeSet::new();
    for client in clients {
        lost.extend(client.lost.iter().map(|audio| cid(&audio.bytes())));
        for upload in &client.past {
            let entry = listed.remove(upload.path.rsplit('/').next().unwrap_or_default());
            let is_right = match upload.state {
                UploadState::Complete { .. } => entry == Some(Some(upload.cid.clone())),
                UploadState::Open => entry == Some(None),
                UploadState::Deleted => entry.is_none(),
            };
            if !is_right {
                return Err(format!("upload {} ({:?}) is listed as {entry:?}", upload.path, upload.state));
            }
        }
    }
    // An upload whose creation was not answered may be there.
    if let Some((id, _)) = listed.iter().find(|(_, cid)| cid.as_ref().is_some_and(|cid| !lost.contains(cid))) {
        return Err(format!("upload {id} is listed as complete, which no client has uploaded"));
    }
    Ok(complete)
}

/// Reads page after page: the IDs, with the CID if it is complete.
async fn list(tus: &mut Tus) -> Result<BTreeMap<String, Option<String>>, String> {
    let (mut all, mut sizes, mut cursor) = (BTreeMap::new(), 0, String::new());
    loop {
        let reply = tus.ask("GET", &format!("/uploads?limit=7{cursor}"), "").await;
        let page = reply.map_err(|error| format!("the list of uploads: {error}"))?.json();
        let uploads = page.get("data").and_then(Value::as_array);
        for upload in uploads.ok_or_else(|| format!("the list of uploads was answered {page}"))? {
            let size = upload.get("size").and_then(Value::as_u64);
            let (id, size) =
                member(upload, "id").zip(size).ok_or_else(|| format!("an upload is listed as {upload}"))?;
            sizes += size;
            all.insert(id, member(upload, "track_cid"));
        }
        if let Some(next) = member(&page, "next_cursor") {
            cursor = format!("&cursor={next}");
            continue;
        }
        let used = page.get("quota").and_then(|quota| quota.get("used")).and_then(Value::as_u64);
        if used != Some(sizes) {
            return Err(format!("{used:?} bytes of the quota are used, and the listed uploads have {sizes}"));
        }
        return Ok(all);
    }
}
