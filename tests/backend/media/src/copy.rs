//! Audio out of a media folder into a bucket.

use std::fs::DirEntry;
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::bucket::{Bucket, Put};
use super::{AUDIO, MediaError};

/// What was done.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct CopyReport {
    /// How many files were put into the bucket.
    pub copied: u64,
    /// How many were there already.
    pub skipped: u64,
    /// How many bytes were put.
    pub bytes: u64,
}

/// Puts every file of the media folder `from` into the bucket that is not there yet, and asks for the size of each. Neither the folder nor the
/// database is changed. What broke off is done by once more.
///
/// # Errors
/// [`MediaError::Folder`] if the folder can't be read, [`MediaError::Bucket`] if a file could not be put: those before it are there.
pub async fn copy(from: &Path, bucket: &Bucket) -> Result<CopyReport, MediaError> {
    let mut done = CopyReport::default();
    for (cid, path, size) in files(from)? {
        match bucket.put(&cid, &path, size).await? {
            Put::Before => done.skipped += 1,
            Put::Now if bucket.length(&cid).await? == size => {
                done.copied += 1;
                done.bytes += size;
            }
            Put::Now => return Err(bucket.short().into()),
        }
        tracing::debug!(cid, size, "is in the bucket");
    }
    Ok(done)
}

/// Name, place and size of all of them, in the order of their names.
fn files(media: &Path) -> Result<Vec<(String, PathBuf, u64)>, MediaError> {
    let folder = media.join(AUDIO);
    let read = || {
        let mut files = Vec::new();
        for entry in std::fs::read_dir(&folder)? {
            files.extend(file(&entry?)?);
        }
        files.sort();
        Ok(files)
    };
    read().map_err(|error| MediaError::Folder { path: folder.clone(), error })
}

/// `None` if it is none of the service's making, which has small letters and digits for a name.
fn file(entry: &DirEntry) -> std::io::Result<Option<(String, PathBuf, u64)>> {
    let metadata = entry.metadata()?;
    let name = entry.file_name().into_string().unwrap_or_default();
    let is_cid = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
    Ok((is_cid && metadata.is_file()).then(|| (name, entry.path(), metadata.len())))
}
