//! What tus says in headers.

use std::collections::HashSet;

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::refusal::UploadError;

pub(crate) const TUS_RESUMABLE: HeaderName = HeaderName::from_static("tus-resumable");
pub(crate) const TUS_VERSION: HeaderName = HeaderName::from_static("tus-version");
pub(crate) const TUS_EXTENSION: HeaderName = HeaderName::from_static("tus-extension");
pub(crate) const TUS_MAX_SIZE: HeaderName = HeaderName::from_static("tus-max-size");
pub(crate) const UPLOAD_LENGTH: HeaderName = HeaderName::from_static("upload-length");
pub(crate) const UPLOAD_OFFSET: HeaderName = HeaderName::from_static("upload-offset");
pub(crate) const UPLOAD_METADATA: HeaderName = HeaderName::from_static("upload-metadata");
const VERSION: HeaderValue = HeaderValue::from_static("1.0.0");

/// The longest Upload-Metadata, in bytes.
const MAX_METADATA: usize = 4 << 10;

/// What every answer says, and what OPTIONS says beyond what CORS does.
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
        headers.insert(TUS_EXTENSION, HeaderValue::from_static("creation"));
        headers.insert(TUS_MAX_SIZE, HeaderValue::from(max_size));
    }
    response
}

/// The version that is spoken.
pub(super) fn resumable(headers: &HeaderMap) -> Result<(), UploadError> {
    if headers.get(TUS_RESUMABLE) == Some(&VERSION) { Ok(()) } else { Err(UploadError::Version) }
}

/// How many bytes the upload will have.
pub(super) fn length(headers: &HeaderMap) -> Result<u64, UploadError> {
    number(headers, &UPLOAD_LENGTH).ok_or(UploadError::Length)
}

/// Where the bytes of this request belong.
pub(super) fn offset(headers: &HeaderMap) -> Result<u64, UploadError> {
    number(headers, &UPLOAD_OFFSET).ok_or(UploadError::OffsetForm)
}

/// How many bytes this request has, if it says so.
pub(super) fn content_length(headers: &HeaderMap) -> Option<u64> {
    number(headers, &header::CONTENT_LENGTH)
}

/// The media type of a part of an upload.
pub(super) fn offset_octets(headers: &HeaderMap) -> Result<(), UploadError> {
    let given = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let essence = given.split(';').next().unwrap_or_default().trim();
    if essence.eq_ignore_ascii_case("application/offset+octet-stream") { Ok(()) } else { Err(UploadError::ContentType) }
}

/// Upload-Metadata as it was sent, found to be of its form: it is given back, and nothing is done because of it.
pub(super) fn metadata(headers: &HeaderMap) -> Result<Option<&str>, UploadError> {
    let mut values = headers.get_all(UPLOAD_METADATA).into_iter();
    let Some(value) = values.next() else { return Ok(None) };
    let text = value.to_str().ok().filter(|text| values.next().is_none() && is_metadata(text));
    text.map(Some).ok_or(UploadError::Metadata)
}

/// Pairs with commas between; a pair is a key of its own and, after a space, a value in base64, which may be left out.
fn is_metadata(text: &str) -> bool {
    let mut keys = HashSet::new();
    let mut pair_is_good = |pair: &str| {
        let (key, value) = pair.split_once(' ').unwrap_or((pair, ""));
        let is_key = !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_graphic());
        is_key && STANDARD.decode(value.trim()).is_ok() && keys.insert(key.to_owned())
    };
    text.len() <= MAX_METADATA && (text.trim().is_empty() || text.split(',').all(|pair| pair_is_good(pair.trim())))
}

/// Digits and no more, once: `u64` itself would read a sign as well.
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
        for (text, expected) in
            [("0", Some(0)), ("500000000", Some(500_000_000)), ("18446744073709551615", Some(u64::MAX))]
        {
            assert_eq!(length(&with(UPLOAD_LENGTH, text)).ok(), expected, "{text}");
        }
        for text in ["", "-1", "+1", " 1", "1.0", "0x1", "1e3", "18446744073709551616", "١"] {
            assert!(matches!(length(&with(UPLOAD_LENGTH, text)), Err(UploadError::Length)), "{text}");
        }
        let mut twice = with(UPLOAD_OFFSET, "1");
        twice.append(UPLOAD_OFFSET, HeaderValue::from_static("2"));
        assert!(offset(&twice).is_err() && offset(&HeaderMap::new()).is_err());
    }

    #[test]
    fn metadata_of_its_form_and_others() {
        for good in ["", "filename d29ybGQ=", "filename d29ybGQ=,is_confidential", "a YQ==, b YQ=="] {
            assert_eq!(metadata(&with(UPLOAD_METADATA, good)).unwrap(), Some(good));
        }
        let long = format!("a {}", "AAAA".repeat(2000));
        for bad in ["filename wörld", "filename !", "a YQ==,a YQ==", "a YQ== YQ==", ",", "a,,b", "a YQ", &long] {
            assert!(metadata(&with(UPLOAD_METADATA, bad)).is_err(), "{bad}");
        }
        assert_eq!(metadata(&HeaderMap::new()).unwrap(), None);
    }

    proptest! {
        #[test]
        fn no_header_makes_them_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            if let Ok(value) = HeaderValue::from_bytes(&bytes) {
                let text = value.to_str().unwrap_or_default().to_owned();
                let headers = HeaderMap::from_iter([(UPLOAD_LENGTH, value.clone()), (UPLOAD_METADATA, value.clone()), (header::CONTENT_TYPE, value)]);
                prop_assert_eq!(length(&headers).ok(), text.parse().ok().filter(|_: &u64| !text.starts_with('+')));
                prop_assert!(offset_octets(&headers).is_err());
                let _ = metadata(&headers);
            }
        }

        #[test]
        fn well_formed_metadata_is_taken(pairs in prop::collection::btree_map("[a-z]{1,8}", prop::collection::vec(any::<u8>(), 0..20), 0..6)) {
            let text: Vec<String> = pairs.iter().map(|(key, value)| format!("{key} {}", STANDARD.encode(value))).collect();
            prop_assert!(is_metadata(&text.join(",")));
        }
    }
}
