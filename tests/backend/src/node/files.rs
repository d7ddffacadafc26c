//! The files of contents: kept open, and read without waiting where that is possible.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use axum::body::Bytes;
use tokio::task::{JoinHandle, spawn_blocking};

use super::buffers::{Buffers, CHUNK};
use super::recent::Recent;

/// Half of the files that are kept open at most.
const HALF: usize = 128;
/// For how many seconds a file is taken to be what it was: a content never changes, but an operator may put a better copy in its place.
const KEPT: i64 = 10;

/// The files that were asked for lately.
#[derive(Debug)]
pub(super) struct Files {
    recent: Recent<PathBuf, (Arc<Audio>, i64)>,
    buffers: Buffers,
}

/// An open file.
#[derive(Debug)]
pub(super) struct Audio {
    file: File,
    length: u64,
    buffers: Buffers,
}

impl Default for Files {
    fn default() -> Self {
        Self { recent: Recent::of_half(HALF), buffers: Buffers::default() }
    }
}

impl Files {
    /// The file at `path`, as of `now` (Unix seconds).
    pub(super) async fn open(&self, path: &Path, now: i64) -> io::Result<Arc<Audio>> {
        if let Some((audio, at)) = self.recent.get(path)
            && (at..at.saturating_add(KEPT)).contains(&now)
        {
            return Ok(audio);
        }
        let (path, buffers) = (path.to_owned(), self.buffers.clone());
        let (path, audio) = blocking(move || Audio::open(&path, buffers).map(|audio| (path, Arc::new(audio)))).await?;
        self.recent.insert(path, (Arc::clone(&audio), now));
        Ok(audio)
    }
}

impl Audio {
    fn open(path: &Path, buffers: Buffers) -> io::Result<Self> {
        let file = File::open(path)?;
        let metadata = file.metadata()?;
        if !metadata.is_file() {
            return Err(io::Error::other("not a file"));
        }
        Ok(Self { file, length: metadata.len(), buffers })
    }

    /// How many bytes it has.
    pub(super) fn length(&self) -> u64 {
        self.length
    }

    /// `count` bytes from `offset` on, [`CHUNK`] at most.
    pub(super) async fn read(self: &Arc<Self>, offset: u64, count: u64) -> io::Result<Bytes> {
        match self.read_now(offset, count) {
            Some(bytes) => Ok(bytes),
            None => self.read_later(offset, count).await?,
        }
    }

    /// The same, if all of it is in memory: a thread that serves others must not wait for a disk, but to ask another thread costs several
    /// times as much as to read.
    pub(super) fn read_now(&self, offset: u64, count: u64) -> Option<Bytes> {
        let mut buffer = self.buffers.take(chunk(count));
        let wanted = buffer.as_ref().len();
        (read_cached(&self.file, buffer.as_mut(), offset) == Some(wanted)).then(|| buffer.into_bytes())
    }

    /// The same, on a thread that may wait. A file that ends before is an error: it was longer when it was opened.
    pub(super) fn read_later(self: &Arc<Self>, offset: u64, count: u64) -> JoinHandle<io::Result<Bytes>> {
        let audio = Arc::clone(self);
        spawn_blocking(move || {
            let mut buffer = audio.buffers.take(chunk(count));
            read_exact_at(&audio.file, buffer.as_mut(), offset)?;
            Ok(buffer.into_bytes())
        })
    }
}

fn chunk(count: u64) -> usize {
    usize::try_from(count).map_or(CHUNK, |count| count.min(CHUNK))
}

async fn blocking<T: Send + 'static>(work: impl FnOnce() -> io::Result<T> + Send + 'static) -> io::Result<T> {
    spawn_blocking(work).await?
}

/// How many bytes there were in memory. `None` if there were none, or the file system doesn't say.
#[cfg(target_os = "linux")]
fn read_cached(file: &File, buffer: &mut [u8], offset: u64) -> Option<usize> {
    use rustix::io::{ReadWriteFlags, preadv2};
    preadv2(file, &mut [io::IoSliceMut::new(buffer)], offset, ReadWriteFlags::NOWAIT).ok()
}

#[cfg(not(target_os = "linux"))]
fn read_cached(_: &File, _: &mut [u8], _: u64) -> Option<usize> {
    None
}

#[cfg(unix)]
fn read_exact_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, buffer, offset)
}

#[cfg(windows)]
fn read_exact_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<()> {
    let mut rest = (buffer, offset);
    while !rest.0.is_empty() {
        let read = std::os::windows::fs::FileExt::seek_read(file, rest.0, rest.1)?;
        if read == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        rest = (rest.0.split_at_mut(read).1, rest.1 + read as u64);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(content: &[u8]) -> (tempfile::TempDir, PathBuf, Files) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("audio");
        std::fs::write(&path, content).unwrap();
        (folder, path, Files::default())
    }

    #[tokio::test]
    async fn now_or_later_the_same_bytes() {
        let content: Vec<u8> = (0..600_000_u32).map(|number| number.to_le_bytes()[1]).collect();
        let (_folder, path, files) = file(&content);
        let audio = files.open(&path, 0).await.unwrap();
        assert_eq!(audio.length(), 600_000);
        for (offset, count) in [(0, 1), (5, 70_000), (599_000, 1000), (300_000, 300_000)] {
            let expected = &content[offset..offset + count.min(CHUNK)];
            let (offset, count) = (offset as u64, count as u64);
            assert!(audio.read(offset, count).await.unwrap() == expected);
            assert!(audio.read_later(offset, count).await.unwrap().unwrap() == expected);
            assert!(audio.read_now(offset, count).is_none_or(|bytes| bytes == expected));
        }
    }

    #[tokio::test]
    async fn beyond_the_end_there_is_nothing() {
        let (_folder, path, files) = file(b"abc");
        let audio = files.open(&path, 0).await.unwrap();
        assert_eq!(audio.read(1, 3).await.unwrap_err().kind(), io::ErrorKind::UnexpectedEof);
        assert!(files.open(path.parent().unwrap(), 0).await.is_err(), "a folder");
    }

    #[tokio::test]
    async fn it_stays_open_for_a_while() {
        let (_folder, path, files) = file(b"abc");
        let audio = files.open(&path, 100).await.unwrap();
        std::fs::remove_file(&path).unwrap();
        assert!(Arc::ptr_eq(&files.open(&path, 109).await.unwrap(), &audio));
        assert!(files.open(&path, 99).await.is_err(), "the clock was set back");
        assert!(files.open(&path, 110).await.is_err());
    }
}
