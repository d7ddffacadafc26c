//! The resume points in the storage of a client.

use stagepass_core::effect::{Area, Effect};

use super::resume_point::{PREFIX, ResumePoint};
use crate::rim::parsed::Outcome;
use crate::sdk::music::service::Service;

/// The resume point of one file. A full or denied storage is no failure of an upload.
pub(crate) struct StoredPoint<'a> {
    service: Service<'a>,
    endpoint: &'a str,
    /// `None` for a file that cannot be resumed.
    key: Option<&'a str>,
}

impl<'a> StoredPoint<'a> {
    /// Returns the resume point with this key, of the service whose uploads are posted to `endpoint`.
    pub(crate) fn new(service: Service<'a>, endpoint: &'a str, key: Option<&'a str>) -> Self {
        Self { service, endpoint, key }
    }

    /// Returns the URL of the unfinished upload, if there is one. Removes expired and malformed resume points.
    pub(crate) fn read(&self) -> Option<String> {
        let now = self.service.now();
        for (key, text) in all(self.service) {
            if ResumePoint::is_stale(&text, now) {
                remove(self.service, key);
            }
        }
        ResumePoint::url(&get(self.service, self.key?)?, self.endpoint, now)
    }

    /// Stores the URL of the upload until it expires, or removes it if there is none.
    pub(crate) fn save(&self, point: Option<(&str, Option<u64>)>) {
        let Some(key) = self.key else { return };
        let text = point.and_then(|(url, until)| ResumePoint::new(url, until, self.service.now()).to_text());
        let Some(value) = text else { return self.forget() };
        let (area, key) = (area(self.service), key.to_owned());
        perform(self.service, &Effect::Write { area, key, value, hint: None });
    }

    /// Removes the resume point.
    pub(crate) fn forget(&self) {
        if let Some(key) = self.key {
            remove(self.service, key.to_owned());
        }
    }
}

/// Removes the resume point of this upload, which the service has deleted.
pub(crate) fn forget(service: Service<'_>, upload_id: &str) {
    let endpoint = service.url("/uploads");
    for (key, text) in all(service) {
        if ResumePoint::is_of(&text, &endpoint, upload_id) {
            remove(service, key);
        }
    }
}

/// Returns the keys and texts of all resume points.
fn all(service: Service<'_>) -> Vec<(String, String)> {
    let Some(Outcome::Keys(keys)) = perform(service, &Effect::Keys { prefix: PREFIX }) else { return Vec::new() };
    let with_text = |key: String| get(service, &key).map(|text| (key, text));
    keys.into_iter().filter_map(with_text).collect()
}

fn get(service: Service<'_>, key: &str) -> Option<String> {
    match perform(service, &Effect::Read { area: area(service), key: key.to_owned() })? {
        Outcome::Text(text) => text,
        _ => None,
    }
}

fn remove(service: Service<'_>, key: String) {
    perform(service, &Effect::Delete { area: area(service), key, hint: None });
}

fn area(service: Service<'_>) -> Area {
    service.client().config().core.storage
}

fn perform(service: Service<'_>, effect: &Effect) -> Option<Outcome> {
    service.client().stores().perform(effect)
}
