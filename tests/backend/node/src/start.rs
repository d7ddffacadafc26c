//! Starting and stopping a node.

use std::sync::Arc;
use std::time::Duration;

use stagepass_media::audio::OpenAudio;
use stagepass_server::health::Readiness;
use stagepass_server::serve::{BoundListener, ListenError};
use stagepass_server::server_handle::{BackgroundWork, ServerHandle};
use stagepass_server::telemetry::Telemetry;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::listens::Listens;
use crate::settings::NodeSettings;
use crate::signers::Signers;
use crate::state::Node;
use crate::{reporting, routes};

/// How long the last report of listens may take.
const LAST_REPORT: Duration = Duration::from_secs(5);

/// The handle of a running node.
pub type NodeHandle = ServerHandle<Reports>;

/// The task that reports listens while the node runs.
#[derive(Debug)]
pub struct Reports {
    task: JoinHandle<()>,
    /// Ends the task after a last report.
    last: Option<oneshot::Sender<()>>,
}

/// Starts a node and returns once it accepts connections. Must be called within a tokio runtime.
///
/// # Errors
/// [`ListenError`].
pub async fn start(settings: NodeSettings) -> Result<NodeHandle, ListenError> {
    let listener = BoundListener::at(settings.server.listen).await?;
    tracing::info!(address = %listener.address(), "the node is listening");
    let node = Arc::new(Node {
        catalog: settings.catalog,
        clock: settings.clock,
        longest_signature: settings.longest_signature,
        signers: Signers::default(),
        open_audio: OpenAudio::default(),
        listens: Listens::default(),
        trusted_proxies: settings.server.trusted_proxies.clone(),
        readiness: Readiness::default(),
    });
    let telemetry = Telemetry::start(&settings.server, None).await?;
    let defaults =
        routes::response_defaults(settings.write_timeout, &settings.server.trusted_proxies, telemetry.exported());
    let guard = routes::guard(&settings.server.limits);
    let (last, stop) = oneshot::channel();
    let reports = Reports { task: tokio::spawn(report_until(Arc::clone(&node), stop)), last: Some(last) };
    let server = listener.serve(routes::routes(node), defaults, guard);
    Ok(ServerHandle::new(reports, server, telemetry))
}

async fn report_until(node: Arc<Node>, mut stop: oneshot::Receiver<()>) {
    let mut ticks = tokio::time::interval(reporting::EVERY);
    loop {
        tokio::select! {
            _ = ticks.tick() => node.report().await,
            _ = &mut stop => break,
        }
    }
    node.report().await;
}

impl BackgroundWork for Reports {
    async fn end(&mut self) {
        drop(self.last.take());
        if tokio::time::timeout(LAST_REPORT, &mut self.task).await.is_err() {
            tracing::error!("the last listens could not be reported in time");
        }
    }
}

impl Drop for Reports {
    fn drop(&mut self) {
        self.task.abort();
    }
}
