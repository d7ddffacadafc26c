//! `Upload-Metadata`: the client's description of the file. It is returned unchanged and has no effect. Only the file
//! name is shown to the user.

use std::collections::HashSet;

use axum::http::HeaderMap;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::uploads::headers::header_names::UPLOAD_METADATA;
use crate::uploads::refusal::UploadError;

/// The longest metadata in bytes.
const MAX_METADATA: usize = 4 << 10;
/// The longest displayed file name in characters. File systems allow no longer ones.
const MAX_FILENAME: usize = 255;

/// Returns the metadata unchanged, if it is well-formed.
pub(crate) fn metadata(headers: &HeaderMap) -> Result<Option<&str>, UploadError> {
    let mut values = headers.get_all(UPLOAD_METADATA).into_iter();
    let Some(value) = values.next() else { return Ok(None) };
    let text = value.to_str().ok().filter(|text| values.next().is_none() && is_metadata(text));
    text.map(Some).ok_or(UploadError::Metadata)
}

/// Returns the file name, if it can be displayed.
pub(crate) fn filename(metadata: &str) -> Option<String> {
    let value = pairs(metadata).find_map(|(key, value)| (key == "filename").then_some(value))?;
    let name = String::from_utf8(STANDARD.decode(value).ok()?).ok()?;
    let is_shown = !name.is_empty() && name.chars().count() <= MAX_FILENAME && !name.contains(char::is_control);
    is_shown.then_some(name)
}

/// Checks for pairs separated by commas. A pair is a unique key and, after a space, an optional value in base64.
fn is_metadata(text: &str) -> bool {
    let mut keys = HashSet::new();
    let mut pair_is_good = |(key, value): (&str, &str)| {
        let is_key = !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_graphic());
        is_key && STANDARD.decode(value).is_ok() && keys.insert(key.to_owned())
    };
    text.len() <= MAX_METADATA && (text.trim().is_empty() || pairs(text).all(&mut pair_is_good))
}

fn pairs(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.split(',').map(|pair| {
        let (key, value) = pair.trim().split_once(' ').unwrap_or((pair.trim(), ""));
        (key, value.trim())
    })
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;
    use proptest::prelude::*;

    use super::*;

    fn with(value: &str) -> HeaderMap {
        HeaderMap::from_iter([(UPLOAD_METADATA, HeaderValue::from_bytes(value.as_bytes()).unwrap())])
    }

    #[test]
    fn of_its_form_and_others() {
        for good in ["", "filename d29ybGQ=", "filename d29ybGQ=,is_confidential", "a YQ==, b YQ=="] {
            assert_eq!(metadata(&with(good)).unwrap(), Some(good));
        }
        let long = format!("a {}", "AAAA".repeat(2000));
        for bad in ["filename wörld", "filename !", "a YQ==,a YQ==", "a YQ== YQ==", ",", "a,,b", "a YQ", &long] {
            assert!(metadata(&with(bad)).is_err(), "{bad}");
        }
        assert_eq!(metadata(&HeaderMap::new()).unwrap(), None);
    }

    #[test]
    fn filename_is_returned_only_if_displayable() {
        let named = |name: &[u8]| filename(&format!("filetype YQ==, filename {}", STANDARD.encode(name)));
        assert_eq!(named("Nächte.flac".as_bytes()).as_deref(), Some("Nächte.flac"));
        for unprintable in [&b""[..], b"a\nb", b"\xff\xfe", "x".repeat(256).as_bytes()] {
            assert_eq!(named(unprintable), None);
        }
        for without in ["", "filename", "filetype YQ==", "Filename YQ=="] {
            assert_eq!(filename(without), None, "{without}");
        }
    }

    proptest! {
        #[test]
        fn no_header_makes_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            if let Ok(value) = HeaderValue::from_bytes(&bytes) {
                let _ = metadata(&HeaderMap::from_iter([(UPLOAD_METADATA, value)]));
                let _ = filename(&String::from_utf8_lossy(&bytes));
            }
        }

        #[test]
        fn well_formed_metadata_is_accepted(pairs in prop::collection::btree_map("[a-z]{1,8}", prop::collection::vec(any::<u8>(), 0..20), 0..6), name in "[^\\p{C}]{1,40}") {
            let text: Vec<String> = pairs.iter().map(|(key, value)| format!("{key} {}", STANDARD.encode(value))).collect();
            prop_assert!(is_metadata(&text.join(",")));
            let text = format!("x YQ==,filename {}", STANDARD.encode(&name));
            prop_assert!(is_metadata(&text));
            prop_assert_eq!(filename(&text), Some(name));
        }
    }
}
