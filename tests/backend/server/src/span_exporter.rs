//! Sends spans to an OpenTelemetry collector, by OTLP over HTTP with JSON: in batches, while requests continue.

mod collector;
mod otlp;

use std::time::Duration;

use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

use self::collector::Collector;
use self::otlp::Resource;
use crate::http::HttpError;
use crate::metrics::Metrics;
use crate::traces::{Span, TraceSettings};

/// The most spans in a request to the collector.
const BATCH: usize = 512;
/// How long the first span of a batch waits for others.
const EVERY: Duration = Duration::from_secs(2);
/// How long shutdown waits until the last spans are sent.
const FLUSH: Duration = Duration::from_secs(5);

/// The task that sends spans. Dropping it ends the task.
#[derive(Debug)]
pub(crate) struct SpanExporter {
    /// Ends the task after the waiting spans.
    last: Option<oneshot::Sender<()>>,
    task: JoinHandle<()>,
}

impl SpanExporter {
    /// Starts to send the spans of `queue`. `name` is the default of [`TraceSettings::service_name`].
    pub(crate) fn start(
        settings: &TraceSettings,
        name: &str,
        queue: mpsc::Receiver<Span>,
        metrics: &Metrics,
    ) -> Result<Self, HttpError> {
        let resource = Resource::new(settings.service_name.as_deref().unwrap_or(name));
        let collector = Collector::new(&settings.collector, resource, metrics.clone())?;
        let (last, stop) = oneshot::channel();
        Ok(Self { last: Some(last), task: tokio::spawn(send_until(stop, queue, collector)) })
    }

    /// Sends the waiting spans, for 5 s at most, and ends.
    pub(crate) async fn shutdown(&mut self) {
        drop(self.last.take());
        if tokio::time::timeout(FLUSH, &mut self.task).await.is_err() {
            tracing::warn!("the last traces could not be sent in time");
        }
    }
}

impl Drop for SpanExporter {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn send_until(mut stop: oneshot::Receiver<()>, mut queue: mpsc::Receiver<Span>, mut collector: Collector) {
    let mut batch = Vec::with_capacity(BATCH);
    loop {
        tokio::select! {
            () = fill(&mut batch, &mut queue) => {}
            _ = &mut stop => break,
        }
        // The server has ended, so no span will follow.
        if batch.is_empty() {
            return;
        }
        collector.send(&batch).await;
        batch.clear();
    }
    queue.close();
    loop {
        let room = BATCH - batch.len();
        queue.recv_many(&mut batch, room).await;
        if batch.is_empty() {
            return;
        }
        collector.send(&batch).await;
        batch.clear();
    }
}

/// Waits for a span, and then until the batch is full or the span has waited long enough. If this is cancelled, the
/// batch has what was received.
async fn fill(batch: &mut Vec<Span>, queue: &mut mpsc::Receiver<Span>) {
    queue.recv_many(batch, BATCH).await;
    let full = async {
        loop {
            let room = BATCH - batch.len();
            if queue.recv_many(batch, room).await == 0 {
                break;
            }
        }
    };
    let _ = tokio::time::timeout(EVERY, full).await;
}
