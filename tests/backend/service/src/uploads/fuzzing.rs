//! The headers of uploads, for `tests/fuzz`.

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};

use crate::uploads::headers::{self as tus, header_names, metadata};

/// Parses `bytes` as the header fields of an upload request, one a line.
///
/// # Panics
/// If a number is parsed that no single header contains, or a file name that cannot be displayed.
pub fn tus_headers(bytes: &[u8]) {
    let given = headers(bytes);
    let is_the_only = |name, number: u64| {
        let values: Vec<_> = given.get_all(name).into_iter().filter_map(|value| value.to_str().ok()).collect();
        assert!(
            matches!(values[..], [text] if text.trim_start_matches('0') == number_text(number)),
            "{values:?}: {number}"
        );
    };
    for (name, number) in [
        (header_names::UPLOAD_LENGTH, tus::length(&given).ok()),
        (header_names::UPLOAD_OFFSET, tus::offset(&given).ok()),
        (header::CONTENT_LENGTH, tus::content_length(&given)),
    ] {
        if let Some(number) = number {
            is_the_only(name, number);
        }
    }
    if tus::offset_octets(&given).is_ok() {
        assert!(given.contains_key(header::CONTENT_TYPE));
    }
    assert!(tus::resumable(&given).is_err() || given.contains_key(header_names::TUS_RESUMABLE));
    if let Ok(Some(text)) = metadata::metadata(&given)
        && let Some(name) = metadata::filename(text)
    {
        assert!((1..=255).contains(&name.chars().count()) && !name.contains(char::is_control), "{name:?}");
    }
}

/// Returns a number without leading zeros, and an empty text for 0.
fn number_text(number: u64) -> String {
    if number == 0 { String::new() } else { number.to_string() }
}

/// Returns the header fields in `bytes`: `name: value`, one a line. Lines that HTTP does not allow are skipped.
pub(crate) fn headers(bytes: &[u8]) -> HeaderMap {
    let lines = bytes.split(|byte| *byte == b'\n');
    let fields = lines.filter_map(|line| {
        let (name, value) = line.split_at_checked(line.iter().position(|byte| *byte == b':')?)?;
        let value = HeaderValue::from_bytes(value.get(1..)?.trim_ascii()).ok()?;
        Some((HeaderName::from_bytes(name).ok()?, value))
    });
    let mut headers = HeaderMap::new();
    // Servers do not accept more, and a map of them panics at 32,768.
    for (name, value) in fields.take(100) {
        headers.append(name, value);
    }
    headers
}
