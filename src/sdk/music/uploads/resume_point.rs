//! Resume points of unfinished uploads: the upload's URL at the service, and when it expires. No token and no file
//! name.
//!
//! They have the same form as those of the npm package, so both resume each other's uploads.

use core::fmt::Write as _;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use stagepass_core::effect::{Area, Effect};

use super::url;
use crate::rim::parsed::Outcome;
use crate::sdk::music::json;
use crate::sdk::music::service::Service;

/// The prefix of the keys.
const PREFIX: &str = "stagepass.upload.";

/// How long the service keeps an idle upload by default, in milliseconds.
const LIFETIME: u64 = 24 * 60 * 60 * 1000;

/// How many bytes of a file are hashed, at its start and at its end.
const HASHED: u64 = 64 * 1024;

/// The resume point of one file and one user, as it is stored.
#[derive(Deserialize, Serialize)]
struct ResumePoint {
    /// The URL of the upload.
    address: String,
    /// When it expires, in milliseconds since 1970.
    until: u64,
}

impl ResumePoint {
    /// Returns the text to store for the upload at this URL, with its end if that is known.
    fn text(address: &str, until: Option<u64>, now: u64) -> Option<String> {
        json::write(&Self { address: address.to_owned(), until: until.unwrap_or(now + LIFETIME) })
    }

    /// Returns the URL of the upload in a stored text. `None` if it has expired or is malformed, or if it is not an
    /// upload of this service: code that can write to the storage must not choose where a token goes.
    fn url(text: &str, endpoint: &str, now: u64) -> Option<String> {
        let Self { address, until } = json::read(text)?;
        if until > now { url::resolve(endpoint, &address) } else { None }
    }

    /// Returns whether a stored text has expired or is malformed, of any service.
    fn is_stale(text: &str, now: u64) -> bool {
        json::read::<Self>(text).is_none_or(|point| point.until <= now)
    }
}

/// The resume point of one file in the storage of a client. A full or denied storage is no failure of an upload.
pub(crate) struct StoredPoint<'a> {
    service: Service<'a>,
    endpoint: &'a str,
    /// `None` for a file that cannot be resumed.
    key: Option<String>,
}

impl<'a> StoredPoint<'a> {
    /// Returns the resume point with this key, of the service whose uploads are posted to `endpoint`.
    pub(crate) fn new(service: Service<'a>, endpoint: &'a str, key: Option<String>) -> Self {
        Self { service, endpoint, key }
    }

    /// Returns the URL of the unfinished upload, if there is one. Removes expired and malformed resume points.
    pub(crate) fn read(&self) -> Option<String> {
        let now = self.service.now();
        if let Some(Outcome::Keys(keys)) = self.perform(&Effect::Keys { prefix: PREFIX }) {
            for key in keys {
                if self.text(&key).is_some_and(|text| ResumePoint::is_stale(&text, now)) {
                    self.remove(key);
                }
            }
        }
        ResumePoint::url(&self.text(self.key.as_ref()?)?, self.endpoint, now)
    }

    /// Stores the URL of the upload until it expires, or removes it if there is none.
    pub(crate) fn save(&self, point: Option<(&str, Option<u64>)>) {
        let Some(key) = self.key.clone() else { return };
        let text = point.and_then(|(url, until)| ResumePoint::text(url, until, self.service.now()));
        let Some(value) = text else { return self.remove(key) };
        self.perform(&Effect::Write { area: self.area(), key, value, hint: None });
    }

    /// Removes the resume point.
    pub(crate) fn forget(&self) {
        if let Some(key) = self.key.clone() {
            self.remove(key);
        }
    }

    fn text(&self, key: &str) -> Option<String> {
        match self.perform(&Effect::Read { area: self.area(), key: key.to_owned() })? {
            Outcome::Text(text) => text,
            _ => None,
        }
    }

    fn remove(&self, key: String) {
        self.perform(&Effect::Delete { area: self.area(), key, hint: None });
    }

    fn area(&self) -> Area {
        self.service.client().config().core.storage
    }

    fn perform(&self, effect: &Effect) -> Option<Outcome> {
        self.service.client().stores().perform(effect)
    }
}

/// What identifies a file.
pub(crate) struct FileFacts<'a> {
    pub(crate) name: &'a str,
    pub(crate) size: u64,
    /// In milliseconds since 1970.
    pub(crate) modified: u64,
    pub(crate) media_type: &'a str,
}

/// Returns the key of a file's resume point, for this user and this service, so that no user resumes another's upload.
/// It reveals nothing about the file. `ends` are the bytes of the ranges of [`ends`].
pub(crate) fn key(file: &FileFacts<'_>, ends: [&[u8]; 2], endpoint: &str, user_id: u64) -> Option<String> {
    let about = json::write(&(endpoint, user_id, file.name, file.size, file.modified, file.media_type))?;
    let hash = ends.into_iter().fold(Sha256::new_with_prefix(about), Sha256::chain_update);
    let mut key = PREFIX.to_owned();
    for byte in hash.finalize() {
        // Writing to a `String` never fails.
        let _ = write!(key, "{byte:02x}");
    }
    Some(key)
}

/// Returns the ranges of [`key`]'s ends of a file of this size: offset and length.
pub(crate) fn ends(size: u64) -> [(u64, u64); 2] {
    let tail = size.saturating_sub(HASHED).max(HASHED).min(size);
    [(0, HASHED.min(size)), (tail, size - tail)]
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use super::*;

    const ENDPOINT: &str = "https://music.example/v1/uploads";
    const URL: &str = "https://music.example/v1/uploads/a";

    #[test]
    fn a_resume_point_is_valid_until_it_expires() {
        let text = ResumePoint::text(URL, Some(10), 0).unwrap();
        assert_eq!(text, r#"{"address":"https://music.example/v1/uploads/a","until":10}"#);
        assert_eq!(ResumePoint::url(&text, ENDPOINT, 9).as_deref(), Some(URL));
        assert_eq!(ResumePoint::url(&text, ENDPOINT, 10), None);
        let other_case = text.replace("music", "MUSIC");
        assert_eq!(ResumePoint::url(&other_case, ENDPOINT, 9).as_deref(), Some(URL));
        assert!(ResumePoint::is_stale(&text, 10) && !ResumePoint::is_stale(&text, 9));
        let idle = ResumePoint::text(URL, None, 5).unwrap();
        assert!(!ResumePoint::is_stale(&idle, LIFETIME) && ResumePoint::is_stale(&idle, LIFETIME + 5));
    }

    #[test]
    fn foreign_or_malformed_resume_point_is_not_used() {
        for address in ["https://evil.example/v1/uploads/a", "https://music.example/v1/me", "javascript:x"] {
            let text = ResumePoint::text(address, Some(10), 0).unwrap();
            assert_eq!(ResumePoint::url(&text, ENDPOINT, 0), None, "{address}");
        }
        for text in ["", "null", "{}", r#"{"address":7,"until":10}"#, r#"{"address":"x"}"#] {
            assert_eq!(ResumePoint::url(text, ENDPOINT, 0), None, "{text}");
            assert!(ResumePoint::is_stale(text, 0), "{text}");
        }
    }

    #[test]
    fn a_key_depends_on_file_user_and_service() {
        let file = |size| FileFacts { name: "a.mp3", size, modified: 5, media_type: "audio/mpeg" };
        let first = key(&file(3), [b"abc", b""], ENDPOINT, 7).unwrap();
        assert_eq!(first.len(), PREFIX.len() + 64);
        assert_eq!(key(&file(3), [b"abc", b""], ENDPOINT, 7).as_deref(), Some(first.as_str()));
        for other in [
            key(&file(4), [b"abc", b""], ENDPOINT, 7),
            key(&file(3), [b"xyz", b""], ENDPOINT, 7),
            key(&file(3), [b"abc", b""], "https://other.example/v1/uploads", 7),
            key(&file(3), [b"abc", b""], ENDPOINT, 8),
        ] {
            assert_ne!(other.unwrap(), first);
        }
    }

    #[test]
    fn the_ends_are_those_of_the_npm_package() {
        // `file.slice(0, LOOK)` and `file.slice(Math.max(LOOK, file.size - LOOK))`.
        assert_eq!(ends(0), [(0, 0), (0, 0)]);
        assert_eq!(ends(9), [(0, 9), (9, 0)]);
        assert_eq!(ends(HASHED + 1), [(0, HASHED), (HASHED, 1)]);
        assert_eq!(ends(3 * HASHED), [(0, HASHED), (2 * HASHED, HASHED)]);
    }
}
