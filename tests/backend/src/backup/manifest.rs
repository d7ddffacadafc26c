//! The manifest of a backup, and the backups at a place.

use std::collections::BTreeMap;
use std::path::Path;

use data_encoding::HEXLOWER;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use stagepass_media::{FileDigest, FilePlace};

use super::authenticity::Authenticity;
use super::{BACKUPS, FILES, Failure, MANIFEST, MANIFEST_MAC, path_of};

/// The version of the layout.
pub(super) const FORMAT: u32 = 1;
/// The largest manifest in bytes: it can list much missing audio.
const MAX_MANIFEST: u64 = 64 << 20;
/// The largest file with a MAC in bytes.
const MAX_MAC: u64 = 1 << 10;

/// What is in a backup.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Manifest {
    pub(super) format: u32,
    /// The version of the program that made it.
    pub(super) program: String,
    /// When it began, in Unix seconds.
    pub(super) created_at: i64,
    /// The schema version of each part: `service`, `access`.
    pub(super) schema: BTreeMap<String, i64>,
    /// By name.
    pub(super) files: BTreeMap<String, ManifestFile>,
    /// How much audio `audio.txt` lists.
    pub(super) audio: AudioTotals,
    /// The CIDs of listed audio that was missing or damaged in the service's media.
    pub(super) missing_audio: Vec<String>,
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct ManifestFile {
    pub(super) size: u64,
    /// In hexadecimal digits.
    pub(super) sha256: String,
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(super) struct AudioTotals {
    pub(super) files: u64,
    pub(super) bytes: u64,
}

impl From<FileDigest> for ManifestFile {
    fn from(digest: FileDigest) -> Self {
        Self { size: digest.size, sha256: HEXLOWER.encode(&digest.sha256) }
    }
}

impl ManifestFile {
    fn is(&self, digest: FileDigest) -> bool {
        self.size == digest.size && self.sha256 == HEXLOWER.encode(&digest.sha256)
    }
}

/// The backups at a place by ID, the oldest first, with the paths of their files.
pub(super) struct Backups(BTreeMap<String, Vec<String>>);

impl Backups {
    pub(super) async fn at(place: &FilePlace) -> Result<Self, Failure> {
        let mut backups = BTreeMap::<_, Vec<_>>::new();
        for (path, _) in place.list(BACKUPS).await? {
            let rest = path.strip_prefix(BACKUPS).and_then(|rest| rest.strip_prefix('/'));
            let Some((id, _)) = rest.and_then(|rest| rest.split_once('/')) else { continue };
            backups.entry(id.to_owned()).or_default().push(path);
        }
        Ok(Self(backups))
    }

    /// The IDs of those with a manifest, or without.
    pub(super) fn ids(&self, complete: bool) -> Vec<&str> {
        let is_complete = |id: &str, files: &[String]| files.contains(&path_of(id, MANIFEST));
        self.0.iter().filter(|(id, files)| is_complete(id, files) == complete).map(|(id, _)| id.as_str()).collect()
    }

    pub(super) fn files(&self, id: &str) -> &[String] {
        self.0.get(id).map_or(&[], Vec::as_slice)
    }
}

impl Manifest {
    /// Reads the manifest of a backup by way of the folder `scratch`.
    pub(super) async fn read(place: &FilePlace, id: &str, scratch: &Path) -> Result<Self, Failure> {
        let file = scratch.join(MANIFEST);
        if place.fetch_regular(&path_of(id, MANIFEST), &file).await?.is_none() {
            return Err(Failure::NoBackup(format!(" {id}")));
        }
        Self::parse(id, &read(&file, MAX_MANIFEST)?)
    }

    /// Reads the manifest of a backup that is the operator's own, as [`Manifest::read`].
    ///
    /// # Errors
    /// [`Failure::NotAuthentic`] before anything of it is used.
    pub(super) async fn read_authentic(
        place: &FilePlace,
        id: &str,
        scratch: &Path,
        authenticity: &Authenticity,
    ) -> Result<Self, Failure> {
        let (file, mac) = (scratch.join(MANIFEST), scratch.join(MANIFEST_MAC));
        if place.fetch_regular(&path_of(id, MANIFEST), &file).await?.is_none() {
            return Err(Failure::NoBackup(format!(" {id}")));
        }
        let text = read(&file, MAX_MANIFEST)?;
        let mac = match place.fetch_regular(&path_of(id, MANIFEST_MAC), &mac).await? {
            Some(_) => Some(String::from_utf8_lossy(&read(&mac, MAX_MAC)?).into_owned()),
            None => None,
        };
        if !authenticity.accepts(id, &text, mac.as_deref()) {
            return Err(Failure::NotAuthentic(id.to_owned()));
        }
        Self::parse(id, &text)
    }

    fn parse(id: &str, text: &[u8]) -> Result<Self, Failure> {
        let damaged = |reason| Failure::Damaged { id: id.to_owned(), file: MANIFEST.to_owned(), reason };
        let manifest: Self = serde_json::from_slice(text).map_err(|error| damaged(error.to_string()))?;
        // A name becomes part of a path.
        if let Some(name) = manifest.files.keys().find(|name| !FILES.contains(&name.as_str())) {
            return Err(damaged(format!("no backup has a file {name:?}")));
        }
        if manifest.format == FORMAT {
            Ok(manifest)
        } else {
            Err(damaged(format!("the format {} is of a newer program", manifest.format)))
        }
    }

    /// Fetches a listed file to the folder `scratch`, and compares it with the manifest.
    pub(super) async fn fetch(&self, place: &FilePlace, id: &str, file: &str, scratch: &Path) -> Result<(), Failure> {
        let damaged =
            |reason: &str| Failure::Damaged { id: id.to_owned(), file: file.to_owned(), reason: reason.into() };
        let listed = self.files.get(file).ok_or_else(|| damaged("it is not in the manifest"))?;
        match place.fetch_regular(&path_of(id, file), &scratch.join(file)).await? {
            None => Err(damaged("it is missing")),
            Some(digest) if listed.is(digest) => Ok(()),
            Some(_) => Err(damaged("its bytes are not those of the manifest")),
        }
    }
}

/// Returns the bytes of a file, which may have at most `max`.
fn read(file: &Path, max: u64) -> Result<Vec<u8>, Failure> {
    let read = std::fs::metadata(file).and_then(|metadata| {
        if metadata.len() > max { Err(std::io::Error::other("it is too large")) } else { std::fs::read(file) }
    });
    read.map_err(Failure::file(file))
}

/// Returns the ID of a backup of this time, such as `20261126T120205Z`: these sort by time.
pub(super) fn id_of(seconds: i64) -> String {
    Timestamp::from_second(seconds).unwrap_or(Timestamp::UNIX_EPOCH).strftime("%Y%m%dT%H%M%SZ").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn id_is_the_time_in_utc() {
        assert_eq!(id_of(1_800_000_000), "20270115T080000Z");
    }
}
