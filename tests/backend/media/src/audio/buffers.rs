//! Buffers that are used again. A new one of this size would be memory fresh from the system, zeroed page by page: dearer than the read.

use std::cell::RefCell;

use axum::body::Bytes;

/// The bytes of a buffer: a block of a file.
const SIZE: usize = 64 << 10;
/// How many a thread keeps: 2 MiB.
const SPARE: usize = 32;

thread_local! {
    /// The last used first: it is still in the processor's cache, which another thread's would not be.
    static SPARES: RefCell<Vec<Box<[u8]>>> = const { RefCell::new(Vec::new()) };
}

/// A buffer in use. It is a spare one again when this, or the last of the [`Bytes`] made of it, is dropped.
#[derive(Debug)]
pub(crate) struct Buffer {
    bytes: Box<[u8]>,
    length: usize,
}

impl Buffer {
    /// A buffer of `length` bytes, 64 KiB at most, with whatever was in it last: whoever takes it fills it, or drops it.
    pub(crate) fn take(length: usize) -> Self {
        let spare = SPARES.with_borrow_mut(Vec::pop);
        Self { bytes: spare.unwrap_or_else(|| vec![0; SIZE].into_boxed_slice()), length: length.min(SIZE) }
    }

    /// To be filled.
    pub(crate) fn as_mut(&mut self) -> &mut [u8] {
        self.bytes.get_mut(..self.length).unwrap_or_default()
    }

    /// What it was filled with.
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
