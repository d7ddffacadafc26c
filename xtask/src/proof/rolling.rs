//! nginx before two services with one PostgreSQL, which are replaced one after the other while people log in: nobody notices.
//!
//! nginx is told what tests/backend/deploy/nginx.conf says, but for TLS and for where everybody listens.

use std::fmt::Write as _;
use std::net::SocketAddr;
use std::process::Command;
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Result, anyhow};
use stagepass_load::counts::Counts;
use stagepass_load::logins::log_in_until;
use tokio::runtime::Runtime;
use tokio::sync::watch;

use crate::installation::{self, Installation, free_address};
use crate::nginx::{HEAD, Nginx, WITHIN_HTTP};
use crate::process::Service;
use crate::tools;

const CONFIGURATION: &str = include_str!("../../../tests/backend/deploy/nginx.conf");
/// The replicas in it.
const REPLICAS: [&str; 2] = ["127.0.0.1:8787", "127.0.0.1:8788"];
/// How long both are there, before the first goes and between two.
const MEANWHILE: Duration = Duration::from_millis(500);

/// Replaces each so many times.
///
/// # Errors
/// When anything of any login failed.
pub(super) fn run(installation: &Installation, restarts: u32, runtime: &Runtime) -> Result<Counts> {
    let listener = installation.add_listener("everywhere")?;
    let app = installation.add_app(&listener)?;
    let addresses = [free_address()?, free_address()?];
    let mut commands = [installation.service(addresses[0])?, installation.service(addresses[1])?];
    let mut replicas = Vec::new();
    for command in &mut commands {
        // As they are run: the time that they take to stop is what this is about.
        command.args(["--trusted-proxy", "127.0.0.1/32", "--drain", "1"]);
        replicas.push(installation::start(command)?);
    }
    let scratch = tempfile::tempdir().context("cannot make a temporary folder")?;
    let configuration = adapted(CONFIGURATION, installation.address, addresses)?;
    let _nginx = Nginx::start(&configuration, installation.address, scratch.path())?;
    let (stop, stopped) = watch::channel(false);
    thread::scope(|scope| {
        let replacing = scope.spawn(move || {
            let replaced = replace(&mut commands, replicas, restarts);
            stop.send_replace(true);
            replaced
        });
        let went = runtime.block_on(log_in_until(&app, installation.address, &listener, stopped));
        let _replicas = replacing.join().map_err(|_| anyhow!("a thread panicked"))??;
        let mut counts = went.map_err(|what| anyhow!(what))?;
        (0..restarts * 2).for_each(|_| counts.add("replicas replaced"));
        Ok(counts)
    })
}

fn replace(commands: &mut [Command; 2], mut replicas: Vec<Service>, restarts: u32) -> Result<Vec<Service>> {
    for _ in 0..restarts {
        for command in &mut *commands {
            thread::sleep(MEANWHILE);
            // The one that has run for longer.
            replicas.remove(0).stop()?;
            replicas.push(installation::start(command)?);
        }
    }
    thread::sleep(MEANWHILE);
    Ok(replicas)
}

/// The configuration, for this machine and without TLS.
fn adapted(configuration: &str, address: SocketAddr, replicas: [SocketAddr; 2]) -> Result<String> {
    let unencrypted = SocketAddr::from((address.ip(), tools::free_port()?));
    let mut text = format!("{HEAD}\n");
    for line in configuration.lines() {
        let line = match line.trim() {
            "listen 443 ssl;" => format!("listen {address};"),
            "listen 80;" => format!("listen {unencrypted};"),
            "http {" => format!("http {{\n  {WITHIN_HTTP}"),
            kept if ["ssl_", "listen [::]", "access_log", "log_format"].iter().any(|gone| kept.starts_with(gone)) => {
                continue;
            }
            kept => {
                let there = REPLICAS.iter().zip(replicas).find(|(known, _)| kept.contains(*known));
                there.map_or_else(|| kept.to_owned(), |(known, replica)| kept.replace(known, &replica.to_string()))
            }
        };
        writeln!(text, "{line}")?;
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_configuration_is_what_is_shipped_but_for_tls_and_addresses() {
        let [address, one, other] = [7, 8, 9].map(|port| SocketAddr::from(([127, 0, 0, 1], port)));
        let text = adapted(CONFIGURATION, address, [one, other]).unwrap();
        for line in ["listen 127.0.0.1:7;", "server 127.0.0.1:8 max_fails", "server 127.0.0.1:9 max_fails"] {
            assert!(text.contains(line), "{line}: {text}");
        }
        assert!(!text.contains("ssl") && !text.contains(":8787") && text.contains("proxy_next_upstream"), "{text}");
    }
}
