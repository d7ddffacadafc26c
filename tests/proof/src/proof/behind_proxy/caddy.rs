//! Caddy with the configuration in tests/backend/deploy/Caddyfile, with other addresses and certificates.

use std::fs::{self, File};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Result, bail, ensure};
use stagepass_programs::process;

use super::deployment::Deployment;
use super::proxy::Proxy;
use super::tls::{Authority, HOST};
use crate::debian;
use crate::installation::free_address;

const CONFIGURATION: &str = include_str!("../../../../backend/deploy/Caddyfile");
const POLL: Duration = Duration::from_millis(20);
const POLLS: u32 = 1_000;

/// A running Caddy. Ended when dropped.
pub(super) struct Caddy {
    child: Child,
    log: PathBuf,
}

/// Starts it in front of the servers, and waits until it accepts connections.
pub(super) fn start(deployment: &Deployment, authority: &Authority, scratch: &Path) -> Result<Caddy> {
    let program = debian::program("caddy", "usr/bin/caddy")?;
    let (configuration, log) = (scratch.join("Caddyfile"), scratch.join("caddy.log"));
    fs::write(&configuration, shipped(deployment, authority)?).context("cannot write the configuration")?;
    process::not_stopped()?;
    let mut command = Command::new(&program);
    command.args(["run", "--adapter", "caddyfile", "--config"]).arg(&configuration);
    command.stdout(Stdio::null()).stderr(File::create(&log)?).env("HOME", scratch);
    for variable in ["XDG_DATA_HOME", "XDG_CONFIG_HOME"] {
        command.env(variable, scratch.join("caddy"));
    }
    let child = command.spawn().with_context(|| format!("cannot start {}", program.display()))?;
    let mut caddy = Caddy { child, log };
    for _ in 0..POLLS {
        if deployment.public_ports.iter().all(|port| TcpStream::connect((HOST, *port)).is_ok()) {
            return Ok(caddy);
        }
        if let Some(status) = caddy.child.try_wait()? {
            bail!("Caddy ended before it was ready ({status}): {}", fs::read_to_string(&caddy.log)?);
        }
        thread::sleep(POLL);
    }
    bail!("Caddy was not ready within {:?}", POLL * POLLS)
}

impl Proxy for Caddy {
    fn log(&self) -> Result<String> {
        fs::read_to_string(&self.log).context("Caddy has no log")
    }
}

impl Drop for Caddy {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The second replica is one that is stopped.
fn shipped(deployment: &Deployment, authority: &Authority) -> Result<String> {
    let [service, node, access] = deployment.addresses();
    let [certificate, key] = authority.certificate.each_ref().map(|file| file.display().to_string());
    let mut text = CONFIGURATION.replacen("{\n", "{\n\tadmin off\n\tauto_https disable_redirects\n", 1);
    let mut exchange = |from: &str, to: &str| {
        ensure!(text.contains(from), "the shipped configuration has no {from}");
        text = text.replace(from, to);
        Ok(())
    };
    exchange("127.0.0.1:8787 127.0.0.1:8788", &format!("{} {service}", free_address()?))?;
    exchange("127.0.0.1:8790", &node.to_string())?;
    exchange("127.0.0.1:8789", &access.to_string())?;
    exchange("import all", &format!("import all\n\ttls {certificate} {key}"))?;
    for (name, port) in ["service", "node", "access"].into_iter().zip(deployment.public_ports) {
        exchange(&format!("https://{name}.example"), &format!("https://{HOST}:{port}"))?;
    }
    Ok(text)
}
