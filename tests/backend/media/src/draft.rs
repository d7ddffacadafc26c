//! The file of an unfinished upload: `uploads/{upload_id}`. Each byte is at its final offset, so that the length of the
//! file is the number of received bytes.
//!
//! Bytes beyond the offset in the store were not recorded, and are cut off before bytes are appended. If audio is in a
//! bucket, bytes of stored parts are removed from the file. Its length stays, with holes in place of these bytes.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, IoSlice, Seek as _, SeekFrom, Write as _};
#[cfg(target_os = "linux")]
use std::num::NonZeroU64;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use axum::body::Bytes;

use stagepass_kit::private;

/// The file, open at the offset of the next byte. All methods block on the disk.
#[derive(Debug)]
pub struct Draft {
    path: PathBuf,
    file: File,
    end: u64,
    /// The system was told to write the bytes before this one to the disk.
    written_back: u64,
    /// Whether the folder needs to be synced as well.
    is_new: bool,
}

/// Why a draft cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum DraftError {
    /// Another service with the same folder is writing it.
    #[error("another service is writing to it")]
    Taken,
    /// The disk failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// The size of a page of memory. Where it is larger, some pages are written twice.
#[cfg(target_os = "linux")]
const PAGE: u64 = 4096;

/// How often locking is retried, and after how long. A child process that is being started inherits all locks until it
/// executes its own program.
const TRIES: u32 = 20;
const PAUSE: Duration = Duration::from_millis(10);

/// Locks the file. On file systems without locks, there must be only one service.
fn lock(file: &File) -> Result<(), DraftError> {
    for _ in 0..TRIES {
        if !matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
            return Ok(());
        }
        thread::sleep(PAUSE);
    }
    Err(DraftError::Taken)
}

impl Draft {
    /// Opens or creates the file, and cuts it off at `end`. No other service with the same folder can open it until
    /// this is dropped.
    ///
    /// # Errors
    /// [`DraftError`].
    pub fn open(path: &Path, end: u64) -> Result<Self, DraftError> {
        let is_new = !path.try_exists()?;
        let mut file = private::options().read(true).create(true).truncate(false).open(path)?;
        lock(&file)?;
        if file.metadata()?.len() != end {
            file.set_len(end)?;
        }
        file.seek(SeekFrom::Start(end))?;
        Ok(Self { path: path.to_owned(), file, end, written_back: end, is_new })
    }

    /// The offset of the next byte.
    pub fn end(&self) -> u64 {
        self.end
    }

    /// Appends the frames. After an error, some of their bytes may be beyond [`Draft::end`].
    ///
    /// # Errors
    /// An [`io::Error`] of the file system.
    pub fn append(&mut self, frames: &[Bytes]) -> io::Result<()> {
        let mut slices: Vec<IoSlice<'_>> = frames.iter().map(|frame| IoSlice::new(frame)).collect();
        let (mut rest, size) = (slices.as_mut_slice(), frames.iter().map(|frame| frame.len() as u64).sum::<u64>());
        IoSlice::advance_slices(&mut rest, 0);
        while !rest.is_empty() {
            match self.file.write_vectored(rest) {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(count) => IoSlice::advance_slices(&mut rest, count),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        self.end += size;
        self.begin_write_back();
        Ok(())
    }

    /// Lets the system write what was appended to the disk now. Syncing then waits for less.
    fn begin_write_back(&mut self) {
        #[cfg(target_os = "linux")]
        {
            use rustix::fs::{Advice, fadvise};
            let whole_pages = self.end - self.end % PAGE;
            // Begins to write these pages. It would remove those from memory that are on the disk, but none of them is.
            if let Some(length) = NonZeroU64::new(whole_pages.saturating_sub(self.written_back))
                && fadvise(&self.file, self.written_back, Some(length), Advice::DontNeed).is_ok()
            {
                self.written_back = whole_pages;
            }
        }
    }

    /// Removes the bytes that were appended beyond `end`.
    ///
    /// # Errors
    /// An [`io::Error`] of the file system.
    pub fn cut(&mut self, end: u64) -> io::Result<()> {
        self.file.set_len(end)?;
        self.file.seek(SeekFrom::Start(end))?;
        (self.end, self.written_back) = (end, self.written_back.min(end));
        Ok(())
    }

    /// Returns what syncs the bytes appended so far, while others are appended.
    ///
    /// # Errors
    /// An [`io::Error`] of the file system.
    pub fn begin_sync(&mut self) -> io::Result<DraftSync> {
        let folder = if self.is_new { self.path.parent().map(Path::to_owned) } else { None };
        self.is_new = false;
        Ok(DraftSync { file: self.file.try_clone()?, folder })
    }
}

/// Syncs a draft to the disk.
#[derive(Debug)]
pub struct DraftSync {
    file: File,
    folder: Option<PathBuf>,
}

impl DraftSync {
    /// Waits until the bytes are on the disk.
    ///
    /// # Errors
    /// An [`io::Error`] of the file system.
    pub fn run(self) -> io::Result<()> {
        self.file.sync_data()?;
        self.folder.as_deref().map_or(Ok(()), sync_folder)
    }
}

/// Syncs the file names in a folder to the disk.
pub(super) fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

/// Returns the length of a file, and 0 if it does not exist.
pub(super) async fn length(path: &Path) -> io::Result<u64> {
    match tokio::fs::metadata(path).await {
        Ok(metadata) => Ok(metadata.len()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(0),
        Err(error) => Err(error),
    }
}

/// Deletes a file, if it exists.
pub(super) fn remove(path: &Path) -> io::Result<()> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Returns the bytes of a file in this range, all of them.
pub(super) fn read(path: &Path, range: Range<u64>) -> io::Result<Bytes> {
    use std::io::Read as _;
    let mut file = File::open(path)?;
    file.seek(SeekFrom::Start(range.start))?;
    let length = usize::try_from(range.end.saturating_sub(range.start)).map_err(io::Error::other)?;
    let mut bytes = vec![0; length];
    file.read_exact(&mut bytes)?;
    Ok(bytes.into())
}

/// Frees the disk space of this range, without moving the rest. If that is not supported, the space stays used until
/// the upload ends.
pub(super) fn punch(path: &Path, range: &Range<u64>) -> io::Result<()> {
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::{FallocateFlags, fallocate};
        let file = OpenOptions::new().write(true).open(path)?;
        let flags = FallocateFlags::PUNCH_HOLE | FallocateFlags::KEEP_SIZE;
        fallocate(&file, flags, range.start, range.end.saturating_sub(range.start))?;
    }
    #[cfg(not(target_os = "linux"))]
    let _ = (path, range);
    Ok(())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn open_draft_cannot_be_opened_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("draft");
        let draft = Draft::open(&path, 0).unwrap();
        assert!(matches!(Draft::open(&path, 0), Err(DraftError::Taken)));
        drop(draft);
        Draft::open(&path, 0).unwrap();
    }

    #[test]
    fn a_hole_leaves_the_rest_where_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("draft");
        let bytes: Vec<u8> = (0..3 << 16).map(|number: u32| (number % 251) as u8).collect();
        std::fs::write(&path, &bytes).unwrap();
        if punch(&path, &(0..1 << 16)).is_ok() {
            assert_eq!(std::fs::metadata(&path).unwrap().len(), bytes.len() as u64);
            assert_eq!(read(&path, 1 << 16..3 << 16).unwrap(), &bytes[1 << 16..]);
        }
        assert!(read(&path, 1..1 + (3 << 16)).is_err(), "there is not as much");
    }

    proptest! {
        /// Whatever is appended, cut off and opened again, the file has the expected bytes.
        #[test]
        fn it_is_what_was_appended(steps in prop::collection::vec((prop::collection::vec(prop::collection::vec(any::<u8>(), 0..40), 0..5), any::<prop::sample::Index>(), any::<bool>()), 1..12)) {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("draft");
            let (mut draft, mut model) = (Draft::open(&path, 0).unwrap(), Vec::new());
            for (appended, keep, is_reopened) in steps {
                draft.append(&appended.iter().map(|frame| Bytes::copy_from_slice(frame)).collect::<Vec<_>>()).unwrap();
                model.extend(appended.concat());
                let keep = keep.index(model.len() + 1);
                model.truncate(keep);
                if is_reopened {
                    drop(draft);
                    draft = Draft::open(&path, keep as u64).unwrap();
                } else {
                    draft.cut(keep as u64).unwrap();
                }
                prop_assert_eq!(draft.end(), keep as u64);
                prop_assert_eq!(&std::fs::read(&path).unwrap(), &model);
            }
        }
    }
}
