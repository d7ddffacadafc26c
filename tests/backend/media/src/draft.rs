//! The file of an unfinished upload: `uploads/{upload_id}`. Each byte is where it will be in the whole, so that its length says how much has come.
//!
//! What is in it beyond the offset that the store has may be anything: it came and was not noted, or was found to be wrong. It is cut off before
//! anything is appended. With audio in a bucket, what is there as parts is taken out of the file again, whose length stays: there are holes where it was.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, IoSlice, Seek as _, SeekFrom, Write as _};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use axum::body::Bytes;

use stagepass_kit::private;

/// The file, open at the place where the next byte goes. All of this waits for the disk.
#[derive(Debug)]
pub struct Draft {
    path: PathBuf,
    file: File,
    end: u64,
    /// Whether the folder has to be told as well.
    is_new: bool,
}

/// Why a draft can't be written to.
#[derive(Debug, thiserror::Error)]
pub enum DraftError {
    /// Another service that has the same folder is at it.
    #[error("another service is writing to it")]
    Taken,
    /// The disk failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// How often a file that is taken is tried again, and after how long. A process that is just being started has all locks of the one that starts it until
/// it runs its own program.
const TRIES: u32 = 20;
const PAUSE: Duration = Duration::from_millis(10);

/// Locks it. Not every file system knows locks: on one that does not, there is one service.
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
    /// Opens it, or makes it, and cuts off what is beyond `end`. Until this is dropped, no other service that has the same folder opens it.
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
        Ok(Self { path: path.to_owned(), file, end, is_new })
    }

    /// Where the next byte goes.
    pub fn end(&self) -> u64 {
        self.end
    }

    /// Appends all of it. After an error there may be some of it beyond [`Draft::end`].
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
        Ok(())
    }

    /// Takes back what was appended beyond `end`.
    ///
    /// # Errors
    /// An [`io::Error`] of the file system.
    pub fn cut(&mut self, end: u64) -> io::Result<()> {
        self.file.set_len(end)?;
        self.file.seek(SeekFrom::Start(end))?;
        self.end = end;
        Ok(())
    }

    /// What puts the bytes that were appended before this on the disk, while others are appended.
    ///
    /// # Errors
    /// An [`io::Error`] of the file system.
    pub fn begin_sync(&mut self) -> io::Result<DraftSync> {
        let folder = if self.is_new { self.path.parent().map(Path::to_owned) } else { None };
        self.is_new = false;
        Ok(DraftSync { file: self.file.try_clone()?, folder })
    }
}

/// Puts a draft on the disk.
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

/// Puts the names of a folder's files on the disk.
pub(super) fn sync_folder(folder: &Path) -> io::Result<()> {
    // Elsewhere a folder can't be opened, and its names are on the disk by themselves.
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

/// How many bytes there are; 0 if there is no such file.
pub(super) async fn length(path: &Path) -> io::Result<u64> {
    match tokio::fs::metadata(path).await {
        Ok(metadata) => Ok(metadata.len()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(0),
        Err(error) => Err(error),
    }
}

/// Deletes a file, if there is one.
pub(super) async fn remove(path: &Path) -> io::Result<()> {
    match tokio::fs::remove_file(path).await {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// The bytes of a file in this range, all of them.
pub(super) fn read(path: &Path, range: Range<u64>) -> io::Result<Bytes> {
    use std::io::Read as _;
    let mut file = File::open(path)?;
    file.seek(SeekFrom::Start(range.start))?;
    let length = usize::try_from(range.end.saturating_sub(range.start)).map_err(io::Error::other)?;
    let mut bytes = vec![0; length];
    file.read_exact(&mut bytes)?;
    Ok(bytes.into())
}

/// Gives the room of this range back to the disk; the rest stays where it is. Where that can't be done, the room is taken until the upload ends.
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

    fn frames(parts: &[&[u8]]) -> Vec<Bytes> {
        parts.iter().map(|part| Bytes::copy_from_slice(part)).collect()
    }

    #[test]
    fn what_is_beyond_the_offset_is_cut_off() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("draft");
        let mut draft = Draft::open(&path, 0).unwrap();
        draft.append(&frames(&[b"abc", b"", b"def"])).unwrap();
        assert_eq!(draft.end(), 6);
        draft.begin_sync().unwrap().run().unwrap();
        drop(draft);
        let mut draft = Draft::open(&path, 4).unwrap();
        draft.append(&frames(&[b"XY"])).unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"abcdXY");
        draft.cut(1).unwrap();
        draft.append(&frames(&[b"Z", b""])).unwrap();
        assert_eq!((draft.end(), std::fs::read(&path).unwrap()), (2, b"aZ".to_vec()));
    }

    #[test]
    fn nobody_else_writes_to_it_meanwhile() {
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
        /// Whatever is appended, cut off and opened again, the file is what a list of bytes would be.
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
