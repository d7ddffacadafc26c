//! `cargo xtask demo`: the servers and the demo on this machine, from nothing to "open this address".

use std::io::ErrorKind;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener};
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use serde_json::json;
use stagepass_programs::core_build::Build;
use stagepass_programs::process::Service;
use stagepass_programs::{checkout, process, tools};

use crate::backend::{Addresses, Kept, Ports};
use crate::{backend, package};

const PATIENCE: Duration = Duration::from_secs(20);

/// Builds and starts everything, says where it is once all of it answers, and stays until it is stopped.
pub(crate) fn demo(port: u16, ports: Ports) -> Result<()> {
    // First: a port in use should be known before minutes of building, not after them.
    free(port, ports)?;
    build_www()?;
    let redirect_uri = format!("http://localhost:{port}/callback.html");
    // Owners of tracks sign in on the access server's own page.
    let owner_page = format!("http://127.0.0.1:{}/owner", ports.access);
    let redirect_uris = [redirect_uri.clone(), owner_page.clone()];
    let Kept { backend, app, tracks } = backend::kept(&checkout::root().join(".stagepass"), &redirect_uris)?;
    let servers = backend.start(ports, &app, &format!("http://127.0.0.1:{port}/geo/json"))?;
    let Addresses { base_url, node, access } = &servers.addresses;
    let config = json!({
        "baseUrl": base_url,
        "accessServer": access,
        "apiKey": app.api_key,
        "appName": "Stagepass demo",
        "redirectUri": redirect_uri,
        "seededTracks": [tracks.public, tracks.gated],
    });
    let service = base_url.strip_suffix("/v1").unwrap_or(base_url);
    let mut command = backend.demo();
    command.args(["pages", "--port", &port.to_string(), "--config", &config.to_string()]);
    command.args(["--service", service, "--node", node, "--access", access]);
    command.arg("--dist").arg(checkout::www().join("dist"));
    let (pages, _) = Service::start(&mut command, "listening on ", PATIENCE)?;
    answers(ports.service, "/v1/healthz")?;
    answers(ports.access, "/my-region")?;
    answers(port, "/")?;
    answers(port, "/config.json")?;
    println!("\nThe demo is at   http://localhost:{port}/");
    println!("Sign in as       {}   with the password   {}", backend::HANDLE, backend::PASSWORD);
    println!("Who may hear a track, its owner decides at {owner_page}");
    println!("The service is at {base_url}, the node at {node},");
    println!("the access server at {access}. Ctrl-C ends all of them.");
    servers.wait(&pages)
}

/// Builds `www/dist` against the packed package, as an app would use it.
pub(crate) fn build_www() -> Result<()> {
    let tarball = package::package(Build::Stable)?;
    let www = checkout::www();
    tools::install(&tarball, &www)?;
    process::run(checkout::npm(&www).args(["run", "build"]))
}

/// # Errors
/// When a port is in use.
fn free(demo: u16, ports: Ports) -> Result<()> {
    let servers = [
        ("demo", demo, "--port"),
        ("service", ports.service, "--service-port"),
        ("node", ports.node, "--node-port"),
        ("access server", ports.access, "--access-port"),
    ];
    // Held together: two servers on one port is an error as well.
    let mut held = Vec::new();
    for (server, port, flag) in servers {
        held.push(TcpListener::bind((Ipv4Addr::LOCALHOST, port)).with_context(|| {
            format!("the {server}'s port {port} is in use: end what uses it, or choose another with {flag} PORT")
        })?);
    }
    // A browser may try this address first, and whatever else listens there would be shown in place of the demo.
    match TcpListener::bind((Ipv6Addr::LOCALHOST, demo)) {
        Err(error) if error.kind() == ErrorKind::AddrInUse => Err(error)
            .with_context(|| format!("the demo's port {demo} is in use on ::1: choose another with --port PORT")),
        // A machine without IPv6 is fine.
        _ => Ok(()),
    }
}

/// # Errors
/// When nothing on `port` answers `path` with 200.
fn answers(port: u16, path: &str) -> Result<()> {
    use std::io::{Read as _, Write as _};
    let limit = Some(Duration::from_secs(10));
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    let ask = || {
        let mut stream = std::net::TcpStream::connect(address)?;
        stream.set_read_timeout(limit)?;
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
        let mut status = [0; 12];
        stream.read_exact(&mut status)?;
        std::io::Result::Ok(status)
    };
    let status = ask().with_context(|| format!("http://{address}{path} does not answer"))?;
    if status != *b"HTTP/1.1 200" {
        bail!("http://{address}{path} answers {}", String::from_utf8_lossy(&status));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_servers_port_in_use_is_named_with_the_flag_that_changes_it() {
        let taken = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let node = taken.local_addr().unwrap().port();
        let error = free(0, Ports { node, ..Ports::default() }).unwrap_err().to_string();
        assert!(error.contains(&format!("node's port {node}")) && error.contains("--node-port"), "{error}");
        assert!(free(0, Ports::default()).is_ok());
    }
}
