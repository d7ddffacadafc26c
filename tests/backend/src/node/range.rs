//! The `Range` header (RFC 9110 §14).

use axum::http::{HeaderMap, HeaderValue, header};

/// What of a content is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// All of it.
    Whole,
    /// The bytes from `first` to `last`, which is one of them.
    Range {
        /// The first byte's offset.
        first: u64,
        /// The last byte's offset.
        last: u64,
    },
    /// Nothing: the content ends before the range begins.
    Unsatisfiable,
}

impl Part {
    /// What the header asks for of `length` bytes. A header that isn't understood is none (§14.2), and so are several ranges: the answer to
    /// many small ones would cost far more than the question, and no player asks for them.
    pub(super) fn asked_for(headers: &HeaderMap, length: u64) -> Self {
        let mut values = headers.get_all(header::RANGE).iter();
        match (values.next().and_then(spec), values.next()) {
            (Some(spec), None) => spec.of(length),
            _ => Self::Whole,
        }
    }
}

/// A range as it was asked for. Numbers beyond `u64` are its greatest.
enum Spec {
    From { first: u64, last: Option<u64> },
    Suffix(u64),
}

fn spec(value: &HeaderValue) -> Option<Spec> {
    let (unit, range) = value.to_str().ok()?.split_once('=')?;
    if !unit.trim().eq_ignore_ascii_case("bytes") {
        return None;
    }
    match range.trim().split_once('-')? {
        ("", suffix) => Some(Spec::Suffix(number(suffix)?)),
        (first, "") => Some(Spec::From { first: number(first)?, last: None }),
        (first, last) => {
            let (first, last) = (number(first)?, number(last)?);
            (first <= last).then_some(Spec::From { first, last: Some(last) })
        }
    }
}

/// `parse` alone would take a sign.
fn number(digits: &str) -> Option<u64> {
    let are_digits = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    are_digits.then(|| digits.parse().unwrap_or(u64::MAX))
}

impl Spec {
    fn of(self, length: u64) -> Part {
        let Some(end) = length.checked_sub(1) else { return Part::Unsatisfiable };
        match self {
            Self::Suffix(0) => Part::Unsatisfiable,
            Self::Suffix(suffix) => Part::Range { first: length.saturating_sub(suffix), last: end },
            Self::From { first, .. } if first > end => Part::Unsatisfiable,
            Self::From { first, last } => Part::Range { first, last: last.map_or(end, |last| last.min(end)) },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(length: u64, value: &str) -> Part {
        let mut headers = HeaderMap::new();
        headers.insert(header::RANGE, HeaderValue::from_str(value).unwrap());
        Part::asked_for(&headers, length)
    }

    #[test]
    fn one_range() {
        for (value, first, last) in [
            ("bytes=0-0", 0, 0),
            ("bytes=0-", 0, 99),
            ("Bytes= 10-19 ", 10, 19),
            ("bytes=90-99999999999999999999999", 90, 99),
            ("bytes=-1", 99, 99),
            ("bytes=-1000", 0, 99),
        ] {
            assert_eq!(of(100, value), Part::Range { first, last }, "{value}");
        }
    }

    #[test]
    fn beyond_the_end() {
        for value in ["bytes=100-", "bytes=100-200", "bytes=-0", "bytes=99999999999999999999999-"] {
            assert_eq!(of(100, value), Part::Unsatisfiable, "{value}");
        }
        for value in ["bytes=0-", "bytes=-1"] {
            assert_eq!(of(0, value), Part::Unsatisfiable, "{value} of nothing");
        }
    }

    #[test]
    fn what_is_not_understood_is_not_there() {
        for value in
            ["bytes=2-1", "bytes=-", "bytes=a-b", "bytes=+1-2", "bytes=--1", "seconds=0-1", "bytes", "bytes=0-1,3-4"]
        {
            assert_eq!(of(100, value), Part::Whole, "{value}");
        }
        let mut headers = HeaderMap::new();
        assert_eq!(Part::asked_for(&headers, 100), Part::Whole);
        headers.append(header::RANGE, HeaderValue::from_static("bytes=0-1"));
        headers.append(header::RANGE, HeaderValue::from_static("bytes=0-1"));
        assert_eq!(Part::asked_for(&headers, 100), Part::Whole);
    }
}
