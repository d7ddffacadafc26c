//! A catalogue in a JSON file, for a node without a service.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use serde::Deserialize;

use super::{AudioPlace, Catalog, CatalogError, Content, ContentTrack, Lookup, authorities};

/// The largest number that every client parses exactly: 2^53 - 1.
const MAX_TRACK_ID: u64 = (1 << 53) - 1;
const MAX_CID: usize = 128;

/// A catalogue from a JSON file, which is read once.
#[derive(Debug)]
pub struct FileCatalog(HashMap<String, Arc<Content>>);

/// A track in the file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    #[serde(rename = "trackId")]
    track_id: u64,
    cid: String,
    path: PathBuf,
    duration: Option<f64>,
    upload_id: Option<String>,
    #[serde(default)]
    access_authorities: Vec<String>,
    #[serde(default)]
    delisted: bool,
    #[serde(default)]
    owner_uploaded: bool,
}

impl FileCatalog {
    /// Reads a catalogue, and checks that every file in it is readable. Relative paths are relative to the catalogue.
    ///
    /// # Errors
    /// The first [`CatalogError`], except for [`CatalogError::Unavailable`].
    pub fn read(path: &Path) -> Result<Self, CatalogError> {
        let text = std::fs::read(path).map_err(|error| CatalogError::Unreadable { path: path.to_owned(), error })?;
        let entries: Vec<Entry> =
            serde_json::from_slice(&text).map_err(|error| CatalogError::Malformed { path: path.to_owned(), error })?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let mut contents = HashMap::<String, Content>::new();
        let mut known = HashSet::new();
        for entry in entries {
            let track = entry.track()?;
            if !known.insert(track.id) {
                return Err(CatalogError::TrackTwice(track.id));
            }
            let audio = folder.join(&entry.path);
            try_open(&audio).map_err(|error| CatalogError::Audio { track: track.id, path: audio.clone(), error })?;
            let content = contents.entry(entry.cid).or_insert_with(|| Content {
                audio: AudioPlace::File(audio.clone()),
                media_type: media_type_of(&audio).to_owned(),
                waveform: None,
                upload_ids: vec![],
                tracks: vec![],
                cut_off: None,
            });
            if !matches!(&content.audio, AudioPlace::File(path) if *path == audio) {
                return Err(CatalogError::TwoFiles(track.id));
            }
            content.upload_ids.extend(entry.upload_id);
            content.tracks.push(track);
        }
        Ok(Self(contents.into_iter().map(|(cid, content)| (cid, Arc::new(content))).collect()))
    }
}

impl Catalog for FileCatalog {
    fn content<'a>(&'a self, cid: &'a str) -> Lookup<'a> {
        Box::pin(std::future::ready(Ok(self.0.get(cid).cloned())))
    }
}

impl Entry {
    fn track(&self) -> Result<ContentTrack, CatalogError> {
        let id = self.track_id;
        if id > MAX_TRACK_ID {
            return Err(CatalogError::TrackId(id));
        }
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
        if self.cid.is_empty() || self.cid.len() > MAX_CID || !self.cid.bytes().all(is_plain) {
            return Err(CatalogError::Cid(id));
        }
        let duration = self.duration.map(Duration::try_from_secs_f64).transpose();
        Ok(ContentTrack {
            id,
            authorities: authorities(id, self.access_authorities.clone())?,
            duration: duration.map_err(|_| CatalogError::Duration(id))?,
            delisted: self.delisted,
            owner_uploaded: self.owner_uploaded,
        })
    }
}

fn try_open(path: &Path) -> std::io::Result<()> {
    if std::fs::File::open(path)?.metadata()?.is_file() { Ok(()) } else { Err(std::io::Error::other("not a file")) }
}

/// Returns the media type for the file's extension.
fn media_type_of(path: &Path) -> &'static str {
    let ending = path.extension().and_then(|ending| ending.to_str()).map(str::to_ascii_lowercase);
    match ending.as_deref() {
        Some("wav") => "audio/wav",
        Some("mp3") => "audio/mpeg",
        Some("ogg" | "oga" | "opus") => "audio/ogg",
        Some("flac") => "audio/flac",
        Some("mp4" | "m4a") => "audio/mp4",
        Some("aac") => "audio/aac",
        Some("webm") => "audio/webm",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_type_is_the_endings() {
        for (name, expected) in [
            ("a.WAV", "audio/wav"),
            ("a.mp3", "audio/mpeg"),
            ("a.ogg", "audio/ogg"),
            ("a.flac", "audio/flac"),
            ("a.m4a", "audio/mp4"),
            ("a.aac", "audio/aac"),
            ("a.webm", "audio/webm"),
            ("a.html", "application/octet-stream"),
            ("mp3", "application/octet-stream"),
        ] {
            assert_eq!(media_type_of(Path::new(name)), expected, "{name}");
        }
    }
}
