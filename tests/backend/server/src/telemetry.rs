//! What a server reports about itself while it runs: metrics, and traces.

use std::sync::Arc;
use std::time::Duration;

use stagepass_kit::disk::Disks;
use stagepass_kit::store_observer::{StoreObserver, StoreWork};

use crate::exporter::Exporter;
use crate::metrics::Metrics;
use crate::serve::ListenError;
use crate::settings::ServerSettings;
use crate::traces::{SpanExporter, TraceSettings, Tracer, record_store_work};

/// The metrics and traces of a server, and what sends them.
#[derive(Debug)]
pub struct Telemetry {
    metrics: Metrics,
    recorders: Recorders,
    exporter: Option<Exporter>,
    spans: Option<SpanExporter>,
}

/// What records requests. By default, nothing does.
#[derive(Debug, Clone, Default)]
pub struct Recorders {
    /// The metrics, if they are served.
    pub metrics: Option<Metrics>,
    /// The traces, if they are sent to a collector.
    pub tracer: Option<Tracer>,
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
fn started(traces: &TraceSettings, name: &'static str, metrics: &Metrics) -> Option<(Tracer, SpanExporter)> {
    let collector = traces.collector.as_str();
    match Tracer::start(traces, name, metrics) {
        Ok(started) => {
            tracing::info!(collector, "traces are sent to a collector");
            Some(started)
        }
        Err(error) => {
            tracing::error!(collector, %error, "no traces can be sent to the collector");
            None
        }
    }
}

impl Recorders {
    /// Returns what records the operations of a database of this kind (`db.system.name`), if anything does.
    pub fn of_store(&self, system: &'static str) -> Option<Arc<dyn StoreObserver>> {
        let is_observed = self.metrics.is_some() || self.tracer.is_some();
        is_observed.then(|| Arc::new(StoreRecorder { metrics: self.metrics.clone(), system }) as Arc<dyn StoreObserver>)
    }
}

/// Records database operations.
#[derive(Debug)]
struct StoreRecorder {
    metrics: Option<Metrics>,
    system: &'static str,
}

impl StoreObserver for StoreRecorder {
    fn observe(&self, work: StoreWork, took: Duration, failed: bool) {
        if let Some(metrics) = &self.metrics {
            metrics.observe(work, took, failed);
        }
        record_store_work(self.system, work, took, failed);
    }
}
