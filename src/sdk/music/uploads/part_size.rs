//! How many bytes of an upload one request sends.

/// The smallest part. A slow line sends it before the timeout.
const MIN: u64 = 128 * 1024;

/// The largest part. It equals a part of a bucket's multipart upload.
const MAX: u64 = 8 * 1024 * 1024;

/// A part that takes less than this, in milliseconds, is followed by a larger one.
const SHORT: u64 = 2_000;

/// A part that takes more than this, in milliseconds, is followed by a smaller one: progress is known after each part.
const LONG: u64 = 8_000;

/// The size of the next part. It adapts to the speed of the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PartSize(u64);

impl Default for PartSize {
    fn default() -> Self {
        Self(1024 * 1024)
    }
}

impl PartSize {
    pub(crate) fn bytes(self) -> u64 {
        self.0
    }

    /// Adapts after a part of `length` bytes that took so many milliseconds.
    pub(crate) fn sent(&mut self, length: u64, took: u64) {
        if took > LONG {
            self.0 = (self.0 / 2).max(MIN);
        } else if took < SHORT && length == self.0 {
            self.0 = (self.0 * 2).min(MAX);
        }
    }

    /// Adapts after a part that did not arrive.
    pub(crate) fn failed(&mut self) {
        self.0 = (self.0 / 4).max(MIN);
    }
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use super::*;

    #[test]
    fn fast_connection_enlarges_parts_slow_one_shrinks_them() {
        let mut size = PartSize::default();
        for _ in 0..5 {
            size.sent(size.bytes(), 100);
        }
        assert_eq!(size.bytes(), MAX);
        size.sent(size.bytes(), 5_000);
        assert_eq!(size.bytes(), MAX);
        size.sent(size.bytes(), 9_000);
        assert_eq!(size.bytes(), MAX / 2);
        // The last part of a file says nothing.
        size.sent(1, 1);
        assert_eq!(size.bytes(), MAX / 2);
        for _ in 0..9 {
            size.failed();
        }
        assert_eq!(size.bytes(), MIN);
        size.sent(MIN, 20_000);
        assert_eq!(size.bytes(), MIN);
    }
}
