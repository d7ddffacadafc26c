//! Reused buffers. A new one would be fresh memory that the system zeroes page by page, which costs more than the read.

use std::cell::RefCell;

use axum::body::Bytes;

/// The size of a buffer: a block of a file.
const SIZE: usize = 64 << 10;
/// How many spare buffers a thread has: 2 MiB.
const SPARE: usize = 32;

thread_local! {
    /// The last used first, because it is still in the processor's cache.
    static SPARES: RefCell<Vec<Box<[u8]>>> = const { RefCell::new(Vec::new()) };
}

/// A buffer in use. It becomes a spare one when this, or the last of the [`Bytes`] made of it, is dropped.
#[derive(Debug)]
pub(crate) struct Buffer {
    bytes: Box<[u8]>,
    length: usize,
}

impl Buffer {
    /// Returns a buffer of `length` bytes, 64 KiB at most. It has old content, so the caller must fill or drop it.
    pub(crate) fn take(length: usize) -> Self {
        let spare = SPARES.with_borrow_mut(Vec::pop);
        Self { bytes: spare.unwrap_or_else(|| vec![0; SIZE].into_boxed_slice()), length: length.min(SIZE) }
    }

    /// The bytes to fill.
    pub(crate) fn as_mut(&mut self) -> &mut [u8] {
        self.bytes.get_mut(..self.length).unwrap_or_default()
    }

    /// Returns the filled bytes.
    pub(crate) fn into_bytes(self) -> Bytes {
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
        let bytes = std::mem::take(&mut self.bytes);
        // An error means that the thread is ending, and its spare buffers are gone.
        let _ = SPARES.try_with(|spares| {
            let mut spares = spares.borrow_mut();
            if spares.len() < SPARE {
                spares.push(bytes);
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_that_is_done_with_is_used_again() {
        let mut first = Buffer::take(3);
        first.as_mut().copy_from_slice(b"abc");
        let bytes = first.into_bytes();
        let (half, address) = (bytes.slice(1..), bytes.as_ptr());
        drop(bytes);
        assert_eq!(half, b"bc"[..], "half of it is still in use");
        assert_ne!(Buffer::take(1).as_ref().as_ptr(), address);
        drop(half);
        let again = Buffer::take(SIZE + 1);
        assert_eq!((again.as_ref().as_ptr(), again.as_ref().len()), (address, SIZE));
    }

    #[test]
    fn there_is_an_end_to_what_is_kept() {
        let used: Vec<_> = (0..SPARE + 9).map(|_| Buffer::take(1)).collect();
        drop(used);
        assert_eq!(SPARES.with_borrow(Vec::len), SPARE);
    }
}
