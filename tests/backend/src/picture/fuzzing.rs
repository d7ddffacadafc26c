//! Pictures, for `tests/fuzz`.

use super::{MAX_BYTES, PictureError, SIZES, files_of, verdict_of};

/// Decodes `bytes` as an uploaded picture, in this process, and reads the verdict as the service does. Reads `bytes` as a verdict as well: the service
/// trusts no decoder.
///
/// # Panics
/// If a picture comes out in another number of sizes, or is refused for a reason that is not the file's.
pub fn picture(bytes: &[u8]) {
    let _ = files_of(bytes);
    if bytes.len() > MAX_BYTES {
        return;
    }
    let Ok(answer) = verdict_of(bytes) else { return };
    let files = files_of(&answer);
    let is_understood = match &files {
        Ok(files) => files.len() == SIZES.len(),
        Err(error) => matches!(error, PictureError::TooManyPixels | PictureError::Format | PictureError::Damaged(_)),
    };
    assert!(is_understood, "{files:?}");
}
