//! The three servers in one process, for `dev` and `all`.

use stagepass_access::AccessHandle;
use stagepass_node::{NodeHandle, NodeSettings};
use stagepass_service::{ServiceHandle, Settings};

use crate::cli::outcome::Outcome;

/// The running servers.
pub(crate) struct Servers {
    pub(crate) node: NodeHandle,
    pub(crate) service: ServiceHandle,
    pub(crate) access: AccessHandle,
}

impl Servers {
    /// Drains all of them at once.
    pub(crate) fn drain(&self) {
        self.access.drain();
        self.service.drain();
        self.node.drain();
    }

    /// Stops the clients of the service together, and then the service: requests at the access server ask it, and a
    /// node may report its last listens to it.
    pub(crate) async fn shutdown(self) {
        tokio::join!(self.access.shutdown(), self.node.shutdown());
        self.service.shutdown().await;
    }
}

/// Starts a node, and a service that sends players to it unless it has the URL of another one.
pub(crate) async fn start_node_and_service(
    node: NodeSettings,
    mut service: Settings,
) -> Outcome<(NodeHandle, ServiceHandle)> {
    let node = stagepass_node::start(node).await?;
    service.node_url.get_or_insert_with(|| node.origin());
    Ok((node, stagepass_service::start(service).await?))
}
