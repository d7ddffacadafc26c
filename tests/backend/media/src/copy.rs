//! Copying audio from a media folder to a bucket.

use std::fs::DirEntry;
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::bucket::{Bucket, Put};
use super::{AUDIO, MediaError};

/// The result of copying.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct CopyReport {
    /// The number of uploaded files.
    pub copied: u64,
    /// The number of files that existed already.
    pub skipped: u64,
    /// The number of uploaded bytes.
    pub bytes: u64,
}

/// Uploads every file of the media folder `from` that is not in the bucket yet, and checks the size of each. Changes
/// neither the folder nor the database. Can be repeated after a failure.
///
/// # Errors
/// [`MediaError::Folder`] if the folder cannot be read, [`MediaError::Bucket`] if an upload failed. The files before it
/// are in the bucket.
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
        tracing::debug!(cid, size, "a file was uploaded to the bucket");
    }
    Ok(done)
}

/// Returns name, path and size of each file, sorted by name.
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

/// `None` if the service did not create it. Its files have names of lower-case letters and digits.
fn file(entry: &DirEntry) -> std::io::Result<Option<(String, PathBuf, u64)>> {
    let metadata = entry.metadata()?;
    let name = entry.file_name().into_string().unwrap_or_default();
    let is_cid = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
    Ok((is_cid && metadata.is_file()).then(|| (name, entry.path(), metadata.len())))
}
