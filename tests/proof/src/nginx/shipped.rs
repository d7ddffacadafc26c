//! The configuration in tests/backend/deploy/nginx.conf, without TLS, and with other addresses and folders.

use std::fmt::Write as _;
use std::net::SocketAddr;
use std::path::Path;

use anyhow::Result;
use stagepass_programs::tools;

use super::{HEAD, LOGS, WITHIN_HTTP};

const CONFIGURATION: &str = include_str!("../../../backend/deploy/nginx.conf");
/// The replicas of the service in it, and the stream node.
const BACKENDS: [&str; 3] = ["127.0.0.1:8787", "127.0.0.1:8788", "127.0.0.1:8790"];
const AUDIO: &str = "/var/lib/stagepass/media/audio/";

/// The access log, in nginx's own folder.
pub(crate) const ACCESS_LOG: &str = "stagepass.log";
/// The host of the stream node. All other hosts are the service.
pub(crate) const NODE_HOST: &str = "node.example";

/// What is behind nginx. A part that is not used may have any address.
pub(crate) struct Backends<'a> {
    pub(crate) replicas: [SocketAddr; 2],
    pub(crate) node: SocketAddr,
    /// The media folder.
    pub(crate) media: &'a Path,
}

/// Returns the configuration for an nginx at `address`.
///
/// # Errors
/// If there is no free port.
pub(crate) fn shipped(address: SocketAddr, backends: &Backends<'_>) -> Result<String> {
    let unencrypted = SocketAddr::from((address.ip(), tools::free_port()?));
    let [one, other] = backends.replicas;
    let audio = format!("{}/audio/", backends.media.display());
    let mut text = format!("{HEAD} worker_rlimit_nofile 8192; error_log {LOGS}/error.log info;\n");
    for line in CONFIGURATION.lines() {
        let line = match line.trim() {
            "listen 443 ssl;" => format!("listen {address};"),
            "listen 80;" => format!("listen {unencrypted};"),
            "http {" => format!("http {{\n  {WITHIN_HTTP}"),
            gone if ["ssl_", "listen [::]", "error_log /var/"].iter().any(|start| gone.starts_with(start)) => continue,
            log if log.starts_with("access_log") => format!("access_log {LOGS}/{ACCESS_LOG} stagepass;"),
            kept => BACKENDS
                .iter()
                .zip([one, other, backends.node])
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
    fn the_configuration_is_what_is_shipped_but_for_tls_addresses_and_folders() {
        let [address, one, other, node] = [7, 8, 9, 10].map(|port| SocketAddr::from(([127, 0, 0, 1], port)));
        let backends = Backends { replicas: [one, other], node, media: Path::new("/media") };
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
