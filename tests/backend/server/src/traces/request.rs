//! The span of a request that this server answers.

use std::time::Duration;

use axum::http::{Method, StatusCode};
use stagepass_kit::clock::SystemClock;
use tokio::time::Instant;

use super::current::{CURRENT, CurrentSpan};
use super::span::{Attribute, Span, SpanKind};
use super::span_context::SpanContext;
use crate::metrics::known_method;

/// The span of a request that is not answered yet.
#[derive(Debug)]
pub(crate) struct RequestSpan {
    current: CurrentSpan,
    parent: Option<u64>,
    began: Duration,
    clock: Instant,
}

impl RequestSpan {
    pub(super) fn new(current: CurrentSpan, parent: Option<SpanContext>) -> Self {
        let parent = parent.map(|parent| parent.span_id);
        Self { current, parent, began: SystemClock::since_epoch(), clock: Instant::now() }
    }

    /// Makes calls and database operations within `handling` children of this span.
    pub(crate) async fn contain<F: Future>(&self, handling: F) -> F::Output {
        CURRENT.scope(self.current.clone(), handling).await
    }

    /// The identity of the span.
    #[cfg(test)]
    pub(super) fn context(&self) -> SpanContext {
        self.current.context
    }

    /// Records the span. A request that no route matches, or that exceeds the rate limit of its address, is not
    /// recorded: any client can send many of them.
    pub(crate) fn answered(self, method: &Method, route: Option<&str>, status: StatusCode, id: &str) {
        let CurrentSpan { queue, context } = self.current;
        if !context.is_sampled || (route.is_none() && status.is_client_error()) {
            return;
        }
        let method = known_method(method);
        let mut attributes = vec![
            ("http.request.method", Attribute::from(method.unwrap_or("_OTHER"))),
            ("http.response.status_code", status.as_u16().into()),
            ("http.response.header.x-request-id", Attribute::Texts(id.to_owned())),
        ];
        attributes.extend(route.map(|route| ("http.route", route.into())));
        let has_failed = status.is_server_error();
        if has_failed {
            attributes.push(("error.type", status.as_str().into()));
        }
        let name = match (method.unwrap_or("HTTP"), route) {
            (method, Some(route)) => format!("{method} {route}"),
            (method, None) => method.to_owned(),
        };
        let (parent, began, took) = (self.parent, self.began, self.clock.elapsed());
        queue.record(Span { context, parent, kind: SpanKind::Server, name, began, took, attributes, has_failed });
    }
}
