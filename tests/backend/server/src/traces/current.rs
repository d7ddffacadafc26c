//! The span of the request that a task handles, and the queue of finished spans.

use tokio::sync::mpsc;

use super::span::Span;
use super::span_context::SpanContext;
use crate::metrics::{Metrics, SpanOutcome};

tokio::task_local! {
    /// The span of the request that this task handles.
    pub(super) static CURRENT: CurrentSpan;
}

/// The span to which calls and database operations belong.
#[derive(Debug, Clone)]
pub(super) struct CurrentSpan {
    pub(super) queue: SpanQueue,
    pub(super) context: SpanContext,
}

/// The spans that wait for the collector.
#[derive(Debug, Clone)]
pub(super) struct SpanQueue {
    pub(super) sender: mpsc::Sender<Span>,
    pub(super) metrics: Metrics,
}

impl SpanQueue {
    /// Queues a span, or drops it if the queue is full.
    pub(super) fn record(&self, span: Span) {
        if self.sender.try_send(span).is_err() {
            self.metrics.spans(SpanOutcome::Dropped, 1);
        }
    }
}
