//! Audio in files, which are kept open, and sent or read without blocking if possible.

use std::ffi::OsString;
use std::fs::{File, Metadata};
use std::io;
use std::os::unix::fs::{FileExt as _, MetadataExt as _};
use std::path::Path;
use std::sync::Arc;

use axum::body::Bytes;
use tokio::task::{JoinHandle, spawn_blocking};

use super::buffers::Buffer;
use super::page_cache::{BLOCK, PageCache};
use stagepass_kit::lru_map::LruMap;
use stagepass_server::serve::FileSpans;

/// The most open files.
const OPEN_FILES: usize = 256;
/// For how many seconds an open file is used without checking it. A content never changes, but an operator may replace
/// the file.
const KEPT: i64 = 10;
/// The size of a blocking read.
const SLOW_CHUNK: u64 = 256 << 10;

/// Recently used files.
#[derive(Debug)]
pub(crate) struct Files {
    /// Hashed as text: a path is hashed in its components, which takes much longer.
    recent: Arc<LruMap<OsString, (Arc<AudioFile>, i64)>>,
}

/// An open file.
#[derive(Debug)]
pub struct AudioFile {
    file: Arc<File>,
    metadata: Metadata,
    page_cache: PageCache,
}

impl Default for Files {
    fn default() -> Self {
        Self { recent: Arc::new(LruMap::with_capacity(OPEN_FILES)) }
    }
}

impl Files {
    /// Opens the file at `path`, as of `now` (Unix seconds).
    pub(crate) async fn open(&self, path: &Path, now: i64) -> io::Result<Arc<AudioFile>> {
        let key = path.as_os_str();
        let known = match self.recent.get(key) {
            Some((audio, at)) if (at..at.saturating_add(KEPT)).contains(&now) => return Ok(audio),
            known => known.map(|(audio, _)| audio),
        };
        if let Some(known) = &known {
            // One request checks it. Concurrent ones use it as it is, so that they do not all open it again.
            self.recent.insert(key.to_owned(), (Arc::clone(known), now));
        }
        let (path, recent) = (path.to_owned(), Arc::clone(&self.recent));
        // The thread itself stores the result: the request may be cancelled while it waits.
        let opening = spawn_blocking(move || {
            let opened = AudioFile::open(&path).inspect_err(|_| recent.remove(path.as_os_str()))?;
            let audio = known.filter(|known| known.is_same(&opened)).unwrap_or_else(|| Arc::new(opened));
            recent.insert(path.into_os_string(), (Arc::clone(&audio), now));
            Ok(audio)
        });
        opening.await?
    }
}

impl AudioFile {
    fn open(path: &Path) -> io::Result<Self> {
        let file = File::open(path)?;
        let metadata = file.metadata()?;
        if !metadata.is_file() {
            return Err(io::Error::other("not a file"));
        }
        Ok(Self { file: Arc::new(file), page_cache: PageCache::of(metadata.len()), metadata })
    }

    /// Returns whether the file was neither replaced nor changed.
    fn is_same(&self, other: &Self) -> bool {
        let (one, other) = (&self.metadata, &other.metadata);
        let is_same = (one.dev(), one.ino()) == (other.dev(), other.ino());
        is_same && one.len() == other.len() && one.modified().ok() == other.modified().ok()
    }

    /// The size in bytes.
    pub fn length(&self) -> u64 {
        self.metadata.len()
    }

    /// Returns up to `count` bytes from `offset` on: at least to the end of a block. `count` is not 0.
    pub async fn read(self: &Arc<Self>, offset: u64, count: u64) -> io::Result<Bytes> {
        match self.read_now(offset, count) {
            Some(bytes) => Ok(bytes),
            None => self.read_later(offset, count).await?,
        }
    }

    /// Returns whether the kernel can send the block at `offset` without reading from the disk, as far as is known.
    pub(crate) fn is_sendable(&self, offset: u64) -> bool {
        self.page_cache.has(offset / BLOCK)
    }

    /// Like [`AudioFile::read_now`], but the kernel sends the bytes, and these are their placeholder. See
    /// [`FileSpans::placeholder`].
    pub(crate) fn send(&self, offset: u64, count: u64, spans: &FileSpans) -> Option<Bytes> {
        let (block, skipped) = (offset / BLOCK, offset % BLOCK);
        let count = count.min(BLOCK - skipped);
        if !self.is_sendable(offset) || offset.saturating_add(count) > self.length() {
            return None;
        }
        self.page_cache.used(block);
        Some(spans.placeholder(&self.file, offset, count))
    }

    /// Like [`AudioFile::read`], if all bytes are in memory. A worker thread must not block on the disk, but reading on
    /// another thread costs several times as much as reading from memory.
    pub fn read_now(&self, offset: u64, count: u64) -> Option<Bytes> {
        let (block, skipped) = (offset / BLOCK, offset % BLOCK);
        let count = count.min(BLOCK - skipped);
        let bytes = self.read_cached(offset, count)?;
        if skipped == 0 && (count == BLOCK || count == self.length().saturating_sub(offset)) {
            self.page_cache.used(block);
        }
        Some(bytes)
    }

    /// Reads from the system's page cache.
    fn read_cached(&self, offset: u64, count: u64) -> Option<Bytes> {
        let mut buffer = Buffer::take(usize::try_from(count).ok()?);
        let wanted = buffer.as_ref().len();
        (read_cached(&self.file, buffer.as_mut(), offset) == Some(wanted)).then(|| buffer.into_bytes())
    }

    /// Like [`AudioFile::read`], on a thread that may block. It is an error if the file ends before, because it has
    /// become shorter.
    pub fn read_later(self: &Arc<Self>, offset: u64, count: u64) -> JoinHandle<io::Result<Bytes>> {
        let audio = Arc::clone(self);
        spawn_blocking(move || {
            let mut buffer = vec![0; usize::try_from(count.min(SLOW_CHUNK)).unwrap_or_default()];
            audio.file.read_exact_at(&mut buffer, offset)?;
            Ok(buffer.into())
        })
    }
}

/// Returns how many bytes were in memory. `None` if there were none, or the file system does not support this.
#[cfg(target_os = "linux")]
fn read_cached(file: &File, buffer: &mut [u8], offset: u64) -> Option<usize> {
    use rustix::io::{ReadWriteFlags, preadv2};
    preadv2(file, &mut [io::IoSliceMut::new(buffer)], offset, ReadWriteFlags::NOWAIT).ok()
}

#[cfg(not(target_os = "linux"))]
fn read_cached(_: &File, _: &mut [u8], _: u64) -> Option<usize> {
    None
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

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
        for (offset, count) in [(0_u64, 1), (5, 70_000), (65_536, 65_536), (599_000, 1000), (300_000, 300_000)] {
            let rest = &content[usize::try_from(offset).unwrap()..];
            let read = audio.read(offset, count).await.unwrap();
            assert_eq!(read, rest[..read.len()], "{offset}");
            assert!(read.len() as u64 >= count.min(BLOCK - offset % BLOCK));
            let read = audio.read_later(offset, count).await.unwrap().unwrap();
            assert!(read == rest[..read.len()] && read.len() as u64 == count.min(SLOW_CHUNK));
        }
    }

    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn kernel_sends_only_blocks_that_were_in_memory() {
        let (_folder, path, files) = file("7".repeat(70_000).as_bytes());
        let (audio, spans) = (files.open(&path, 0).await.unwrap(), FileSpans::default());
        assert!(audio.send(0, 70_000, &spans).is_none(), "it was not read");
        audio.read(1, 70_000).await.unwrap();
        assert!(!audio.is_sendable(0), "only a part of the block was read");
        for (offset, count) in [(0, BLOCK), (BLOCK, 4_464)] {
            // A file system that cannot tell what is in memory.
            let Some(read) = audio.read_now(offset, count) else { return };
            assert_eq!(audio.send(offset, count, &spans).unwrap().len(), read.len(), "{offset}");
        }
        assert_eq!(audio.send(BLOCK + 1, 10, &spans).unwrap().len(), 10);
        assert!(audio.send(BLOCK, BLOCK, &spans).is_none(), "beyond the end");
    }

    #[tokio::test]
    async fn replaced_audio_file_is_served_after_recheck() {
        let (_folder, path, files) = file(b"abc");
        for _ in 0..3 {
            assert_eq!(files.open(&path, 0).await.unwrap().read(0, 3).await.unwrap(), b"abc"[..]);
        }
        let kept = files.open(&path, 0).await.unwrap();
        assert!(Arc::ptr_eq(&files.open(&path, 10).await.unwrap(), &kept), "it is the same still");
        let other = path.with_extension("new");
        std::fs::write(&other, b"def").unwrap();
        std::fs::rename(other, &path).unwrap();
        assert_eq!(files.open(&path, 20).await.unwrap().read(0, 3).await.unwrap(), b"def"[..]);
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
