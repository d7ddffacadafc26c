//! How a node starts and stops.

use std::sync::Arc;
use std::time::Duration;

use stagepass_media::audio::Shelves;
use stagepass_server::exporter::Exporter;
use stagepass_server::health::Readiness;
use stagepass_server::metrics::Metrics;
use stagepass_server::serve::{ListenError, Listening, Server};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::listens::Listens;
use crate::settings::NodeSettings;
use crate::signers::Signers;
use crate::state::Node;
use crate::{reporting, routes};

/// How long the catalogue may take to be told of the last listens.
const LAST_REPORT: Duration = Duration::from_secs(5);

/// A node that is accepting connections. Dropping it cuts them off; [`RunningNode::shutdown`] lets streams under way end.
#[derive(Debug)]
pub struct RunningNode {
    server: Server,
    exporter: Option<Exporter>,
    reports: JoinHandle<()>,
    /// Ends the reports, after a last one.
    last_report: Option<oneshot::Sender<()>>,
}

/// Starts a node and returns once it accepts connections. Has to be called within a tokio runtime.
///
/// # Errors
/// [`ListenError`].
pub async fn start(settings: NodeSettings) -> Result<RunningNode, ListenError> {
    let listening = Listening::at(settings.listen).await?;
    tracing::info!(address = %listening.address(), "the node is listening");
    let node = Arc::new(Node {
        catalog: settings.catalog,
        clock: settings.clock,
        longest_signature: settings.longest_signature,
        signers: Signers::default(),
        shelves: Shelves::default(),
        listens: Listens::default(),
        trusted_proxies: settings.trusted_proxies.clone(),
        readiness: Readiness::default(),
    });
    let metrics = Metrics::default();
    let exporter = Exporter::start(settings.metrics_listen, &metrics).await?;
    let metrics = exporter.is_some().then_some(metrics);
    let defaults = routes::response_defaults(settings.write_timeout, &settings.trusted_proxies, metrics);
    let guard = routes::guard(&settings.limits);
    let (last_report, told) = oneshot::channel();
    let reports = tokio::spawn(report_until(Arc::clone(&node), told));
    let server = listening.serve(routes::routes(node), defaults, guard);
    Ok(RunningNode { server, exporter, reports, last_report: Some(last_report) })
}

async fn report_until(node: Arc<Node>, mut told: oneshot::Receiver<()>) {
    let mut ticks = tokio::time::interval(reporting::EVERY);
    loop {
        tokio::select! {
            _ = ticks.tick() => node.report().await,
            _ = &mut told => break,
        }
    }
    node.report().await;
}

impl RunningNode {
    /// Where it listens: `http://127.0.0.1:PORT`.
    pub fn listening_on(&self) -> String {
        self.server.origin()
    }

    /// Where its metrics are served, if they are: `http://127.0.0.1:PORT`.
    pub fn metrics_on(&self) -> Option<String> {
        self.exporter.as_ref().map(Exporter::origin)
    }

    /// From now on `/readyz` answers 503 and each answer ends its connection, so that the proxies in front of it go elsewhere. It still answers
    /// everything.
    pub fn drain(&self) {
        self.server.drain();
    }

    /// Takes no new connections, lets streams under way end, for 10 s at most, and tells the catalogue what has been heard.
    pub async fn shutdown(mut self) {
        self.server.shutdown().await;
        drop(self.last_report.take());
        if tokio::time::timeout(LAST_REPORT, &mut self.reports).await.is_err() {
            tracing::error!("the last listens could not be handed on in time");
        }
        if let Some(exporter) = &mut self.exporter {
            exporter.shutdown().await;
        }
    }
}

impl Drop for RunningNode {
    fn drop(&mut self) {
        self.reports.abort();
    }
}
