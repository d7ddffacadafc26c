//! A validator node: it keeps audio, and serves a gated track only to an address (URL) that one of the track's authorities has signed.
//!
//! One route, `GET|HEAD /tracks/cidstream/{cid}?signature=…`. Where a request goes through:
//!
//! | where | what |
//! |---|---|
//! | [`catalog`] | which tracks have this content, who may sign for them, where its bytes are |
//! | `access` | whether this request may have it |
//! | `signers` | who made the signatures that were seen lately |
//! | `conditions`, `range` | what of it is asked for |
//! | `stream` | the answer with the bytes |
//! | `refusal` | the answer without |

mod access;
pub mod catalog;
mod conditions;
mod range;
mod refusal;
mod routes;
mod signers;
mod stream;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::base_url::origin_of_listener;
use crate::clock::Clock;

pub use self::catalog::{Catalog, CatalogError, Content, ContentTrack, FileCatalog};
use self::signers::Signers;

/// How long streams under way may take to end once the node has been told to stop.
const GRACE: Duration = Duration::from_secs(10);

/// Everything that a node is told.
#[derive(Debug, Clone)]
pub struct NodeSettings {
    /// Where to listen; port 0 takes a free one.
    pub listen: SocketAddr,
    /// The tracks.
    pub catalog: Arc<dyn Catalog>,
    /// The time.
    pub clock: Arc<dyn Clock>,
}

/// What every request is handled with.
#[derive(Debug)]
struct Node {
    catalog: Arc<dyn Catalog>,
    clock: Arc<dyn Clock>,
    signers: Signers,
}

/// A node that is accepting connections. Dropping it stops the accepting at once; [`RunningNode::shutdown`] lets streams under way end.
#[derive(Debug)]
pub struct RunningNode {
    address: SocketAddr,
    stop: watch::Sender<bool>,
    server: JoinHandle<std::io::Result<()>>,
}

/// A node that did not start: the address is taken, or not this machine's.
#[derive(Debug, thiserror::Error)]
#[error("can't listen at {address}: {error}")]
pub struct NodeStartError {
    address: SocketAddr,
    error: std::io::Error,
}

/// Starts a node and returns once it accepts connections. Has to be called within a tokio runtime.
///
/// # Errors
/// [`NodeStartError`].
pub async fn start(settings: NodeSettings) -> Result<RunningNode, NodeStartError> {
    let failed = |error| NodeStartError { address: settings.listen, error };
    let listener = TcpListener::bind(settings.listen).await.map_err(failed)?;
    let address = listener.local_addr().map_err(failed)?;
    let node = Node { catalog: settings.catalog, clock: settings.clock, signers: Signers::default() };
    let (stop, mut stopped) = watch::channel(false);
    let server = axum::serve(listener, routes::routes(Arc::new(node))).with_graceful_shutdown(async move {
        // An error means that the sender is gone, and with it the node.
        let _ = stopped.wait_for(|stop| *stop).await;
    });
    tracing::info!(%address, "the node is listening");
    Ok(RunningNode { address, stop, server: tokio::spawn(server.into_future()) })
}

impl RunningNode {
    /// Where it listens: `http://127.0.0.1:PORT`.
    pub fn listening_on(&self) -> String {
        origin_of_listener(self.address)
    }

    /// Takes no new connections and lets streams under way end, for 10 s at most.
    pub async fn shutdown(mut self) {
        self.stop.send_replace(true);
        match tokio::time::timeout(GRACE, &mut self.server).await {
            Ok(Ok(Ok(()))) => {}
            Ok(Ok(Err(error))) => tracing::error!(%error, "the listener failed"),
            Ok(Err(error)) => tracing::error!(%error, "the server's task failed"),
            Err(_) => tracing::warn!("streams were cut off: they had not ended in time"),
        }
        self.server.abort();
    }
}

impl Drop for RunningNode {
    fn drop(&mut self) {
        self.server.abort();
    }
}
