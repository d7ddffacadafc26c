//! A validator node: it keeps audio, and serves a gated track only to an address (URL) that one of the track's authorities has signed.
//!
//! One route, `GET|HEAD /tracks/cidstream/{cid}?signature=…`. Where a request goes through:
//!
//! | where | what |
//! |---|---|
//! | [`catalog`] | which tracks have this content, who may sign for them, where its bytes are |
//! | `track_id` | which track the address names |
//! | `access` | whether this request may have it |
//! | `signers` | the signatures that opened something lately, and who made them |
//! | `stream` | the answer with the bytes, by `stagepass_media::audio` |
//! | `cache`, `service` | where they come from if the service is on another machine |
//! | `refusal` | the answer without |
//! | `listens` | that it was heard |

mod access;
mod cache;
pub mod catalog;
mod listens;
mod refusal;
mod routes;
mod service;
mod signers;
mod stream;
mod track_id;

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use ipnet::IpNet;
use stagepass_gate::admission;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use stagepass_kit::clock::{Clock, SystemClock};
use stagepass_media::audio::Shelves;
use stagepass_server::health::Readiness;
use stagepass_server::serve::{Limits, ListenError, Listening, Server, WRITE_TIMEOUT};
use stagepass_server::{exporter::Exporter, metrics::Metrics};

pub use self::cache::{CacheError, Kept};
pub use self::catalog::{
    AudioPlace, Catalog, CatalogError, Content, ContentTrack, FileCatalog, Heard, RemoteCatalog, RemoteError,
    RemoteSettings, StoreCatalog,
};
use self::listens::Listens;
use self::signers::Signers;

/// How long the catalogue may take to be told of the last listens.
const LAST_REPORT: Duration = Duration::from_secs(5);

/// Everything that a node is told.
#[derive(Debug, Clone)]
pub struct NodeSettings {
    /// Where to listen; port 0 takes a free one.
    pub listen: SocketAddr,
    /// The tracks.
    pub catalog: Arc<dyn Catalog>,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// How long a signature is good at most, however long the track: 6 h, unless this is less.
    pub longest_signature: Duration,
    /// How long a client may take none of the bytes that are there for it, before it is cut off. (By Linux; other systems have their own
    /// idea of it.)
    pub write_timeout: Duration,
    /// The proxies in front of it, which are believed about whom they ask for and what a request is called.
    pub trusted_proxies: Vec<IpNet>,
    /// Where to serve metrics to Prometheus, at `/metrics`; port 0 takes a free one. Nowhere, unless this says where.
    pub metrics_listen: Option<SocketAddr>,
    /// What one client, and all of them together, may take of it.
    pub limits: Limits,
}

impl NodeSettings {
    /// What a node is told that has this catalogue, and nothing out of the ordinary: a free port of this machine, its clock, 6 h, a minute, no limits.
    pub fn new(catalog: Arc<dyn Catalog>) -> Self {
        Self {
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
            catalog,
            clock: Arc::new(SystemClock),
            longest_signature: admission::MAX_AGE,
            write_timeout: WRITE_TIMEOUT,
            trusted_proxies: Vec::new(),
            metrics_listen: None,
            limits: Limits::NONE,
        }
    }
}

/// What every request is handled with.
#[derive(Debug)]
struct Node {
    catalog: Arc<dyn Catalog>,
    clock: Arc<dyn Clock>,
    longest_signature: Duration,
    signers: Signers,
    shelves: Shelves,
    listens: Listens,
    trusted_proxies: Vec<IpNet>,
    readiness: Readiness,
}

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
    let mut ticks = tokio::time::interval(listens::EVERY);
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
