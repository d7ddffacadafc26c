//! Files to upload: bytes in memory, a `Blob` or `File` in a browser, a file of the machine natively.

use std::io;
use std::pin::Pin;

use crate::shared::{MaybeSend, MaybeSync};

#[cfg(target_arch = "wasm32")]
mod blob;
#[cfg(not(target_arch = "wasm32"))]
mod file;

#[cfg(not(target_arch = "wasm32"))]
pub use file::FileSource;

/// The future of [`UploadSource::read`].
#[cfg(not(target_arch = "wasm32"))]
pub type Reading<'a> = Pin<Box<dyn Future<Output = io::Result<Vec<u8>>> + Send + 'a>>;
/// The future of [`UploadSource::read`].
#[cfg(target_arch = "wasm32")]
pub type Reading<'a> = Pin<Box<dyn Future<Output = io::Result<Vec<u8>>> + 'a>>;

/// A file to upload, which is read part by part.
///
/// Implemented for bytes in memory (`Vec<u8>`), in a browser for `web_sys::Blob` and `web_sys::File`, and natively for
/// `FileSource`.
pub trait UploadSource: MaybeSend + MaybeSync {
    /// Returns the size in bytes. It must not change.
    fn size(&self) -> u64;

    /// Reads `length` bytes from `offset`, which are within [`UploadSource::size`].
    ///
    /// # Errors
    /// If they cannot be read, or are fewer. The upload then fails with
    /// [`Code::OptionInvalid`](crate::Code::OptionInvalid).
    fn read(&self, offset: u64, length: usize) -> Reading<'_>;

    /// Returns the file's name. Without one, an upload does not resume in another call.
    fn name(&self) -> Option<String> {
        None
    }

    /// Returns the media type, such as `audio/mpeg`, if it is known. The service determines it by itself.
    fn media_type(&self) -> Option<String> {
        None
    }

    /// Returns when the file was changed, in milliseconds since 1970. A file that has changed is another file.
    fn modified(&self) -> u64 {
        0
    }
}

impl UploadSource for Vec<u8> {
    fn size(&self) -> u64 {
        self.len() as u64
    }

    fn read(&self, offset: u64, length: usize) -> Reading<'_> {
        Box::pin(core::future::ready(part(self, offset, length)))
    }
}

/// Returns `length` bytes from `offset`.
fn part(bytes: &[u8], offset: u64, length: usize) -> io::Result<Vec<u8>> {
    let start = usize::try_from(offset).ok();
    let part = start.and_then(|start| bytes.get(start..start.checked_add(length)?));
    part.map(<[u8]>::to_vec).ok_or_else(|| io::ErrorKind::UnexpectedEof.into())
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use super::*;

    #[test]
    fn bytes_in_memory_are_read_by_range() {
        assert_eq!(part(b"abcdef", 2, 3).unwrap(), b"cde");
        assert_eq!(part(b"abcdef", 6, 0).unwrap(), b"");
        for (offset, length) in [(4, 3), (7, 0), (u64::MAX, 1), (1, usize::MAX)] {
            assert_eq!(part(b"abcdef", offset, length).unwrap_err().kind(), io::ErrorKind::UnexpectedEof);
        }
    }
}
