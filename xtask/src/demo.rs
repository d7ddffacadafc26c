//! `cargo xtask demo`: the service and the demo on this machine, from nothing to "open this address".

mod server;

use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use serde_json::json;

use crate::core_build::Build;
use crate::{backend, checkout, package, process, tools};

/// Where the demo is shown, and where its service listens.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ports {
    pub(crate) demo: u16,
    pub(crate) service: u16,
}

/// Builds and starts everything, says where it is once all of it answers, and stays until it is stopped.
pub(crate) fn demo(ports: Ports) -> Result<()> {
    // Taken first: a port in use should be known before minutes of building, not after them.
    let listeners = server::listen(ports.demo)?;
    drop(free(ports.service)?);
    build_www()?;
    let redirect_uri = format!("http://localhost:{}/callback.html", ports.demo);
    let (backend, api_key) = backend::kept(&checkout::root().join(".stagepass"), &redirect_uri)?;
    let (service, base_url) = backend.start(ports.service)?;
    let config =
        json!({ "baseUrl": base_url, "apiKey": api_key, "appName": "Stagepass demo", "redirectUri": redirect_uri });
    server::serve(listeners, &checkout::www().join("dist"), &config)?;
    answers(ports.service, "/v1/healthz")?;
    answers(ports.demo, "/")?;
    answers(ports.demo, "/config.json")?;
    println!("\nThe demo is at   http://localhost:{}/", ports.demo);
    println!("Sign in as       {}   with the password   {}", backend::HANDLE, backend::PASSWORD);
    println!("The service is at {base_url}. Ctrl-C ends both.");
    service.wait()
}

/// Builds `www/dist` against the packed package, as an app would use it.
pub(crate) fn build_www() -> Result<()> {
    let tarball = package::package(Build::Stable)?;
    let www = checkout::www();
    tools::npm_packages(&www)?;
    // Not in its lock file: the tarball is another one after each build.
    let mut install = checkout::npm(&www);
    process::run(install.args(["install", "--no-save", "--no-package-lock", "--prefer-offline"]).arg(&tarball))?;
    process::run(checkout::npm(&www).args(["run", "build"]))
}

fn free(port: u16) -> Result<TcpListener> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, port)).with_context(|| {
        format!("the service's port {port} is in use: end what uses it, or choose another with --service-port PORT")
    })
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
