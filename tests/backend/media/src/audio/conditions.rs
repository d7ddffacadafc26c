//! Conditional requests (RFC 9110 §13). The entity tag of a content is its CID in quotes. It is strong, because the
//! bytes never change. There is no modification date, so conditions with dates are never met.

use axum::http::{HeaderMap, HeaderName, header};

/// The result of a request's preconditions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Precondition {
    /// They are met, or there are none.
    Passed,
    /// The client already has the content: 304.
    NotModified,
    /// The client requires another content: 412.
    Failed,
}

/// Evaluates preconditions in the order of §13.2.2.
pub fn precondition(headers: &HeaderMap, etag: &str) -> Precondition {
    if !is_the_one(headers, etag) {
        return Precondition::Failed;
    }
    if is_known(headers, etag) { Precondition::NotModified } else { Precondition::Passed }
}

/// Returns whether `If-Match` is missing, lists the tag, or is `*`. A weak tag never matches a strong one (§13.1.1).
fn is_the_one(headers: &HeaderMap, etag: &str) -> bool {
    !headers.contains_key(header::IF_MATCH) || tags(headers, header::IF_MATCH).any(|tag| tag == "*" || tag == etag)
}

/// Returns whether `If-None-Match` lists the tag or is `*`. Weak and strong tags compare as equal (§13.1.2).
fn is_known(headers: &HeaderMap, etag: &str) -> bool {
    tags(headers, header::IF_NONE_MATCH).any(|tag| {
        let strong = tag.strip_prefix("W/").unwrap_or(tag);
        tag == "*" || strong == etag
    })
}

/// None of our tags has a comma. Other tags are split at theirs, and the pieces match none of ours.
fn tags(headers: &HeaderMap, name: HeaderName) -> impl Iterator<Item = &str> {
    let values = headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).map(str::trim)
}

/// Returns whether a range may be sent: there is no `If-Range`, or it is exactly the tag (§13.1.5).
pub(crate) fn may_be_part(headers: &HeaderMap, etag: &str) -> bool {
    headers.get(header::IF_RANGE).is_none_or(|value| value.as_bytes() == etag.as_bytes())
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;
    use proptest::prelude::*;

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
    fn the_one_that_is_wanted() {
        for value in ["\"a\"", "\"b\" , \"a\"", "*"] {
            assert_eq!(precondition(&with(header::IF_MATCH, value), "\"a\""), Precondition::Passed, "{value}");
        }
        for value in ["\"b\"", "W/\"a\"", "a", "\"A\"", ""] {
            assert_eq!(precondition(&with(header::IF_MATCH, value), "\"a\""), Precondition::Failed, "{value}");
        }
        let mut both = with(header::IF_MATCH, "\"b\"");
        both.append(header::IF_NONE_MATCH, HeaderValue::from_static("\"a\""));
        assert_eq!(precondition(&both, "\"a\""), Precondition::Failed, "before what is known");
        both.append(header::IF_MATCH, HeaderValue::from_static("\"a\""));
        assert_eq!(precondition(&both, "\"a\""), Precondition::NotModified);
        assert_eq!(precondition(&HeaderMap::new(), "\"a\""), Precondition::Passed);
    }

    proptest! {
        #[test]
        fn a_list_has_the_tag_or_has_not(tags in proptest::collection::vec("\"[a-c]\"|W/\"[a-c]\"", 1..6)) {
            let value = HeaderValue::from_str(&tags.join(" , ")).unwrap();
            let headers = |name| HeaderMap::from_iter([(name, value.clone())]);
            let has = |wanted: &str| tags.iter().any(|tag| tag == wanted);
            prop_assert_eq!(precondition(&headers(header::IF_MATCH), "\"a\"") == Precondition::Passed, has("\"a\""));
            let known = has("\"a\"") || has("W/\"a\"");
            prop_assert_eq!(precondition(&headers(header::IF_NONE_MATCH), "\"a\"") == Precondition::NotModified, known);
        }
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
