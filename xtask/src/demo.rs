//! `cargo xtask demo`: builds and starts the servers and the demo app on this machine.

use std::io::ErrorKind;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener};
use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use serde_json::json;
use stagepass_programs::core_build::Build;
use stagepass_programs::process::Service;
use stagepass_programs::{checkout, process, tools};

use crate::backend::{Addresses, HANDLE, PASSWORD, PersistentBackend, Ports};
use crate::package;

const START_TIMEOUT: Duration = Duration::from_secs(20);

/// Builds and starts everything, prints the address once all servers respond, and runs until it is stopped.
pub(crate) fn demo(port: u16, ports: Ports) -> Result<()> {
    // First: a port in use should be known before minutes of building, not after them.
    require_free_ports(port, ports)?;
    build_www(&package::package(Build::Stable)?)?;
    let redirect_uri = format!("http://localhost:{port}/callback.html");
    // Track owners sign in on the access server's own page.
    let owner_page = format!("http://127.0.0.1:{}/owner", ports.access);
    let redirect_uris = [redirect_uri.clone(), owner_page.clone()];
    let PersistentBackend { backend, app, tracks } =
        PersistentBackend::open(&checkout::root().join(".stagepass"), &redirect_uris)?;
    let servers = backend.start(ports, &app, &format!("http://127.0.0.1:{port}/geo/json"))?;
    let Addresses { base_url, node, access } = &servers.addresses;
    let config = json!({
        "baseUrl": base_url,
        "accessServer": access,
        "apiKey": app.api_key,
        "redirectUri": redirect_uri,
        "seededTracks": [tracks.public, tracks.gated],
    });
    let service = base_url.strip_suffix("/v1").unwrap_or(base_url);
    let mut command = backend.demo();
    command.args(["pages", "--port", &port.to_string(), "--config", &config.to_string()]);
    command.args(["--service", service, "--node", node, "--access", access]);
    command.arg("--dist").arg(checkout::www().join("dist"));
    let (pages, _) = Service::start(&mut command, "listening on ", START_TIMEOUT)?;
    let checks = [(ports.service, "/v1/healthz"), (ports.access, "/my-region"), (port, "/"), (port, "/config.json")];
    checks.into_iter().try_for_each(|(port, path)| require_response(port, path))?;
    println!("\nDemo app:       http://localhost:{port}/");
    println!("Demo user:      {HANDLE}   password: {PASSWORD}");
    println!("Access rules:   {owner_page}");
    println!("Service:        {base_url}\nStream node:    {node}\nAccess server:  {access}");
    println!("Press Ctrl-C to stop all of them.");
    servers.wait(&pages)
}

/// Builds `www/dist` with the packed package, as an app would.
pub(crate) fn build_www(tarball: &Path) -> Result<()> {
    let www = checkout::www();
    tools::install(tarball, &www)?;
    process::run(checkout::npm(&www).args(["run", "build"]))
}

fn require_free_ports(demo: u16, ports: Ports) -> Result<()> {
    let servers = [
        ("demo app", demo, "--port"),
        ("service", ports.service, "--service-port"),
        ("stream node", ports.node, "--node-port"),
        ("access server", ports.access, "--access-port"),
    ];
    // Open together: two servers with the same port are an error too.
    let mut listeners = Vec::new();
    for (server, port, flag) in servers {
        listeners.push(TcpListener::bind((Ipv4Addr::LOCALHOST, port)).with_context(|| {
            format!("port {port} of the {server} is in use: stop what uses it, or choose another one with {flag} PORT")
        })?);
    }
    // Browsers may try this address of `localhost` first.
    match TcpListener::bind((Ipv6Addr::LOCALHOST, demo)) {
        Err(error) if error.kind() == ErrorKind::AddrInUse => Err(error).with_context(|| {
            format!("port {demo} of the demo app is in use on ::1: choose another one with --port PORT")
        }),
        // A machine without IPv6 is fine.
        _ => Ok(()),
    }
}

/// Fails if `GET path` does not return 200.
fn require_response(port: u16, path: &str) -> Result<()> {
    use std::io::{Read as _, Write as _};
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    let status = || {
        let mut stream = std::net::TcpStream::connect(address)?;
        stream.set_read_timeout(Some(Duration::from_secs(10)))?;
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
        let mut status = [0; 12];
        stream.read_exact(&mut status)?;
        std::io::Result::Ok(status)
    };
    let status = status().with_context(|| format!("http://{address}{path} does not respond"))?;
    if status != *b"HTTP/1.1 200" {
        bail!("http://{address}{path} responds with {}", String::from_utf8_lossy(&status));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_in_use_is_named_with_the_flag_that_changes_it() {
        let taken = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let node = taken.local_addr().unwrap().port();
        let error = require_free_ports(0, Ports { node, ..Ports::default() }).unwrap_err().to_string();
        assert!(error.contains(&format!("port {node} of the stream node")) && error.contains("--node-port"), "{error}");
        assert!(require_free_ports(0, Ports::default()).is_ok());
    }
}
