//! `cargo xtask demo`: the servers and the demo on this machine, from nothing to "open this address".

mod listen;

use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use serde_json::json;
use stagepass_demo::{Origins, Policy};

use crate::backend::{Addresses, Kept, Ports};
use crate::core_build::Build;
use crate::{backend, checkout, package, process, web};

/// Builds and starts everything, says where it is once all of it answers, and stays until it is stopped.
pub(crate) fn demo(port: u16, ports: Ports) -> Result<()> {
    // Taken first: a port in use should be known before minutes of building, not after them.
    let listeners = listen::at(port)?;
    free(ports)?;
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
    let origins = Origins { service, node, access };
    let pages = stagepass_demo::router(&checkout::www().join("dist"), &config, origins, &Policy::default());
    web::serve(listeners, pages.context("an address does not fit into a header")?)?;
    answers(ports.service, "/v1/healthz")?;
    answers(ports.access, "/my-region")?;
    answers(port, "/")?;
    answers(port, "/config.json")?;
    println!("\nThe demo is at   http://localhost:{port}/");
    println!("Sign in as       {}   with the password   {}", backend::HANDLE, backend::PASSWORD);
    println!("Who may hear a track, its owner decides at {owner_page}");
    println!("The service is at {base_url}, the node at {node},");
    println!("the access server at {access}. Ctrl-C ends all of them.");
    servers.wait()
}

/// Builds `www/dist` against the packed package, as an app would use it.
pub(crate) fn build_www() -> Result<()> {
    let tarball = package::package(Build::Stable)?;
    let www = checkout::www();
    package::install(&tarball, &www)?;
    process::run(checkout::npm(&www).args(["run", "build"]))
}

/// # Errors
/// When one of the servers' ports is in use.
fn free(ports: Ports) -> Result<()> {
    let servers = [
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
    Ok(())
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
        let error = free(Ports { node, ..Ports::default() }).unwrap_err().to_string();
        assert!(error.contains(&format!("node's port {node}")) && error.contains("--node-port"), "{error}");
        assert!(free(Ports::default()).is_ok());
    }
}
