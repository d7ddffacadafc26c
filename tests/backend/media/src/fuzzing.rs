//! Audio, for `tests/fuzz`.

use std::io::{Seek as _, Write as _};

pub use crate::picture::fuzzing::picture;

use crate::inspect::{self, Verdict};

/// Decodes `bytes` as an uploaded file in this process, and parses the verdict as the service does. Also parses `bytes`
/// as a verdict, because the service does not trust decoders.
///
/// # Panics
/// If the service would refuse the verdict, or finds audio that is not at the beginning of a file.
pub fn audio(bytes: &[u8]) {
    Verdict::parse(bytes);
    if let Some(answer) = verdict_of(bytes) {
        assert_eq!(serde_json::from_slice(&answer).ok(), Some(Verdict::parse(&answer)));
    }
    let answer = verdict_of(&[b"<", bytes].concat()).unwrap_or_default();
    assert!(!matches!(Verdict::parse(&answer), Verdict::Audio { .. }), "audio after another byte");
}

fn verdict_of(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut file = tempfile::tempfile().ok()?;
    file.write_all(bytes).ok()?;
    file.rewind().ok()?;
    inspect::verdict_of(file).ok()
}
