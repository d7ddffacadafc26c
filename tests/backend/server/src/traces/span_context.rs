//! The identity of a span, as other servers send and receive it: `traceparent` of W3C Trace Context.
//!
//! `tracestate` is neither read nor sent: it would carry what any client wrote to the next server.

use std::fmt;

use axum::http::{HeaderMap, HeaderName, HeaderValue};

use crate::unique_numbers::unique_numbers;

/// The header of the calling span.
pub static TRACEPARENT: HeaderName = HeaderName::from_static("traceparent");
/// The flag of a trace that is recorded.
const SAMPLED: u128 = 1;

/// The identity of a span, and whether its trace is recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SpanContext {
    pub(crate) trace_id: u128,
    pub(crate) span_id: u64,
    pub(crate) is_sampled: bool,
}

impl SpanContext {
    /// Returns the first span of a new trace.
    pub(crate) fn root(is_sampled: bool) -> Self {
        let [high, low] = unique_numbers();
        Self { trace_id: (u128::from(high) << 64 | u128::from(low)).max(1), span_id: new_span_id(), is_sampled }
    }

    /// Returns a new span of the same trace.
    pub(crate) fn child(self) -> Self {
        Self { span_id: new_span_id(), ..self }
    }

    /// Reads the only `traceparent` of a request. `None` if it is missing or malformed.
    pub(crate) fn of(headers: &HeaderMap) -> Option<Self> {
        let mut values = headers.get_all(&TRACEPARENT).iter();
        let only = values.next().filter(|_| values.next().is_none())?;
        Self::parse(only.to_str().ok()?)
    }

    /// Parses `VERSION-TRACE_ID-SPAN_ID-FLAGS`. A version after 00 can have more fields (§3.2.4).
    fn parse(text: &str) -> Option<Self> {
        let mut fields = text.split('-');
        let version = hexadecimal(fields.next()?, 2)?;
        let (trace_id, span_id) = (hexadecimal(fields.next()?, 32)?, hexadecimal(fields.next()?, 16)?);
        let flags = hexadecimal(fields.next()?, 2)?;
        let is_known = version < 0xff && (version > 0 || fields.next().is_none());
        let span_id = u64::try_from(span_id).ok()?;
        let is_valid = is_known && trace_id > 0 && span_id > 0;
        is_valid.then_some(Self { trace_id, span_id, is_sampled: flags & SAMPLED > 0 })
    }

    /// The value of `traceparent` for a call.
    pub(crate) fn header(self) -> Option<HeaderValue> {
        HeaderValue::try_from(self.to_string()).ok()
    }
}

impl fmt::Display for SpanContext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "00-{:032x}-{:016x}-{:02x}", self.trace_id, self.span_id, u8::from(self.is_sampled))
    }
}

/// 0 is no ID.
fn new_span_id() -> u64 {
    let [number, _] = unique_numbers();
    number.max(1)
}

/// Reads exactly `digits` lower-case digits.
fn hexadecimal(text: &str, digits: usize) -> Option<u128> {
    let is_plain = text.len() == digits && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    if is_plain { u128::from_str_radix(text, 16).ok() } else { None }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const TEXT: &str = "00-4bf92f3577b34da6a3ce929d0e0e4736-1020304050607080-01";

    #[test]
    fn valid_header_is_parsed() {
        let parsed = SpanContext::parse(TEXT).unwrap();
        assert_eq!(parsed.to_string(), TEXT);
        assert_eq!((parsed.span_id, parsed.is_sampled), (0x1020_3040_5060_7080, true));
        let more = ["01-", &TEXT[3..], "-more"].concat();
        assert_eq!(SpanContext::parse(&more), Some(parsed), "a later version can have more fields");
        for (flags, is_sampled) in [("00", false), ("02", false), ("03", true), ("ff", true)] {
            let text = [&TEXT[..53], flags].concat();
            assert_eq!(SpanContext::parse(&text).unwrap().is_sampled, is_sampled, "{flags}");
        }
    }

    #[test]
    fn malformed_header_is_no_parent() {
        for text in [
            "",
            "00",
            &TEXT[..54],
            &TEXT.to_uppercase(),
            &TEXT.replace("4bf92f3577b34da6a3ce929d0e0e4736", &"0".repeat(32)),
            &TEXT.replace("1020304050607080", &"0".repeat(16)),
            &TEXT.replace("00-4", "ff-4"),
            &TEXT.replace("00-4", "0-4"),
            &TEXT.replace("4bf92f", "+bf92f"),
            &format!("{TEXT}-"),
            &format!("{TEXT}-more"),
            &format!(" {TEXT}"),
        ] {
            assert_eq!(SpanContext::parse(text), None, "{text}");
        }
        let mut headers = HeaderMap::new();
        headers.append(&TRACEPARENT, HeaderValue::from_static(TEXT));
        assert!(SpanContext::of(&headers).is_some());
        headers.append(&TRACEPARENT, HeaderValue::from_static(TEXT));
        assert_eq!(SpanContext::of(&headers), None, "two parents");
    }

    #[test]
    fn new_spans_differ() {
        let (one, other) = (SpanContext::root(true), SpanContext::root(true));
        assert!(one.trace_id != other.trace_id && one.span_id != other.span_id);
        assert_eq!(SpanContext::parse(&one.to_string()), Some(one));
        let child = one.child();
        assert!(child.trace_id == one.trace_id && child.span_id != one.span_id && child.is_sampled);
    }

    proptest! {
        #[test]
        fn any_text_is_parsed_without_a_panic(text in "([0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}|.{0,60})(-.{0,9})?") {
            if let Some(parsed) = SpanContext::parse(&text) {
                prop_assert_eq!(SpanContext::parse(&parsed.to_string()), Some(parsed));
            }
        }
    }
}
