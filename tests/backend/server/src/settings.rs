//! The settings that all three servers have.

use std::net::{Ipv4Addr, SocketAddr};

use ipnet::IpNet;

use crate::serve::Limits;

/// The settings that all three servers have. The defaults are any free port of this machine, no metrics, no proxies, no
/// limits.
#[derive(Debug, Clone)]
pub struct ServerSettings {
    /// The address to listen on. Port 0 means any free port.
    pub listen: SocketAddr,
    /// The address for metrics at `/metrics`. Port 0 means any free port. By default there are no metrics.
    pub metrics_listen: Option<SocketAddr>,
    /// The proxies whose `X-Forwarded-For` and `X-Request-Id` are trusted.
    pub trusted_proxies: Vec<IpNet>,
    /// The limits of clients.
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
