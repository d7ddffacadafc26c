//! What a server reports about itself while it runs: its metrics.

use stagepass_kit::disk::Disks;

use crate::exporter::Exporter;
use crate::metrics::Metrics;
use crate::serve::ListenError;
use crate::settings::ServerSettings;

/// The metrics of a server, and what serves them.
#[derive(Debug)]
pub struct Telemetry {
    metrics: Metrics,
    exporter: Option<Exporter>,
}

impl Telemetry {
    /// Serves metrics, if the settings say so. The free space of `disks` is among them.
    ///
    /// # Errors
    /// [`ListenError`] if their address cannot be listened at.
    pub async fn start(settings: &ServerSettings, disks: Option<&Disks>) -> Result<Self, ListenError> {
        let metrics = Metrics::default();
        if let Some(disks) = disks {
            metrics.watch(disks);
        }
        let exporter = Exporter::start(settings.metrics_listen, &metrics).await?;
        Ok(Self { metrics, exporter })
    }

    /// The metrics, even if they are not served.
    pub fn metrics(&self) -> &Metrics {
        &self.metrics
    }

    /// The metrics, if they are served.
    pub fn exported(&self) -> Option<Metrics> {
        self.exporter.is_some().then(|| self.metrics.clone())
    }

    /// The server of metrics.
    pub(crate) fn exporter(&self) -> Option<&Exporter> {
        self.exporter.as_ref()
    }

    /// Stops the server of metrics.
    pub(crate) async fn shutdown(&mut self) {
        if let Some(exporter) = &mut self.exporter {
            exporter.shutdown().await;
        }
    }
}
