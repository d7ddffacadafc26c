//! The ID of a track in a path.

use axum::extract::Path;
use axum::extract::rejection::PathRejection;

use crate::error_answer::AccessError;

/// The largest number that every client parses exactly: 2^53 - 1.
const MAX_TRACK_ID: u64 = (1 << 53) - 1;

/// Returns the ID in the path.
///
/// # Errors
/// [`AccessError::TrackId`] if it is malformed.
pub(crate) fn of(path: Result<Path<String>, PathRejection>) -> Result<u64, AccessError> {
    path.ok().and_then(|Path(text)| number(&text)).ok_or(AccessError::TrackId)
}

/// Parses an ID. Digits only: `u64` would accept a plus sign.
pub(crate) fn number(text: &str) -> Option<u64> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|id| is_plain && (1..=MAX_TRACK_ID).contains(id))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn track_ids() {
        assert_eq!(number("7"), Some(7));
        assert_eq!(number("9007199254740991"), Some(MAX_TRACK_ID));
        for text in ["", "0", "-1", "+7", "7.0", "0x7", "9007199254740992", "99999999999999999999", "７", "7 "] {
            assert_eq!(number(text), None, "{text:?}");
        }
    }
}
