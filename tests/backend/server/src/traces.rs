//! Traces of requests. [`crate::telemetry`] sends them to an OpenTelemetry collector.
//!
//! A request has a span, which is named by the template of its route. Its calls to other servers and its database
//! operations are children of that span. `traceparent` (W3C Trace Context) connects the spans of several servers to one
//! trace. A span contains no path, query, header or body, so it contains no secret.

mod call;
mod current;
mod request;
mod span;
mod span_context;
mod store;

use std::net::IpAddr;
use std::sync::Arc;

use axum::http::HeaderMap;
use ipnet::IpNet;
use tokio::sync::mpsc;

pub(crate) use self::call::CallSpan;
pub(crate) use self::request::RequestSpan;
pub(crate) use self::span::{Attribute, Span, SpanKind};
pub(crate) use self::span_context::SpanContext;
pub use self::span_context::TRACEPARENT;
pub(crate) use self::store::record_store_work;

use self::current::{CurrentSpan, SpanQueue};
use crate::base_url::BaseUrl;
use crate::client_address::{client_address, is_trusted};
use crate::metrics::Metrics;
use crate::unique_numbers::unique_numbers;

/// The most spans that wait for the collector. Further ones are dropped.
const QUEUE: usize = 2048;

/// The settings of traces.
#[derive(Debug, Clone)]
pub struct TraceSettings {
    /// The base URL of the collector. Spans are sent to `URL/v1/traces`.
    pub collector: BaseUrl,
    /// The name of the server in traces. The default is `stagepass-service`, `stagepass-node` or `stagepass-access`.
    pub service_name: Option<String>,
    /// The share of requests that are recorded, from 0 to 1.
    pub ratio: f64,
    /// The addresses of clients whose decision in `traceparent` replaces the ratio.
    pub trusted: Vec<IpNet>,
}

/// Records the spans of a server. Clones share it.
#[derive(Debug, Clone)]
pub struct Tracer(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    ratio: f64,
    trusted: Vec<IpNet>,
    queue: SpanQueue,
}

impl Tracer {
    /// Returns a tracer, and the queue of the spans that it records.
    pub(crate) fn new(settings: &TraceSettings, metrics: &Metrics) -> (Self, mpsc::Receiver<Span>) {
        let (sender, waiting) = mpsc::channel(QUEUE);
        let queue = SpanQueue { sender, metrics: metrics.clone() };
        (Self(Arc::new(Shared { ratio: settings.ratio, trusted: settings.trusted.clone(), queue })), waiting)
    }

    /// Begins the span of a request from `peer`.
    ///
    /// It belongs to the trace that `traceparent` names. Whether it is recorded is the client's decision only for a
    /// trusted client. For others it is decided by the ratio, and independently of the trace ID, which they choose.
    pub(crate) fn request(&self, peer: IpAddr, headers: &HeaderMap, proxies: &[IpNet]) -> RequestSpan {
        let parent = SpanContext::of(headers);
        let is_from_trusted =
            || client_address(peer, headers, proxies).is_some_and(|address| is_trusted(address, &self.0.trusted));
        let is_sampled = match parent {
            Some(parent) if is_from_trusted() => parent.is_sampled,
            _ => self.samples(),
        };
        let context = match parent {
            Some(parent) => SpanContext { is_sampled, ..parent.child() },
            None => SpanContext::root(is_sampled),
        };
        RequestSpan::new(CurrentSpan { queue: self.0.queue.clone(), context }, parent)
    }

    /// Returns whether the next span is recorded: with the probability of the ratio.
    fn samples(&self) -> bool {
        let [number, _] = unique_numbers();
        let number = u32::try_from(number >> 32).unwrap_or(u32::MAX);
        f64::from(number) < self.0.ratio * (f64::from(u32::MAX) + 1.0)
    }
}

#[cfg(test)]
mod tests;
