//! The configuration in tests/backend/deploy/nginx.conf, with other addresses and folders, and with or without TLS.

use std::fmt::Write as _;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};

use anyhow::Result;
use stagepass_programs::tools;

use super::{HEAD, LOGS, WITHIN_HTTP};

const CONFIGURATION: &str = include_str!("../../../backend/deploy/nginx.conf");
/// The replicas of the service in it, the stream node and the access server.
const BACKENDS: [&str; 4] = ["127.0.0.1:8787", "127.0.0.1:8788", "127.0.0.1:8790", "127.0.0.1:8789"];
const AUDIO: &str = "/var/lib/stagepass/media/audio/";

/// The access log, in nginx's own folder.
pub(crate) const ACCESS_LOG: &str = "stagepass.log";
/// The host of the stream node. All other hosts are the service.
pub(crate) const NODE_HOST: &str = "node.example";

/// What is behind nginx. A part that is not used may have any address.
pub(crate) struct Backends<'a> {
    pub(crate) replicas: [SocketAddr; 2],
    pub(crate) node: SocketAddr,
    pub(crate) access: SocketAddr,
    /// The media folder.
    pub(crate) media: &'a Path,
}

/// Where clients reach the servers with TLS.
pub(crate) struct Tls<'a> {
    /// The host name of all of them.
    pub(crate) host: &'a str,
    /// On 127.0.0.1: of the service, the node and the access server.
    pub(crate) ports: [u16; 3],
    /// The files with the certificate and its key.
    pub(crate) certificate: &'a [PathBuf; 2],
}

/// Returns the configuration for an nginx at `address`, without TLS.
///
/// # Errors
/// If there is no free port.
pub(crate) fn shipped(address: SocketAddr, backends: &Backends<'_>) -> Result<String> {
    written(backends, |line| match line {
        "listen 443 ssl;" => Some(format!("listen {address};")),
        gone if gone.starts_with("ssl_") => Some(String::new()),
        _ => None,
    })
}

/// Returns the configuration with TLS.
///
/// # Errors
/// If there is no free port.
pub(crate) fn shipped_with_tls(tls: &Tls<'_>, backends: &Backends<'_>) -> Result<String> {
    let [certificate, key] = tls.certificate.each_ref().map(|file| file.display());
    let mut ports = tls.ports.iter();
    written(backends, |line| match line.split(' ').next() {
        Some("listen") if line == "listen 443 ssl;" => ports.next().map(|port| format!("listen 127.0.0.1:{port} ssl;")),
        Some("server_name") => Some(format!("server_name {};", tls.host)),
        Some("ssl_certificate") => Some(format!("ssl_certificate {certificate};")),
        Some("ssl_certificate_key") => Some(format!("ssl_certificate_key {key};")),
        _ => None,
    })
}

/// What is shipped, but for addresses and folders, and the lines that `change` replaces.
fn written(backends: &Backends<'_>, mut change: impl FnMut(&str) -> Option<String>) -> Result<String> {
    let unencrypted = SocketAddr::from((Ipv4Addr::LOCALHOST, tools::free_port()?));
    let [one, other] = backends.replicas;
    let audio = format!("{}/audio/", backends.media.display());
    let mut text = format!("{HEAD} worker_rlimit_nofile 8192; error_log {LOGS}/error.log info;\n");
    for line in CONFIGURATION.lines() {
        if let Some(changed) = change(line.trim()) {
            writeln!(text, "{changed}")?;
            continue;
        }
        let line = match line.trim() {
            "listen 80;" => format!("listen {unencrypted};"),
            "http {" => format!("http {{\n  {WITHIN_HTTP}"),
            gone if ["listen [::]", "error_log /var/"].iter().any(|start| gone.starts_with(start)) => continue,
            log if log.starts_with("access_log") => format!("access_log {LOGS}/{ACCESS_LOG} stagepass;"),
            kept => BACKENDS
                .iter()
                .zip([one, other, backends.node, backends.access])
                .fold(kept.replace(AUDIO, &audio), |line, (known, at)| {
                    line.replace(&format!("server {known}"), &format!("server {at}"))
                }),
        };
        writeln!(text, "{line}")?;
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shipped_configuration_gets_test_addresses_without_tls() {
        let [address, one, other, node] = [7, 8, 9, 10].map(|port| SocketAddr::from(([127, 0, 0, 1], port)));
        let backends = Backends { replicas: [one, other], node, access: node, media: Path::new("/media") };
        let text = shipped(address, &backends).unwrap();
        for line in [
            "listen 127.0.0.1:7;",
            "server 127.0.0.1:8 max_fails",
            "server 127.0.0.1:9 max_fails",
            "server 127.0.0.1:10 max_fails",
            "alias /media/audio/;",
        ] {
            assert!(text.contains(line), "{line}: {text}");
        }
        assert!(!text.contains("ssl") && !text.contains(":8787") && text.contains("proxy_next_upstream"), "{text}");
    }
}
