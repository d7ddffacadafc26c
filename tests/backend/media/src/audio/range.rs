//! The `Range` header (RFC 9110 §14).

use axum::http::{HeaderMap, header};

/// The part of a content to send.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// The whole content.
    Whole,
    /// These bytes.
    Range(Span),
    /// Nothing: the range begins after the end of the content.
    Unsatisfiable,
}

/// The bytes from `first` to `last`, inclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    /// The offset of the first byte.
    pub first: u64,
    /// The offset of the last byte, not less than `first`.
    pub last: u64,
}

impl Span {
    /// The number of bytes, at least one.
    pub fn count(self) -> u64 {
        self.last - self.first + 1
    }
}

impl Part {
    /// Returns the part of `length` bytes that the header requests. A malformed header is ignored, and so is one with
    /// several ranges (§14.2): the whole content is sent instead.
    pub fn requested(headers: &HeaderMap, length: u64) -> Self {
        let mut values = headers.get_all(header::RANGE).iter();
        let (Some(value), None) = (values.next(), values.next()) else { return Self::Whole };
        match value.to_str().ok().and_then(only_range) {
            None => Self::Whole,
            Some(spec) => spec.of(length).map_or(Self::Unsatisfiable, Self::Range),
        }
    }

    /// Returns whether the first byte of the part is the first of the content.
    pub fn is_from_the_beginning(&self) -> bool {
        match self {
            Self::Whole => true,
            Self::Range(span) => span.first == 0,
            Self::Unsatisfiable => false,
        }
    }
}

/// Returns the range of a header. `None` if it has several or is malformed. A list may have empty elements (§5.6.1.2).
fn only_range(value: &str) -> Option<Spec> {
    let (unit, set) = value.split_once('=')?;
    let mut specs = set.split(',').map(str::trim).filter(|spec| !spec.is_empty());
    let (Some(only), None) = (specs.next(), specs.next()) else { return None };
    if unit.trim().eq_ignore_ascii_case("bytes") { spec(only) } else { None }
}

/// A range in a request. Numbers beyond `u64` become its maximum.
enum Spec {
    From { first: u64, last: Option<u64> },
    Suffix(u64),
}

fn spec(range: &str) -> Option<Spec> {
    match range.split_once('-')? {
        ("", suffix) => Some(Spec::Suffix(number(suffix)?)),
        (first, "") => Some(Spec::From { first: number(first)?, last: None }),
        (first, last) => {
            let (first, last) = (number(first)?, number(last)?);
            (first <= last).then_some(Spec::From { first, last: Some(last) })
        }
    }
}

/// `parse` would accept a sign.
fn number(digits: &str) -> Option<u64> {
    let are_digits = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    are_digits.then(|| digits.parse().unwrap_or(u64::MAX))
}

impl Spec {
    /// `None` if it cannot be satisfied.
    fn of(self, length: u64) -> Option<Span> {
        let end = length.checked_sub(1)?;
        match self {
            Self::Suffix(0) => None,
            Self::Suffix(suffix) => Some(Span { first: length.saturating_sub(suffix), last: end }),
            Self::From { first, .. } if first > end => None,
            Self::From { first, last } => Some(Span { first, last: last.map_or(end, |last| last.min(end)) }),
        }
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;
    use proptest::prelude::*;

    use super::*;

    fn of(length: u64, value: &str) -> Part {
        let mut headers = HeaderMap::new();
        headers.insert(header::RANGE, HeaderValue::from_str(value).unwrap());
        Part::requested(&headers, length)
    }

    #[test]
    fn range_is_limited_to_the_audio() {
        for (value, expected) in [
            ("bytes=0-0", Some((0, 0))),
            ("bytes=0-", Some((0, 99))),
            ("Bytes= 10-19 ", Some((10, 19))),
            ("bytes=90-99999999999999999999999", Some((90, 99))),
            ("bytes=-1000", Some((0, 99))),
            ("bytes=,5-6 ,,\t", Some((5, 6))),
            ("bytes=-0", None),
            ("bytes=100-", None),
            ("bytes=99999999999999999999999-", None),
        ] {
            let expected = expected.map_or(Part::Unsatisfiable, |(first, last)| Part::Range(Span { first, last }));
            assert_eq!(of(100, value), expected, "{value}");
        }
        for value in ["bytes=0-", "bytes=-1"] {
            assert_eq!(of(0, value), Part::Unsatisfiable, "{value} of nothing");
        }
    }

    #[test]
    fn several_ranges_are_the_whole() {
        for value in ["bytes=90-, 0-0", "bytes=-2,\t3-3,,8-8", "bytes=0-9,10-19", "bytes=0-0,0-0", "bytes=100-,-0"] {
            assert_eq!(of(100, value), Part::Whole, "{value}");
        }
        let many: Vec<_> = (0..10_000).map(|number| format!("{number}-{number}")).collect();
        assert_eq!(of(100_000, &format!("bytes={}", many.join(","))), Part::Whole);
    }

    #[test]
    fn malformed_or_repeated_range_header_is_ignored() {
        let malformed = "bytes=2-1 bytes=- bytes=a-b bytes=+1-2 bytes=--1 seconds=0-1 bytes bytes= bytes=, \
                         bytes=0-1,3-x bytes=0-1;3-4";
        for value in malformed.split(' ') {
            assert_eq!(of(100, value), Part::Whole, "{value}");
        }
        let mut headers = HeaderMap::new();
        assert_eq!(Part::requested(&headers, 100), Part::Whole);
        headers.append(header::RANGE, HeaderValue::from_static("bytes=0-1"));
        headers.append(header::RANGE, HeaderValue::from_static("bytes=0-1"));
        assert_eq!(Part::requested(&headers, 100), Part::Whole);
    }

    #[test]
    fn range_beginning_at_byte_zero_starts_a_listen() {
        for (value, expected) in
            [("bytes=0-1", true), ("bytes=1-", false), ("bytes=-100", true), ("bytes=100-", false), ("x", true)]
        {
            assert_eq!(of(100, value).is_from_the_beginning(), expected, "{value}");
        }
    }

    /// Generates a range as text, and the bytes of `length` that it means.
    fn any_spec() -> impl Strategy<Value = (String, Option<(u64, u64)>, Option<u64>)> {
        prop_oneof![
            (0..120_u64, 0..40_u64)
                .prop_map(|(first, more)| { (format!("{first}-{}", first + more), Some((first, first + more)), None) }),
            (0..120_u64).prop_map(|first| (format!("{first}-"), Some((first, u64::MAX)), None)),
            (0..120_u64).prop_map(|suffix| (format!("-{suffix}"), None, Some(suffix))),
        ]
    }

    fn bytes_of((_, from, suffix): &(String, Option<(u64, u64)>, Option<u64>), length: u64) -> Vec<u64> {
        let wanted = |at: &u64| match (from, suffix) {
            (Some((first, last)), _) => (first..=last).contains(&at),
            (None, Some(suffix)) => *at >= length.saturating_sub(*suffix),
            (None, None) => false,
        };
        (0..length).filter(wanted).collect()
    }

    proptest! {
        #[test]
        fn sent_range_is_exactly_the_requested_bytes(length in 0..100_u64, spec in any_spec()) {
            let sent: Vec<u64> = match of(length, &format!("bytes={}", spec.0)) {
                Part::Range(span) => (span.first..=span.last).collect(),
                part => { prop_assert_eq!(part, Part::Unsatisfiable, "{}", spec.0); Vec::new() }
            };
            prop_assert_eq!(sent, bytes_of(&spec, length), "{}", spec.0);
        }

        #[test]
        fn no_header_makes_it_panic(value in "(bytes)?=?[-0-9, a\t]{0,60}", length in any::<u64>()) {
            if let Ok(value) = HeaderValue::from_str(&value) {
                let headers = HeaderMap::from_iter([(header::RANGE, value)]);
                if let Part::Range(span) = Part::requested(&headers, length) {
                    prop_assert!(span.first <= span.last && span.last < length);
                }
            }
        }
    }
}
