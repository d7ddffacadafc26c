//! Buffers that are used again. A new one of this size would be memory fresh from the system, zeroed page by page: dearer than the read.

use std::sync::{Arc, Mutex, PoisonError};

use axum::body::Bytes;

/// The bytes of a buffer: the most that is read at a time.
pub(super) const CHUNK: usize = 256 << 10;
/// How many are kept: 16 MiB.
const SPARE: usize = 64;

/// Spare buffers.
#[derive(Debug, Clone, Default)]
pub(super) struct Buffers(Arc<Mutex<Vec<Box<[u8]>>>>);

/// A buffer in use. It goes back when this, or the last of the [`Bytes`] made of it, is dropped.
#[derive(Debug)]
pub(super) struct Buffer {
    bytes: Box<[u8]>,
    length: usize,
    spare: Buffers,
}

impl Buffers {
    /// A buffer of `length` bytes, [`CHUNK`] at most, with whatever was in it last: whoever takes it fills it, or drops it.
    pub(super) fn take(&self, length: usize) -> Buffer {
        let spare = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let bytes = spare.unwrap_or_else(|| vec![0; CHUNK].into_boxed_slice());
        Buffer { bytes, length: length.min(CHUNK), spare: self.clone() }
    }
}

impl Buffer {
    /// To be filled.
    pub(super) fn as_mut(&mut self) -> &mut [u8] {
        self.bytes.get_mut(..self.length).unwrap_or_default()
    }

    /// What it was filled with.
    pub(super) fn into_bytes(self) -> Bytes {
        Bytes::from_owner(self)
    }
}

impl AsRef<[u8]> for Buffer {
    fn as_ref(&self) -> &[u8] {
        self.bytes.get(..self.length).unwrap_or_default()
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        let mut spare = self.spare.0.lock().unwrap_or_else(PoisonError::into_inner);
        if spare.len() < SPARE {
            spare.push(std::mem::take(&mut self.bytes));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_that_is_done_with_is_used_again() {
        let buffers = Buffers::default();
        let mut first = buffers.take(3);
        first.as_mut().copy_from_slice(b"abc");
        let bytes = first.into_bytes();
        let (half, address) = (bytes.slice(1..), bytes.as_ptr());
        drop(bytes);
        assert_eq!(half, b"bc"[..], "half of it is still in use");
        assert_ne!(buffers.take(1).as_ref().as_ptr(), address);
        drop(half);
        assert_eq!(buffers.take(CHUNK + 1).as_ref().len(), CHUNK);
    }

    #[test]
    fn there_is_an_end_to_what_is_kept() {
        let buffers = Buffers::default();
        let used: Vec<_> = (0..SPARE + 9).map(|_| buffers.take(1)).collect();
        drop(used);
        assert_eq!(buffers.0.lock().unwrap().len(), SPARE);
    }
}
