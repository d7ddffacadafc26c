//! `cargo xtask demo`: builds and starts the servers and the demo app on this machine.

use std::io::ErrorKind;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use serde_json::json;
use stagepass_programs::binaries::{self, Binary, Profile};
use stagepass_programs::core_build::Build;
use stagepass_programs::process::Service;
use stagepass_programs::{checkout, process, tools};

use crate::backend::Backend;
use crate::package;

const START_TIMEOUT: Duration = Duration::from_secs(20);

/// Builds and starts everything, prints the address once all servers respond, and runs until it is stopped.
pub(crate) fn demo(port: u16, backend_port: u16) -> Result<()> {
    // First: a port in use should be known before minutes of building, not after them.
    require_free_ports(port, backend_port)?;
    build_www(&package::package(Build::Stable)?)?;
    let redirect_uri = format!("http://localhost:{port}/callback.html");
    let geo = format!("http://127.0.0.1:{port}/geo/json");
    let ports = backend_port.to_string();
    let arguments = ["--port", &ports, "--redirect-uri", &redirect_uri, "--geo-url", &geo];
    let backend = Backend::start(&checkout::root(), &arguments, None)?;
    let [base_url, node, access] =
        [backend.variable("BASE_URL")?, backend.variable("NODE_URL")?, backend.variable("ACCESS_URL")?];
    let tracks = ["PUBLIC_TRACK", "GATED_TRACK", "MEMBERS_TRACK"].map(|name| backend.variable(name));
    let tracks: Vec<u64> = tracks.into_iter().map(|track| Ok(track?.parse()?)).collect::<Result<_>>()?;
    let config = json!({
        "baseUrl": base_url,
        "accessServer": access,
        "apiKey": backend.variable("API_KEY")?,
        "redirectUri": redirect_uri,
        "seededTracks": tracks,
    });
    let service = base_url.strip_suffix("/v1").unwrap_or(base_url);
    let [program] = binaries::build([Binary::Demo], Profile::Debug)?;
    let mut command = Command::new(program);
    command.args(["--port", &port.to_string(), "--config", &config.to_string()]);
    command.args(["--service", service, "--node", node, "--access", access]);
    command.arg("--dist").arg(checkout::www().join("dist"));
    let (pages, _) = Service::start(&mut command, "listening on ", START_TIMEOUT)?;
    [(port, "/"), (port, "/config.json"), (backend_port, "/v1/healthz"), (backend_port + 2, "/my-region")]
        .into_iter()
        .try_for_each(|(port, path)| require_response(port, path))?;
    println!("\nDemo app:       http://localhost:{port}/");
    println!("Demo user:      {}   password: {}", backend.variable("USER")?, backend.variable("PASSWORD")?);
    println!("Access rules:   {access}/owner");
    println!("Service:        {base_url}\nStream node:    {node}\nAccess server:  {access}");
    println!("Press Ctrl-C to stop all of them.");
    Service::wait_for_first(&[&backend.service, &pages])
}

/// Builds `www/dist` with the packed package, as an app would.
pub(crate) fn build_www(tarball: &Path) -> Result<()> {
    let www = checkout::www();
    tools::install(tarball, &www)?;
    process::run(checkout::npm(&www).args(["run", "build"]))
}

fn require_free_ports(demo: u16, backend: u16) -> Result<()> {
    let servers = [
        ("demo app", demo, "--port"),
        ("service", backend, "--backend-port"),
        ("stream node", backend + 1, "--backend-port"),
        ("access server", backend + 2, "--backend-port"),
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
    fn port_in_use_error_names_its_flag() {
        let taken = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = taken.local_addr().unwrap().port();
        let error = require_free_ports(0, port).unwrap_err().to_string();
        assert!(error.contains(&format!("port {port} of the service")) && error.contains("--backend-port"), "{error}");
    }
}
