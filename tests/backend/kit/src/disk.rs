//! Free space of the file systems of a service, and how much of it uploads may use.
//!
//! Uploads stop at a reserve, before a write to the database could fail for lack of space. The reserve is for
//! everything else: signing in, refreshing tokens, deleting uploads.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The default reserve: the file system's size divided by this …
const SHARE: u64 = 20;
/// … but at least this, to which the database's log can grow between two checkpoints, and at most that.
const LEAST: u64 = 16 << 20;
const MOST: u64 = 1 << 30;
/// For a small file system, [`LEAST`] may be too much. The reserve is at most its size divided by this.
const SMALL: u64 = 4;

/// The file systems of a service. Clones share the counts.
#[derive(Debug, Clone)]
pub struct Disks(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    /// The folder of unfinished uploads and, unless it is in a bucket, of audio.
    media: PathBuf,
    /// The folder of the database, if it is a file.
    database: Option<PathBuf>,
    reserve: Option<u64>,
    /// The bytes that uploads are writing. The file system may not have counted them yet.
    being_written: AtomicU64,
    /// The uploads, and pieces of uploads, that were refused for lack of space.
    refused: AtomicU64,
}

/// The size and free space of a file system in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Space {
    size: u64,
    /// The free space for programs that are not run by root.
    free: u64,
}

/// Space that is claimed for bytes to write. Dropped when they are written.
#[derive(Debug)]
pub struct Claim {
    disks: Disks,
    bytes: u64,
}

impl Drop for Claim {
    fn drop(&mut self) {
        self.disks.0.being_written.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

impl Disks {
    /// For the folder `media` and the file `database`. `reserve` is in bytes. The default depends on the size of each
    /// file system.
    pub fn new(media: &Path, database: Option<&Path>, reserve: Option<u64>) -> Self {
        Self(Arc::new(Inner {
            media: media.to_owned(),
            database: database.map(folder_of),
            reserve,
            being_written: AtomicU64::new(0),
            refused: AtomicU64::new(0),
        }))
    }

    /// Calls one of the following methods on a thread that may block.
    ///
    /// # Errors
    /// The error of `question`.
    pub async fn ask<T: Send + 'static>(
        &self,
        question: impl FnOnce(&Self) -> io::Result<T> + Send + 'static,
    ) -> io::Result<T> {
        let disks = self.clone();
        tokio::task::spawn_blocking(move || question(&disks)).await?
    }

    /// Returns how many more bytes uploads may use. 0 if the database has no more than its reserve left. Blocks, so not
    /// for async code.
    ///
    /// # Errors
    /// The system's error.
    pub fn room(&self) -> io::Result<u64> {
        if self.is_database_low()? {
            return Ok(0);
        }
        let room = self.above_reserve(Space::of(&self.0.media)?);
        Ok(room.saturating_sub(self.0.being_written.load(Ordering::Relaxed)))
    }

    /// Claims space for this many bytes of an upload. Blocks, so not for async code.
    ///
    /// # Errors
    /// [`io::ErrorKind::StorageFull`] if it would use some of the reserve, or the system's error.
    pub fn claim(&self, bytes: u64) -> io::Result<Claim> {
        let being_written = &self.0.being_written;
        being_written.fetch_add(bytes, Ordering::Relaxed);
        let claim = Claim { disks: self.clone(), bytes };
        // The bytes being written, including these, are subtracted already.
        if self.is_database_low()?
            || self.above_reserve(Space::of(&self.0.media)?) < being_written.load(Ordering::Relaxed)
        {
            self.note_refusal();
            return Err(io::ErrorKind::StorageFull.into());
        }
        Ok(claim)
    }

    /// Counts an upload, or a piece of one, that was refused for lack of space.
    pub fn note_refusal(&self) {
        self.0.refused.fetch_add(1, Ordering::Relaxed);
    }

    /// The number of refusals.
    pub fn refusals(&self) -> u64 {
        self.0.refused.load(Ordering::Relaxed)
    }

    /// Returns whether the database has no more than its reserve left.
    ///
    /// # Errors
    /// The system's error.
    pub fn is_database_low(&self) -> io::Result<bool> {
        self.has_database_less_than(1)
    }

    /// Returns whether the database has no more than a quarter of its reserve left. The rest is for refreshing tokens,
    /// signing out and deleting.
    ///
    /// # Errors
    /// The system's error.
    pub fn is_database_almost_full(&self) -> io::Result<bool> {
        self.has_database_less_than(4)
    }

    /// Returns whether the database has less than this part of its reserve left.
    fn has_database_less_than(&self, part: u64) -> io::Result<bool> {
        let Some(database) = &self.0.database else { return Ok(false) };
        let space = Space::of(database)?;
        Ok(space.free < self.reserve_of(space) / part)
    }

    /// Whether the database and uploads are on the same file system.
    pub fn is_shared(&self) -> bool {
        let Some(database) = &self.0.database else { return false };
        matches!((device(database), device(&self.0.media)), (Ok(one), Ok(other)) if one == other)
    }

    /// Returns the free bytes by purpose. A file system that returns an error is left out.
    pub fn free(&self) -> Vec<(&'static str, u64)> {
        let paths = [("uploads", Some(&self.0.media)), ("database", self.0.database.as_ref())];
        paths.into_iter().filter_map(|(name, path)| Some((name, Space::of(path?).ok()?.free))).collect()
    }

    fn above_reserve(&self, space: Space) -> u64 {
        space.free.saturating_sub(self.reserve_of(space))
    }

    fn reserve_of(&self, space: Space) -> u64 {
        self.0.reserve.unwrap_or_else(|| (space.size / SHARE).clamp(LEAST, MOST).min(space.size / SMALL))
    }
}

/// Returns the folder of a file.
fn folder_of(file: &Path) -> PathBuf {
    match file.parent() {
        Some(folder) if folder != Path::new("") => folder.to_owned(),
        _ => PathBuf::from("."),
    }
}

/// Returns whether the file system of this file has less than this many bytes left. False if it returns an error.
pub fn has_less_than(file: &Path, bytes: u64) -> bool {
    Space::of(&folder_of(file)).is_ok_and(|space| space.free < bytes)
}

impl Space {
    fn of(path: &Path) -> io::Result<Self> {
        let stat = rustix::fs::statvfs(path)?;
        let bytes = |blocks: u64| blocks.saturating_mul(stat.f_frsize);
        Ok(Self { size: bytes(stat.f_blocks), free: bytes(stat.f_bavail) })
    }
}

fn device(path: &Path) -> io::Result<u64> {
    use std::os::unix::fs::MetadataExt as _;
    Ok(std::fs::metadata(path)?.dev())
}

#[cfg(test)]
mod tests {
    use super::*;

    const MB: u64 = 1 << 20;

    fn disks(reserve: Option<u64>) -> (tempfile::TempDir, Disks) {
        let folder = tempfile::tempdir().unwrap();
        let disks = Disks::new(folder.path(), Some(&folder.path().join("test.db")), reserve);
        (folder, disks)
    }

    #[test]
    fn reserve_depends_on_file_system_size() {
        let (_folder, disks) = disks(None);
        for (size, reserve) in [(64, 16), (200, 16), (400, 20), (10_000, 500), (1_000_000, 1_024), (10, 2)] {
            let space = Space { size: size * MB, free: size * MB };
            assert_eq!(disks.reserve_of(space) / MB, reserve, "{size} MB");
        }
    }

    #[test]
    fn claims_count_until_they_are_dropped() {
        let (_folder, disks) = disks(Some(0));
        let free = disks.room().unwrap();
        let claim = disks.claim(MB).unwrap();
        assert_eq!(disks.0.being_written.load(Ordering::Relaxed), MB);
        assert!(disks.claim(free.saturating_mul(2)).is_err());
        assert_eq!((disks.0.being_written.load(Ordering::Relaxed), disks.refusals()), (MB, 1), "a refused one is none");
        drop(claim);
        assert_eq!(disks.0.being_written.load(Ordering::Relaxed), 0);
    }

    #[test]
    fn reserve_larger_than_the_disk_leaves_no_room() {
        let (_folder, disks) = disks(Some(u64::MAX));
        assert_eq!(disks.room().unwrap(), 0);
        assert!(disks.is_database_low().unwrap());
        assert_eq!(disks.claim(1).unwrap_err().kind(), io::ErrorKind::StorageFull);
    }

    #[test]
    fn database_beside_uploads_shares_their_file_system() {
        let (_folder, disks) = disks(None);
        assert!(disks.is_shared());
        assert_eq!(disks.free().len(), 2);
        let alone = Disks::new(Path::new("/"), None, None);
        assert!(!alone.is_shared() && !alone.is_database_low().unwrap());
        assert_eq!(Disks::new(Path::new("/"), Some(Path::new("test.db")), None).0.database, Some(PathBuf::from(".")));
    }
}
