//! All uploads of a user, as the service lists them, including those whose creation response was lost.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::load::tus::Tus;

/// An entry of the list.
#[derive(Debug, Default)]
pub(super) struct UploadList {
    /// The ids of those that are unfinished.
    pub(super) unfinished: BTreeSet<String>,
    /// The ids of those that are complete, and their CIDs.
    pub(super) complete: Vec<(String, String)>,
    /// The bytes of all.
    sizes: u64,
}

impl UploadList {
    /// Reads page after page.
    ///
    /// # Errors
    /// If a page is not answered, or what is counted against the quota is not what is there.
    pub(super) async fn read(tus: &mut Tus) -> Result<Self, String> {
        let (mut all, mut cursor) = (Self::default(), String::new());
        loop {
            let path = format!("/uploads?limit=7{cursor}");
            let reply = tus.get(&path).await.map_err(|error| format!("the list of uploads: {error}"))?;
            if reply.status != 200 {
                return Err(format!("the list of uploads was answered {} {}", reply.status, reply.text));
            }
            let page: Value = serde_json::from_str(&reply.text).map_err(|error| error.to_string())?;
            all.take(&page)?;
            match page.get("next_cursor").and_then(Value::as_str) {
                Some(next) => cursor = format!("&cursor={next}"),
                None => return all.check_quota(&page),
            }
        }
    }

    fn take(&mut self, page: &Value) -> Result<(), String> {
        for upload in page.get("data").and_then(Value::as_array).into_iter().flatten() {
            let text = |name: &str| upload.get(name).and_then(Value::as_str).map(str::to_owned);
            let (Some(id), Some(size)) = (text("id"), upload.get("size").and_then(Value::as_u64)) else {
                return Err(format!("an upload is listed as {upload}"));
            };
            self.sizes += size;
            match text("track_cid") {
                Some(cid) => self.complete.push((id, cid)),
                None => _ = self.unfinished.insert(id),
            }
        }
        Ok(())
    }

    fn check_quota(self, page: &Value) -> Result<Self, String> {
        let used = page.get("quota").and_then(|quota| quota.get("used")).and_then(Value::as_u64);
        if used == Some(self.sizes) {
            return Ok(self);
        }
        Err(format!(
            "{used:?} bytes of the quota are said to be used, and the uploads that are listed have {}",
            self.sizes
        ))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn listed_sizes_must_match_used_quota() {
        let page = |used: u64| {
            json!({ "quota": { "bytes": 100, "used": used }, "data": [
                { "id": "a", "size": 5, "status": "uploading" },
                { "id": "b", "size": 6, "status": "completed", "track_cid": "bafk" },
            ] })
        };
        let listed = |page: &Value| {
            let mut listed = UploadList::default();
            listed.take(page).and_then(|()| listed.check_quota(page))
        };
        let all = listed(&page(11)).unwrap();
        assert_eq!(all.complete, [("b".to_owned(), "bafk".to_owned())]);
        assert_eq!(all.unfinished.into_iter().collect::<Vec<_>>(), ["a"]);
        assert!(listed(&page(12)).is_err());
        assert!(listed(&json!({ "data": [{ "id": "a" }] })).is_err());
    }
}
