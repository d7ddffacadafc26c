//! Audio, for `tests/fuzz`.

use std::io::{Seek as _, Write as _};

pub use crate::picture::fuzzing::picture;

use crate::inspect::{self, Verdict};

/// Decodes `bytes` as an uploaded file in this process, and parses the verdict as the service does. Also parses `bytes`
/// as a verdict, because the service does not trust decoders.
///
/// # Panics
/// If the service would refuse the verdict.
pub fn audio(bytes: &[u8]) {
    Verdict::parse(bytes);
    let Ok(mut file) = tempfile::tempfile() else { return };
    if file.write_all(bytes).is_err() || file.rewind().is_err() {
        return;
    }
    if let Ok(answer) = inspect::verdict_of(file) {
        assert_eq!(serde_json::from_slice(&answer).ok(), Some(Verdict::parse(&answer)));
    }
}
