//! The span of a call to another server.

use std::time::Duration;

use axum::http::{Request, Uri};
use stagepass_kit::clock::SystemClock;
use tokio::time::Instant;

use super::current::{CURRENT, CurrentSpan};
use super::span::{Attribute, Span, SpanKind};
use super::span_context::{SpanContext, TRACEPARENT};
use crate::metrics::known_method;

/// The span of a call that is not answered yet. Nothing, if the current request is not traced.
#[derive(Debug)]
pub(crate) struct CallSpan(Option<OpenCall>);

#[derive(Debug)]
struct OpenCall {
    current: CurrentSpan,
    context: SpanContext,
    method: &'static str,
    host: String,
    port: Option<u16>,
    began: Duration,
    clock: Instant,
}

impl CallSpan {
    /// Begins the span of a call by the current request. If the called server is one of ours, it gets `traceparent`.
    pub(crate) fn begin<B>(request: &mut Request<B>, is_ours: bool) -> Self {
        let Ok(current) = CURRENT.try_with(CurrentSpan::clone) else { return Self(None) };
        let context = current.context.child();
        let method = known_method(request.method()).unwrap_or("_OTHER");
        let (host, port) = host_and_port(request.uri());
        if let Some(traceparent) = context.header().filter(|_| is_ours) {
            request.headers_mut().insert(&TRACEPARENT, traceparent);
        }
        let (began, clock) = (SystemClock::since_epoch(), Instant::now());
        Self(context.is_sampled.then_some(OpenCall { current, context, method, host, port, began, clock }))
    }

    /// Records the span with the status of the response, or the kind of error.
    pub(crate) fn end(self, outcome: Result<u16, &'static str>) {
        let Some(call) = self.0 else { return };
        let OpenCall { current, context, method, host, port, began, clock } = call;
        let mut attributes =
            vec![("http.request.method", Attribute::from(method)), ("server.address", Attribute::Text(host))];
        attributes.extend(port.map(|port| ("server.port", port.into())));
        let error = match outcome {
            Ok(status) => {
                attributes.push(("http.response.status_code", status.into()));
                (status >= 400).then(|| status.to_string())
            }
            Err(kind) => Some(kind.to_owned()),
        };
        let has_failed = error.is_some();
        attributes.extend(error.map(|error| ("error.type", Attribute::Text(error))));
        let parent = Some(current.context.span_id);
        let (name, took) = (method.to_owned(), clock.elapsed());
        current.queue.record(Span {
            context,
            parent,
            kind: SpanKind::Client,
            name,
            began,
            took,
            attributes,
            has_failed,
        });
    }
}

fn host_and_port(uri: &Uri) -> (String, Option<u16>) {
    let usual = match uri.scheme_str() {
        Some("https") => Some(443),
        Some("http") => Some(80),
        _ => None,
    };
    (uri.host().unwrap_or_default().to_owned(), uri.port_u16().or(usual))
}
