//! Uploads: what the service returns, and the options and progress of a call.

use core::time::Duration;

use serde::{Deserialize, Deserializer};

use crate::sdk::music::json::{lenient, seconds};
use crate::sdk::music::page::cursor;

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

/// An upload of the user, as the service stores it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct UploadEntry {
    /// The upload's ID at the service.
    pub upload_id: String,
    /// The size in bytes.
    pub total: u64,
    /// The bytes that the service has received.
    pub sent: u64,
    /// The file's name, if it had one.
    pub filename: Option<String>,
    /// Whether the service has all bytes.
    pub status: UploadStatus,
}

/// Whether the service has all bytes of an upload.
#[derive(Clone, Debug, PartialEq)]
pub enum UploadStatus {
    /// The service does not have all bytes.
    Uploading {
        /// When the upload expires if no more bytes arrive, as Unix time in seconds.
        expires_at: u64,
    },
    /// The service has all bytes.
    Completed(Upload),
}

/// An upload in the service's JSON, complete or not.
#[derive(Deserialize)]
struct RawEntry {
    id: String,
    size: u64,
    #[serde(default)]
    status: Option<String>,
    #[serde(default)]
    offset: Option<u64>,
    #[serde(default, deserialize_with = "lenient")]
    filename: Option<String>,
    #[serde(default)]
    expires_at: Option<u64>,
    #[serde(default)]
    track_cid: Option<String>,
    #[serde(default)]
    mime_type: Option<String>,
    #[serde(default)]
    duration: Option<f64>,
}

impl<'de> Deserialize<'de> for UploadEntry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        RawEntry::deserialize(deserializer)?.read().ok_or_else(|| serde::de::Error::custom("not an upload"))
    }
}

impl RawEntry {
    fn read(self) -> Option<UploadEntry> {
        let Self { id, size, status, offset, filename, expires_at, track_cid, mime_type, duration } = self;
        let (sent, status) = if status.as_deref() == Some("completed") {
            let upload = Upload {
                upload_id: id.clone(),
                track_cid: track_cid?,
                mime_type: mime_type?,
                duration: Duration::try_from_secs_f64(duration?).ok()?,
            };
            (size, UploadStatus::Completed(upload))
        } else {
            (offset.unwrap_or(0), UploadStatus::Uploading { expires_at: expires_at? })
        };
        Some(UploadEntry { upload_id: id, total: size, sent, filename, status })
    }
}

/// A page of the user's uploads, with the quota.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[non_exhaustive]
pub struct UploadPage {
    /// The uploads of this page, newest first.
    #[serde(rename = "data")]
    pub items: Vec<UploadEntry>,
    /// The cursor of the next page. `None` on the last page.
    #[serde(rename = "next_cursor", default, deserialize_with = "cursor")]
    pub next: Option<String>,
    /// The user's quota.
    pub quota: Quota,
}

/// The bytes that a user may upload.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[non_exhaustive]
pub struct Quota {
    /// The bytes that the user may upload in total.
    pub bytes: u64,
    /// The bytes used. Unfinished uploads count in full.
    pub used: u64,
}

/// The progress of an upload.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct UploadProgress {
    /// The bytes sent, including those of an earlier attempt.
    pub sent: u64,
    /// The size of the file in bytes.
    pub total: u64,
    /// The upload's ID at the service, for [`Tracks::discard_upload`](crate::Tracks::discard_upload). `None` until the
    /// service has responded.
    pub upload_id: Option<String>,
    /// The byte at which an earlier upload of the same file resumed.
    pub resumed_from: Option<u64>,
    /// The speed of the last seconds. `None` until it can be measured. Bytes of an earlier attempt do not count.
    pub bytes_per_second: Option<u64>,
    /// The remaining time at that speed. `None` until it can be measured, and while no bytes move.
    pub time_left: Option<Duration>,
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use super::*;
    use crate::sdk::music::json;

    #[test]
    fn page_has_unfinished_and_completed_uploads_and_quota() {
        let body = r#"{"data":[
            {"id":"a","status":"uploading","size":9,"offset":4,"filename":"a.mp3","expires_at":1800000000},
            {"id":"b","status":"completed","size":7,"track_cid":"c","mime_type":"audio/mpeg","duration":1.5,"expires_at":null}
        ],"next_cursor":"n","quota":{"bytes":100,"used":16}}"#;
        let page: UploadPage = json::parse(body.as_bytes()).unwrap();
        let [unfinished, complete] = page.items.as_slice() else { panic!("{page:?}") };
        assert_eq!((unfinished.sent, unfinished.total, unfinished.filename.as_deref()), (4, 9, Some("a.mp3")));
        assert_eq!(unfinished.status, UploadStatus::Uploading { expires_at: 1_800_000_000 });
        let UploadStatus::Completed(upload) = &complete.status else { panic!("{complete:?}") };
        assert_eq!((upload.track_cid.as_str(), upload.duration, complete.sent), ("c", Duration::from_millis(1500), 7));
        assert_eq!((page.next.as_deref(), page.quota.bytes, page.quota.used), (Some("n"), 100, 16));
    }

    #[test]
    fn uploads_of_another_form_are_rejected() {
        for entry in [
            r#"{"id":1,"size":9,"expires_at":1}"#,
            r#"{"id":"a","size":"9","expires_at":1}"#,
            r#"{"id":"a","size":9,"status":"uploading"}"#,
            r#"{"id":"a","size":9,"status":"completed","track_cid":"c","mime_type":"m"}"#,
            r#"{"id":"a","size":9,"status":"completed","track_cid":"c","mime_type":"m","duration":-1}"#,
        ] {
            let body = format!(r#"{{"data":[{entry}],"quota":{{"bytes":1,"used":0}}}}"#);
            assert_eq!(json::parse::<UploadPage>(body.as_bytes()), None, "{entry}");
        }
        assert_eq!(json::parse::<UploadPage>(br#"{"data":[]}"#), None);
    }
}
