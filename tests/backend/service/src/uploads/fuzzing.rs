//! The headers of uploads, for `tests/fuzz`.

use axum::http::header;

use crate::uploads::checksum::{Checksum, UPLOAD_CHECKSUM};
use crate::uploads::{headers, metadata};

/// Reads `bytes` as the header fields of an upload's request, one a line.
///
/// # Panics
/// If a number is read that no single header has, or a file name that cannot be shown.
pub fn tus_headers(bytes: &[u8]) {
    let given = crate::fuzzing::headers(bytes);
    let is_the_only = |name, number: u64| {
        let values: Vec<_> = given.get_all(name).into_iter().filter_map(|value| value.to_str().ok()).collect();
        assert!(
            matches!(values[..], [text] if text.trim_start_matches('0') == number_text(number)),
            "{values:?}: {number}"
        );
    };
    for (name, number) in [
        (headers::UPLOAD_LENGTH, headers::length(&given).ok()),
        (headers::UPLOAD_OFFSET, headers::offset(&given).ok()),
        (header::CONTENT_LENGTH, headers::content_length(&given)),
    ] {
        if let Some(number) = number {
            is_the_only(name, number);
        }
    }
    if headers::offset_octets(&given).is_ok() {
        assert!(given.contains_key(header::CONTENT_TYPE));
    }
    assert!(headers::resumable(&given).is_err() || given.contains_key(headers::TUS_RESUMABLE));
    if let Ok(Some(text)) = metadata::metadata(&given)
        && let Some(name) = metadata::filename(text)
    {
        assert!((1..=255).contains(&name.chars().count()) && !name.contains(char::is_control), "{name:?}");
    }
    if let Ok(Some(checksum)) = Checksum::read(&given) {
        assert_eq!(given.get_all(UPLOAD_CHECKSUM).into_iter().count(), 1);
        let mut sum = checksum.begin();
        sum.update(bytes);
        assert!(!sum.fits(), "the sum of these headers is not in them");
    }
}

/// Without leading zeros: none for 0.
fn number_text(number: u64) -> String {
    if number == 0 { String::new() } else { number.to_string() }
}
