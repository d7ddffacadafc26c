//! The `Range` header (RFC 9110 §14).

use axum::http::{HeaderMap, HeaderValue, header};

/// The most ranges in a response. A response with many small ones would cost far more than the request.
const MOST: usize = 16;
/// The most ranges that are parsed, before adjacent ones are merged.
const MAX_PARSED: usize = 256;

/// The part of a content to send.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// The whole content.
    Whole,
    /// These bytes.
    Range(Span),
    /// These bytes, each in a part of its own: at least two, and none of them overlap or are adjacent.
    Several(Vec<Span>),
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
    /// Returns the part of `length` bytes that the header requests. A malformed header is ignored (§14.2). So is one
    /// for more bytes than there are, or for more than 16 separate ranges: the whole content is sent instead.
    pub fn requested(headers: &HeaderMap, length: u64) -> Self {
        let mut values = headers.get_all(header::RANGE).iter();
        let (Some(value), None) = (values.next(), values.next()) else { return Self::Whole };
        let Some(mut specs) = specs(value) else { return Self::Whole };
        match (specs.next(), specs.next()) {
            (None, _) => Self::Whole,
            (Some(only), None) => match spec(only) {
                None => Self::Whole,
                Some(spec) => spec.of(length).map_or(Self::Unsatisfiable, Self::Range),
            },
            (Some(first), Some(second)) => {
                several([first, second].into_iter().chain(specs), length).unwrap_or(Self::Whole)
            }
        }
    }

    /// Returns whether the first byte of the part is the first of the content.
    pub fn is_from_the_beginning(&self) -> bool {
        match self {
            Self::Whole => true,
            Self::Range(span) => span.first == 0,
            Self::Several(spans) => spans.first().is_some_and(|span| span.first == 0),
            Self::Unsatisfiable => false,
        }
    }
}

/// Returns the ranges of a header as text. A list may have empty elements (§5.6.1.2).
fn specs(value: &HeaderValue) -> Option<impl Iterator<Item = &str>> {
    let (unit, set) = value.to_str().ok()?.split_once('=')?;
    let is_of_bytes = unit.trim().eq_ignore_ascii_case("bytes");
    is_of_bytes.then(|| set.split(',').map(str::trim).filter(|spec| !spec.is_empty()))
}

/// `None` if one is malformed, or they are too many or too large.
fn several<'a>(specs: impl Iterator<Item = &'a str>, length: u64) -> Option<Part> {
    let mut requested = Vec::new();
    let mut sum = 0_u64;
    for (count, text) in specs.enumerate() {
        let spec = spec(text).filter(|_| count < MAX_PARSED)?;
        if let Some(span) = spec.of(length) {
            sum = sum.saturating_add(span.count());
            requested.push(span);
        }
    }
    if sum > length {
        return None;
    }
    let merged = merged(requested);
    match *merged.as_slice() {
        [] => Some(Part::Unsatisfiable),
        [only] => Some(Part::Range(only)),
        [..] => (merged.len() <= MOST).then_some(Part::Several(merged)),
    }
}

/// Merges overlapping and adjacent ranges, in the order of the request (§15.3.7.2).
fn merged(requested: Vec<Span>) -> Vec<Span> {
    let mut by_place: Vec<(usize, Span)> = requested.into_iter().enumerate().collect();
    by_place.sort_by_key(|(_, span)| span.first);
    let mut merged: Vec<(usize, Span)> = Vec::new();
    for (order, span) in by_place {
        match merged.last_mut() {
            Some((earliest, before)) if span.first <= before.last.saturating_add(1) => {
                before.last = before.last.max(span.last);
                *earliest = (*earliest).min(order);
            }
            _ => merged.push((order, span)),
        }
    }
    merged.sort_by_key(|(order, _)| *order);
    merged.into_iter().map(|(_, span)| span).collect()
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
    use proptest::prelude::*;

    use super::*;

    fn of(length: u64, value: &str) -> Part {
        let mut headers = HeaderMap::new();
        headers.insert(header::RANGE, HeaderValue::from_str(value).unwrap());
        Part::requested(&headers, length)
    }

    fn spans(pairs: &[(u64, u64)]) -> Vec<Span> {
        pairs.iter().map(|&(first, last)| Span { first, last }).collect()
    }

    #[test]
    fn ranges_are_joined_and_limited_to_the_audio() {
        for (value, expected) in [
            ("bytes=0-0", &[(0, 0)][..]),
            ("bytes=0-", &[(0, 99)]),
            ("Bytes= 10-19 ", &[(10, 19)]),
            ("bytes=90-99999999999999999999999", &[(90, 99)]),
            ("bytes=-1000", &[(0, 99)]),
            ("bytes=,5-6 ,, ", &[(5, 6)]),
            ("bytes=90-, 0-0", &[(90, 99), (0, 0)]),
            ("bytes=-2,\t3-3,,8-8", &[(98, 99), (3, 3), (8, 8)]),
            ("bytes=50-60,0-1,58-70", &[(50, 70), (0, 1)]),
            ("bytes=0-1,200-300,5-6", &[(0, 1), (5, 6)]),
            ("bytes=10-19,0-9", &[(0, 19)]),
            ("bytes=0-9,100-", &[(0, 9)]),
            ("bytes=-0,99-", &[(99, 99)]),
            ("bytes=-0", &[]),
            ("bytes=99999999999999999999999-", &[]),
            ("bytes=100-,-0", &[]),
        ] {
            let expected = match *expected {
                [] => Part::Unsatisfiable,
                [(first, last)] => Part::Range(Span { first, last }),
                _ => Part::Several(spans(expected)),
            };
            assert_eq!(of(100, value), expected, "{value}");
        }
        for value in ["bytes=0-", "bytes=-1", "bytes=0-0,2-2"] {
            assert_eq!(of(0, value), Part::Unsatisfiable, "{value} of nothing");
        }
    }

    #[test]
    fn too_many_and_too_much() {
        let apart = |count: u64| {
            let ranges: Vec<_> = (0..count).map(|number| format!("{0}-{0}", number * 2)).collect();
            format!("bytes={}", ranges.join(","))
        };
        assert!(matches!(of(100_000, &apart(16)), Part::Several(spans) if spans.len() == 16));
        assert_eq!(of(100_000, &apart(17)), Part::Whole);
        assert_eq!(of(100, "bytes=0-,0-0"), Part::Whole, "more than there is");
        let touching: Vec<_> = (0..257).map(|number| format!("{number}-{number}")).collect();
        assert_eq!(
            of(1000, &format!("bytes={}", touching[..256].join(","))),
            Part::Range(Span { first: 0, last: 255 })
        );
        assert_eq!(of(1000, &format!("bytes={}", touching.join(","))), Part::Whole);
    }

    #[test]
    fn malformed_or_repeated_range_header_is_ignored() {
        let malformed = "bytes=2-1 bytes=- bytes=a-b bytes=+1-2 bytes=--1 seconds=0-1 bytes bytes= bytes=, \
                         bytes=0-1,3-x bytes=0-1,5-4 bytes=0-1;3-4";
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
            [("bytes=0-1", true), ("bytes=1-", false), ("bytes=-100", true), ("bytes=0-0,9-9", true), ("x", true)]
        {
            assert_eq!(of(100, value).is_from_the_beginning(), expected, "{value}");
        }
        assert!(!of(100, "bytes=9-9,0-0").is_from_the_beginning() && !of(100, "bytes=100-").is_from_the_beginning());
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
        fn sent_ranges_cover_exactly_the_requested_bytes(length in 0..100_u64, specs in proptest::collection::vec(any_spec(), 1..24)) {
            let texts: Vec<_> = specs.iter().map(|spec| spec.0.clone()).collect();
            let each: Vec<_> = specs.iter().map(|spec| bytes_of(spec, length)).collect();
            let mut requested: Vec<u64> = each.iter().flatten().copied().collect();
            let sum = requested.len() as u64;
            requested.sort_unstable();
            requested.dedup();
            let sent = match of(length, &format!("bytes={}", texts.join(","))) {
                Part::Unsatisfiable => { prop_assert!(requested.is_empty()); return Ok(()) }
                Part::Whole => {
                    let gaps = requested.windows(2).filter(|pair| pair[1] > pair[0] + 1).count();
                    prop_assert!(specs.len() > 1 && (sum > length || gaps + 1 > MOST), "{:?}", texts);
                    return Ok(());
                }
                Part::Range(span) => vec![span],
                Part::Several(spans) => { prop_assert!((2..=MOST).contains(&spans.len())); spans }
            };
            let mut bytes: Vec<u64> = sent.iter().flat_map(|span| span.first..=span.last).collect();
            bytes.sort_unstable();
            prop_assert_eq!(bytes, requested, "{:?}", texts);
            let mut places = sent.clone();
            places.sort_unstable_by_key(|span| span.first);
            prop_assert!(places.windows(2).all(|pair| pair[1].first > pair[0].last + 1), "they touch: {:?}", sent);
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
