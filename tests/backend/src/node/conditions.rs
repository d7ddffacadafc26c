//! Conditional requests (RFC 9110 §13). A content's entity tag is its CID in quotes: strong, as the bytes never change. There is no
//! modification date, so conditions with dates are never met.

use axum::http::{HeaderMap, header};

/// Whether the client has it already: `If-None-Match` lists the tag, or is `*`. Weak and strong tags compare alike (§13.1.2).
pub(super) fn is_known(headers: &HeaderMap, etag: &str) -> bool {
    let values = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).map(str::trim).any(|tag| {
        let strong = tag.strip_prefix("W/").unwrap_or(tag);
        tag == "*" || strong == etag
    })
}

/// Whether a range may be sent: there is no `If-Range`, or it is exactly the tag (§13.1.5).
pub(super) fn may_be_part(headers: &HeaderMap, etag: &str) -> bool {
    headers.get(header::IF_RANGE).is_none_or(|value| value.as_bytes() == etag.as_bytes())
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderName, HeaderValue};

    use super::*;

    fn with(name: HeaderName, value: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_static(value))])
    }

    #[test]
    fn tags_that_are_known() {
        for value in ["\"a\"", "W/\"a\"", "\"b\", \"a\"", "*"] {
            assert!(is_known(&with(header::IF_NONE_MATCH, value), "\"a\""), "{value}");
        }
        for value in ["\"b\"", "a", "\"A\"", ""] {
            assert!(!is_known(&with(header::IF_NONE_MATCH, value), "\"a\""), "{value}");
        }
        assert!(!is_known(&HeaderMap::new(), "\"a\""));
    }

    #[test]
    fn a_part_only_of_the_same() {
        assert!(may_be_part(&HeaderMap::new(), "\"a\""));
        assert!(may_be_part(&with(header::IF_RANGE, "\"a\""), "\"a\""));
        for value in ["W/\"a\"", "\"b\"", "Sat, 21 Nov 2026 12:00:00 GMT"] {
            assert!(!may_be_part(&with(header::IF_RANGE, value), "\"a\""), "{value}");
        }
    }
}
