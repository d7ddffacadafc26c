//! What a server reports about itself while it runs: metrics, and traces.

use stagepass_kit::disk::Disks;

use crate::exporter::Exporter;
use crate::metrics::Metrics;
use crate::recorders::Recorders;
use crate::serve::ListenError;
use crate::settings::ServerSettings;
use crate::span_exporter::SpanExporter;
use crate::traces::{TraceSettings, Tracer};

/// The metrics and traces of a server, and what sends them.
#[derive(Debug)]
pub struct Telemetry {
    metrics: Metrics,
    recorders: Recorders,
    exporter: Option<Exporter>,
    spans: Option<SpanExporter>,
}

impl Telemetry {
    /// Serves metrics and sends traces, if the settings say so. `name` is the default name of the server in traces. The
    /// free space of `disks` is among the metrics.
    ///
    /// # Errors
    /// [`ListenError`] if the address of the metrics cannot be listened at.
    pub async fn start(
        settings: &ServerSettings,
        name: &'static str,
        disks: Option<&Disks>,
    ) -> Result<Self, ListenError> {
        let metrics = Metrics::default();
        if let Some(disks) = disks {
            metrics.watch(disks);
        }
        let exporter = Exporter::start(settings.metrics_listen, &metrics).await?;
        let (tracer, spans) = settings.traces.as_ref().and_then(|traces| started(traces, name, &metrics)).unzip();
        let recorders = Recorders { metrics: exporter.is_some().then(|| metrics.clone()), tracer };
        Ok(Self { metrics, recorders, exporter, spans })
    }

    /// The metrics, even if they are not served.
    pub fn metrics(&self) -> &Metrics {
        &self.metrics
    }

    /// What records requests.
    pub fn recorders(&self) -> &Recorders {
        &self.recorders
    }

    /// The server of metrics.
    pub(crate) fn exporter(&self) -> Option<&Exporter> {
        self.exporter.as_ref()
    }

    /// Sends the last spans, for 5 s at most, and stops the server of metrics.
    pub(crate) async fn shutdown(&mut self) {
        if let Some(spans) = &mut self.spans {
            spans.shutdown().await;
        }
        if let Some(exporter) = &mut self.exporter {
            exporter.shutdown().await;
        }
    }
}

/// A server without traces is better than none.
fn started(settings: &TraceSettings, name: &'static str, metrics: &Metrics) -> Option<(Tracer, SpanExporter)> {
    let collector = settings.collector.as_str();
    let (tracer, spans) = Tracer::new(settings, metrics);
    match SpanExporter::start(settings, name, spans, metrics) {
        Ok(exporter) => {
            tracing::info!(collector, "traces are sent to a collector");
            Some((tracer, exporter))
        }
        Err(error) => {
            tracing::error!(collector, %error, "no traces can be sent to the collector");
            None
        }
    }
}
