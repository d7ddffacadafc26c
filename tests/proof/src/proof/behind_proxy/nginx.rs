//! nginx with the configuration in tests/backend/deploy/nginx.conf, with other addresses and certificates.

use std::fs;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

use super::deployment::Deployment;
use super::proxy::Proxy;
use super::tls::{Authority, HOST};
use crate::installation::free_address;
use crate::nginx::{ACCESS_LOG, Backends, LOGS, Nginx, Tls, shipped_with_tls};

struct Server {
    _nginx: Nginx,
    logs: PathBuf,
}

/// Starts it in front of the servers, and waits until it accepts connections.
pub(super) fn start(deployment: &Deployment, authority: &Authority, scratch: &Path) -> Result<impl Proxy> {
    let [service, node, access] = deployment.addresses();
    let media = deployment.media();
    // The second replica is one that is stopped.
    let backends = Backends { replicas: [free_address()?, service], node, access, media: &media };
    let tls = Tls { host: HOST, ports: deployment.public_ports, certificate: &authority.certificate };
    let [port, ..] = deployment.public_ports;
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    let nginx = Nginx::start(&shipped_with_tls(&tls, &backends)?, address, scratch)?;
    Ok(Server { _nginx: nginx, logs: scratch.join(LOGS) })
}

impl Proxy for Server {
    fn log(&self) -> Result<String> {
        let read = |name| fs::read_to_string(self.logs.join(name)).with_context(|| format!("nginx has no {name}"));
        Ok(read(ACCESS_LOG)? + &read("error.log")?)
    }
}
