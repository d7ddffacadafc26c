//! What each of the three servers is told before it starts.

use std::net::{Ipv4Addr, SocketAddr};

use ipnet::IpNet;

use crate::serve::Limits;

/// What each of the three servers is told. The default: a free port of this machine, no metrics, no proxies, no limits.
#[derive(Debug, Clone)]
pub struct ServerSettings {
    /// Where to listen; port 0 takes a free one.
    pub listen: SocketAddr,
    /// Where to serve metrics to Prometheus, at `/metrics`; port 0 takes a free one. Nowhere, unless this says where.
    pub metrics_listen: Option<SocketAddr>,
    /// The proxies in front of it, which are believed about whom they ask for (`X-Forwarded-For`) and what a request is
    /// called (`X-Request-Id`).
    pub trusted_proxies: Vec<IpNet>,
    /// What one client, and all of them together, may take of it.
    pub limits: Limits,
}

impl Default for ServerSettings {
    fn default() -> Self {
        Self {
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
            metrics_listen: None,
            trusted_proxies: Vec::new(),
            limits: Limits::NONE,
        }
    }
}
