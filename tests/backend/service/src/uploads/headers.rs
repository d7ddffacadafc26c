//! The headers of tus. Some have files of their own.

pub(crate) mod header_names;
pub(crate) mod metadata;

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;
use jiff::Timestamp;
use jiff::fmt::rfc2822::DateTimePrinter;

use crate::uploads::headers::header_names::{
    TUS_EXTENSION, TUS_MAX_SIZE, TUS_RESUMABLE, TUS_VERSION, UPLOAD_EXPIRES, UPLOAD_LENGTH, UPLOAD_OFFSET,
};
use crate::uploads::refusal::UploadError;

const VERSION: HeaderValue = HeaderValue::from_static("1.0.0");
const EXTENSIONS: HeaderValue = HeaderValue::from_static("creation,creation-with-upload,expiration,termination");

/// Adds the tus headers to every response, and answers OPTIONS beyond CORS.
pub(crate) async fn introduce(max_size: u64, request: Request, next: Next) -> Response {
    let is_options = request.method() == Method::OPTIONS;
    let mut response = next.run(request).await;
    let is_other_version = response.status() == StatusCode::PRECONDITION_FAILED;
    let headers = response.headers_mut();
    headers.insert(TUS_RESUMABLE, VERSION);
    if is_options || is_other_version {
        headers.insert(TUS_VERSION, VERSION);
    }
    if is_options {
        headers.insert(TUS_EXTENSION, EXTENSIONS);
        headers.insert(TUS_MAX_SIZE, HeaderValue::from(max_size));
    }
    response
}

/// Checks the protocol version.
pub(super) fn resumable(headers: &HeaderMap) -> Result<(), UploadError> {
    if headers.get(TUS_RESUMABLE) == Some(&VERSION) { Ok(()) } else { Err(UploadError::Version) }
}

/// Returns the length of the upload.
pub(super) fn length(headers: &HeaderMap) -> Result<u64, UploadError> {
    number(headers, &UPLOAD_LENGTH).ok_or(UploadError::Length)
}

/// Returns the offset at which this request's bytes begin.
pub(super) fn offset(headers: &HeaderMap) -> Result<u64, UploadError> {
    number(headers, &UPLOAD_OFFSET).ok_or(UploadError::OffsetForm)
}

/// Returns the length of this request's body, if the header states it.
pub(super) fn content_length(headers: &HeaderMap) -> Option<u64> {
    number(headers, &header::CONTENT_LENGTH)
}

/// Checks the media type of a PATCH request.
pub(super) fn offset_octets(headers: &HeaderMap) -> Result<(), UploadError> {
    let given = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let essence = given.split(';').next().unwrap_or_default().trim();
    if essence.eq_ignore_ascii_case("application/offset+octet-stream") { Ok(()) } else { Err(UploadError::ContentType) }
}

/// Returns `Upload-Expires` for an upload that expires at this time in Unix seconds.
pub(super) fn expiring(at: Option<i64>) -> Option<(HeaderName, HeaderValue)> {
    Some((UPLOAD_EXPIRES, expires(at?)?))
}

/// Formats a date as in RFC 9110 §5.6.7.
fn expires(at: i64) -> Option<HeaderValue> {
    let timestamp = Timestamp::from_second(at).ok()?;
    HeaderValue::from_str(&DateTimePrinter::new().timestamp_to_rfc9110_string(&timestamp).ok()?).ok()
}

/// Parses a header with digits only, which must not be repeated. `u64` itself would accept a sign.
fn number(headers: &HeaderMap, name: &HeaderName) -> Option<u64> {
    let mut values = headers.get_all(name).into_iter();
    let (Some(value), None) = (values.next(), values.next()) else { return None };
    let text = value.to_str().ok().filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()))?;
    text.parse().ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn with(name: HeaderName, value: &str) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_bytes(value.as_bytes()).unwrap())])
    }

    #[test]
    fn numbers() {
        for (text, expected) in [("0", 0), ("500000000", 500_000_000), ("18446744073709551615", u64::MAX)] {
            assert_eq!(length(&with(UPLOAD_LENGTH, text)).ok(), Some(expected), "{text}");
        }
        for text in ["", "-1", "+1", " 1", "1.0", "0x1", "1e3", "18446744073709551616", "١"] {
            assert!(matches!(length(&with(UPLOAD_LENGTH, text)), Err(UploadError::Length)), "{text}");
        }
        let mut twice = with(UPLOAD_OFFSET, "1");
        twice.append(UPLOAD_OFFSET, HeaderValue::from_static("2"));
        assert!(offset(&twice).is_err() && offset(&HeaderMap::new()).is_err());
    }

    #[test]
    fn a_moment_as_http_writes_it() {
        assert_eq!(expires(1_800_000_000).unwrap(), "Fri, 15 Jan 2027 08:00:00 GMT");
        assert_eq!(expires(i64::MAX), None, "no row makes it panic");
    }

    proptest! {
        #[test]
        fn no_header_makes_them_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            if let Ok(value) = HeaderValue::from_bytes(&bytes) {
                let text = value.to_str().unwrap_or_default().to_owned();
                let headers = HeaderMap::from_iter([(UPLOAD_LENGTH, value.clone()), (header::CONTENT_TYPE, value)]);
                prop_assert_eq!(length(&headers).ok(), text.parse().ok().filter(|_: &u64| !text.starts_with('+')));
                prop_assert!(offset_octets(&headers).is_err());
            }
        }
    }
}
