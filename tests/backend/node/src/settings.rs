//! What a node is told before it starts.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use ipnet::IpNet;
use stagepass_gate::admission;
use stagepass_kit::clock::{Clock, SystemClock};
use stagepass_server::serve::{Limits, WRITE_TIMEOUT};

use crate::catalog::Catalog;

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
