//! The collector that receives spans.

use std::time::Duration;

use axum::http::Request;
use serde_json::Value;

use super::otlp::{Resource, export_request, rejected_spans};
use crate::base_url::BaseUrl;
use crate::http::{Http, HttpError, Scheme};
use crate::metrics::{Metrics, SpanOutcome};
use crate::traces::Span;

/// How long the collector may take to receive a batch.
const DEADLINE: Duration = Duration::from_secs(10);

/// A client of the collector.
#[derive(Debug)]
pub(super) struct Collector {
    http: Http,
    url: String,
    resource: Resource,
    metrics: Metrics,
    /// Whether the last batch failed. Only the first failure is a warning.
    is_away: bool,
}

impl Collector {
    pub(super) fn new(base_url: &BaseUrl, resource: Resource, metrics: Metrics) -> Result<Self, HttpError> {
        let http = Http::new(DEADLINE, if base_url.is_https() { Scheme::Https } else { Scheme::Http })?;
        Ok(Self { http, url: format!("{}/v1/traces", base_url.as_str()), resource, metrics, is_away: false })
    }

    /// Sends spans. If the collector does not accept them, they are dropped: a later attempt would delay newer spans.
    pub(super) async fn send(&mut self, spans: &[Span]) {
        let count = spans.len().try_into().unwrap_or(u64::MAX);
        let body = export_request(&self.resource, spans);
        let dropped = match self.http.send_json(Request::post(&self.url), &body).await {
            Ok(answer) if answer.status == 200 => {
                let rejected = rejected_spans(&answer.json::<Value>().unwrap_or_default()).min(count);
                self.note((rejected > 0).then(|| format!("it rejected {rejected} spans")).as_deref());
                rejected
            }
            Ok(answer) => {
                self.note(Some(&format!("it answers with status {}", answer.status)));
                count
            }
            Err(error) => {
                self.note(Some(&error.to_string()));
                count
            }
        };
        self.metrics.spans(SpanOutcome::Dropped, dropped);
        self.metrics.spans(SpanOutcome::Sent, count - dropped);
    }

    /// Logs if the state of the collector has changed.
    fn note(&mut self, error: Option<&str>) {
        match (self.is_away, error) {
            (false, Some(error)) => {
                tracing::warn!(%error, "the collector does not accept traces: they are dropped until it does");
            }
            (true, None) => tracing::info!("the collector accepts traces again"),
            _ => {}
        }
        self.is_away = error.is_some();
    }
}
