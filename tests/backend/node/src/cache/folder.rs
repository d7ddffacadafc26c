//! The folder of the cache: a file `{cid}` for each content, and temporary files of contents that are being fetched.

use std::fs::{self, DirEntry, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use tempfile::NamedTempFile;

use stagepass_kit::private;
use stagepass_media::cid::sha256_of;

/// The prefix and suffix of temporary files. They are removed at the next start.
const DRAFT: (&str, &str) = (".stagepass-", ".part");
/// Locked while a node uses the folder.
const LOCK: &str = ".lock";

/// Why a cache cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum CacheError {
    /// The folder cannot be created, read or written.
    #[error("the cache {}: {error}", path.display())]
    Folder {
        /// Its path.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// Another node uses it.
    #[error("the cache {} is used by another node: each node needs its own", .0.display())]
    Taken(PathBuf),
}

/// The folder, which is locked until this is dropped.
#[derive(Debug)]
pub(super) struct Folder {
    files: Files,
    _lock: File,
}

/// The path of the files.
#[derive(Debug, Clone)]
pub(super) struct Files(PathBuf);

impl Folder {
    /// Opens and locks the folder. Returns the names and sizes of its files, the last modified one last.
    pub(super) fn open(path: &Path) -> Result<(Self, Vec<(String, u64)>), CacheError> {
        let failed = |error| CacheError::Folder { path: path.to_owned(), error };
        private::create_folder(path).map_err(failed)?;
        let lock = private::options().create(true).truncate(false).open(path.join(LOCK)).map_err(failed)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(CacheError::Taken(path.to_owned())),
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
        let mut found = Vec::new();
        for entry in fs::read_dir(path).map_err(failed)? {
            found.extend(look_at(&entry.map_err(failed)?).map_err(failed)?);
        }
        found.sort();
        let found = found.into_iter().map(|(_, cid, size)| (cid, size)).collect();
        Ok((Self { files: Files(path.to_owned()), _lock: lock }, found))
    }

    /// The files in the folder.
    pub(super) fn files(&self) -> &Files {
        &self.files
    }
}

impl Files {
    /// Returns the path of the content with this CID. The CID must be well-formed, because another text could name
    /// another file.
    pub(super) fn path(&self, cid: &str) -> PathBuf {
        self.0.join(cid)
    }

    /// Creates a temporary file, which is deleted when this is dropped.
    pub(super) fn draft(&self) -> io::Result<NamedTempFile> {
        tempfile::Builder::new().prefix(DRAFT.0).suffix(DRAFT.1).tempfile_in(&self.0)
    }

    /// Removes a file.
    pub(super) fn remove(&self, cid: &str) {
        let path = self.path(cid);
        match fs::remove_file(&path) {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => tracing::error!(path = %path.display(), %error, "a cached file cannot be removed"),
        }
    }
}

/// Returns the file, if it is one of the cache. Removes temporary files, and entries with the name of a CID that are
/// not files. Leaves everything else alone, because this may be the wrong folder.
fn look_at(entry: &DirEntry) -> io::Result<Option<(SystemTime, String, u64)>> {
    let Ok(name) = entry.file_name().into_string() else { return Ok(None) };
    let path = entry.path();
    if name.starts_with(DRAFT.0) && name.ends_with(DRAFT.1) {
        fs::remove_file(path)?;
        return Ok(None);
    }
    if sha256_of(&name).is_none() {
        if name != LOCK {
            tracing::warn!(path = %path.display(), "this is not a file of the cache: it is ignored");
        }
        return Ok(None);
    }
    // Does not follow links.
    let metadata = entry.metadata()?;
    if metadata.is_file() {
        return Ok(Some((metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH), name, metadata.len())));
    }
    tracing::error!(path = %path.display(), "this is not a file, but has the name of one of the cache: it is removed");
    if let Err(error) = fs::remove_file(&path) {
        tracing::error!(path = %path.display(), %error, "it cannot be removed");
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    const ONE: &str = "bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku";
    const OTHER: &str = "bafkreifjjcie6lypi6ny7amxnfftagclbuxndqonfipmb64f2km2devei4";

    fn names(path: &Path) -> Vec<String> {
        let entries = fs::read_dir(path).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<_> = entries.collect();
        names.sort();
        names
    }

    #[test]
    fn reopened_cache_lists_files_and_deletes_only_drafts() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("made");
        let (folder, found) = Folder::open(&path).unwrap();
        assert_eq!(found, []);
        let draft = folder.files().draft().unwrap().into_temp_path().keep().unwrap();
        assert!(draft.exists());
        drop(folder);
        for (name, length, age) in [(ONE, 3, 10), (OTHER, 5, 20), ("notes.txt", 7, 30), ("bafkrei", 9, 30)] {
            std::fs::write(path.join(name), vec![0; length]).unwrap();
            let changed = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000 - age);
            File::options().write(true).open(path.join(name)).unwrap().set_modified(changed).unwrap();
        }
        let (_folder, found) = Folder::open(&path).unwrap();
        assert_eq!(found, [(OTHER.to_owned(), 5), (ONE.to_owned(), 3)], "the last changed last");
        assert_eq!(names(&path), [".lock", "bafkrei", OTHER, ONE, "notes.txt"], "the draft is gone, nothing else");
    }

    #[test]
    fn symlink_is_removed_and_its_target_stays() {
        let place = tempfile::tempdir().unwrap();
        let (path, elsewhere) = (place.path().join("cache"), place.path().join("elsewhere"));
        fs::create_dir(&path).unwrap();
        fs::write(&elsewhere, "abc").unwrap();
        std::os::unix::fs::symlink(&elsewhere, path.join(ONE)).unwrap();
        fs::create_dir(path.join(OTHER)).unwrap();
        assert_eq!(Folder::open(&path).unwrap().1, []);
        assert_eq!(names(&path), [".lock", OTHER], "a folder is left: there may be something in it");
        assert_eq!(fs::read(&elsewhere).unwrap(), b"abc");
    }

    #[test]
    fn it_is_used_by_one_at_a_time() {
        let place = tempfile::tempdir().unwrap();
        let (folder, _) = Folder::open(place.path()).unwrap();
        assert!(matches!(Folder::open(place.path()), Err(CacheError::Taken(_))));
        drop(folder);
        assert!(Folder::open(place.path()).is_ok());
        let file = place.path().join("file");
        fs::write(&file, "").unwrap();
        assert!(matches!(Folder::open(&file.join("in")), Err(CacheError::Folder { .. })));
    }
}
