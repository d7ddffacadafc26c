//! Spans as JSON: `ExportTraceServiceRequest` of OTLP 1. IDs are hexadecimal, and numbers of 64 bits are texts.

use std::time::Duration;

use serde_json::{Value, json};

use crate::traces::{Attribute, Span, SpanKind};
use crate::unique_numbers::unique_numbers;

/// `SPAN_KIND_SERVER` and `SPAN_KIND_CLIENT`.
const KINDS: [(SpanKind, u8); 2] = [(SpanKind::Server, 2), (SpanKind::Client, 3)];
/// `STATUS_CODE_ERROR`.
const ERROR: u8 = 2;

/// The server that sends spans.
#[derive(Debug)]
pub(super) struct Resource(Value);

impl Resource {
    /// The instance ID distinguishes replicas, and a server from itself before a restart.
    pub(super) fn new(service_name: &str) -> Self {
        let [one, other] = unique_numbers();
        let attributes = [
            ("service.name", service_name.into()),
            ("service.version", env!("CARGO_PKG_VERSION").into()),
            ("service.instance.id", Attribute::Text(format!("{one:016x}{other:016x}"))),
        ];
        Self(json!({ "attributes": attributes.iter().map(attribute).collect::<Vec<_>>() }))
    }
}

/// Returns the body of an export request.
pub(super) fn export_request(resource: &Resource, spans: &[Span]) -> Value {
    json!({
        "resourceSpans": [{
            "resource": resource.0,
            "scopeSpans": [{
                "scope": { "name": "stagepass", "version": env!("CARGO_PKG_VERSION") },
                "spans": spans.iter().map(span).collect::<Vec<_>>(),
            }],
        }],
    })
}

/// Returns how many spans of a request the collector rejected, according to its response to it.
pub(super) fn rejected_spans(response: &Value) -> u64 {
    let rejected = response.pointer("/partialSuccess/rejectedSpans");
    rejected.and_then(|number| number.as_u64().or_else(|| number.as_str()?.parse().ok())).unwrap_or(0)
}

fn span(span: &Span) -> Value {
    let kind = KINDS.iter().find(|(kind, _)| *kind == span.kind).map(|(_, number)| number);
    let mut encoded = json!({
        "traceId": format!("{:032x}", span.context.trace_id),
        "spanId": format!("{:016x}", span.context.span_id),
        "flags": 1,
        "name": span.name,
        "kind": kind,
        "startTimeUnixNano": nanoseconds(span.began),
        "endTimeUnixNano": nanoseconds(span.began.saturating_add(span.took)),
        "attributes": span.attributes.iter().map(attribute).collect::<Vec<_>>(),
        "status": if span.has_failed { json!({ "code": ERROR }) } else { json!({}) },
    });
    if let (Some(parent), Some(members)) = (span.parent, encoded.as_object_mut()) {
        members.insert("parentSpanId".to_owned(), format!("{parent:016x}").into());
    }
    encoded
}

fn nanoseconds(since_epoch: Duration) -> String {
    since_epoch.as_nanos().to_string()
}

fn attribute((key, value): &(&str, Attribute)) -> Value {
    let value = match value {
        Attribute::Text(text) => json!({ "stringValue": text }),
        Attribute::Number(number) => json!({ "intValue": number.to_string() }),
        Attribute::Texts(text) => json!({ "arrayValue": { "values": [{ "stringValue": text }] } }),
    };
    json!({ "key": key, "value": value })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::traces::SpanContext;

    #[test]
    fn span_is_written_as_the_protocol_says() {
        let written = span(&Span {
            context: SpanContext { trace_id: 0x5b, span_id: 0xee, is_sampled: true },
            parent: Some(0xef),
            kind: SpanKind::Server,
            name: "GET /v1/tracks/{id}".to_owned(),
            began: Duration::new(1_544_712_660, 5),
            took: Duration::from_secs(1),
            attributes: vec![("http.response.status_code", 500.into()), ("http.route", "/v1/tracks/{id}".into())],
            has_failed: true,
        });
        let expected = json!({
            "traceId": "0000000000000000000000000000005b",
            "spanId": "00000000000000ee",
            "parentSpanId": "00000000000000ef",
            "flags": 1,
            "name": "GET /v1/tracks/{id}",
            "kind": 2,
            "startTimeUnixNano": "1544712660000000005",
            "endTimeUnixNano": "1544712661000000005",
            "attributes": [
                { "key": "http.response.status_code", "value": { "intValue": "500" } },
                { "key": "http.route", "value": { "stringValue": "/v1/tracks/{id}" } },
            ],
            "status": { "code": 2 },
        });
        assert_eq!(written, expected);
    }

    #[test]
    fn rejected_spans_are_read_from_the_response() {
        for (response, expected) in [
            (json!({}), 0),
            (json!({ "partialSuccess": null }), 0),
            (json!({ "partialSuccess": { "rejectedSpans": "3", "errorMessage": "x" } }), 3),
            (json!({ "partialSuccess": { "rejectedSpans": 3 } }), 3),
            (json!({ "partialSuccess": { "rejectedSpans": "-1" } }), 0),
            (json!([1]), 0),
        ] {
            assert_eq!(rejected_spans(&response), expected, "{response}");
        }
    }
}
