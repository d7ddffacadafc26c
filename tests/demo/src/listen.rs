//! The listening sockets of the demo's server.

use std::io::ErrorKind;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, TcpListener};

use anyhow::{Context as _, Result};

/// Listens on `port` of localhost: IPv4 and IPv6, because a browser may try `::1` first.
///
/// # Errors
/// If the port is in use on either address. A machine without IPv6 is fine.
pub fn bind(port: u16) -> Result<Vec<TcpListener>> {
    let mut listeners = Vec::new();
    for address in [IpAddr::V4(Ipv4Addr::LOCALHOST), IpAddr::V6(Ipv6Addr::LOCALHOST)] {
        match TcpListener::bind((address, port)) {
            Ok(listener) => listeners.push(listener),
            Err(error) if address.is_ipv6() && error.kind() != ErrorKind::AddrInUse => {}
            Err(error) => {
                return Err(error).with_context(|| {
                    format!(
                        "the demo's port {port} cannot be used: end what uses it, or choose another with --port PORT"
                    )
                });
            }
        }
    }
    Ok(listeners)
}
