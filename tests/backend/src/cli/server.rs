//! What all three servers are told, and how each runs.

use std::io::Write as _;
use std::net::{Ipv4Addr, SocketAddr};

use clap::Args;
use ipnet::IpNet;
use stagepass_server::serve::Limits;
use stagepass_server::server_handle::{BackgroundWork, ServerHandle};
use stagepass_server::settings::ServerSettings;

use super::limits::LimitArgs;
use super::outcome::Outcome;
use super::readiness;
use super::stop::StopArgs;

#[derive(Debug, Args)]
pub(crate) struct ServerArgs {
    /// The address to listen on. Port 0 chooses a free port. When the server accepts connections, it prints `listening
    /// on http://IP:PORT` on stdout [default: 127.0.0.1, port 8787 for the service, 8788 for a node, 8789 for an access
    /// server].
    #[arg(long, env = "STAGEPASS_LISTEN", value_name = "IP:PORT")]
    listen: Option<SocketAddr>,
    /// Short for `--listen 127.0.0.1:PORT`. Ignored if `--listen` is set.
    #[arg(long, env = "PORT", value_name = "PORT")]
    port: Option<u16>,
    /// The addresses of the proxies in front of this server, whose `X-Forwarded-For` and `X-Request-Id` are trusted.
    /// Can be repeated. In the variable, separate them with commas.
    #[arg(long = "trusted-proxy", env = "STAGEPASS_TRUSTED_PROXIES", value_name = "CIDR", value_delimiter = ',')]
    trusted_proxies: Vec<IpNet>,
    /// The address on which to serve metrics for Prometheus, at `/metrics`. There is no authentication, so only
    /// Prometheus should be able to reach it. Without it, no metrics are served.
    #[arg(long, env = "STAGEPASS_METRICS_LISTEN", value_name = "IP:PORT")]
    metrics_listen: Option<SocketAddr>,
    #[command(flatten)]
    pub(super) limits: LimitArgs,
    #[command(flatten)]
    pub(crate) stop: StopArgs,
}

impl ServerArgs {
    /// What was given; of the rest, the server's own port and its `usual` limits.
    pub(super) fn settings(&self, own_port: u16, usual: Limits) -> ServerSettings {
        ServerSettings {
            listen: self.listen.unwrap_or_else(|| (Ipv4Addr::LOCALHOST, self.port.unwrap_or(own_port)).into()),
            metrics_listen: self.metrics_listen,
            limits: self.limits.limits(usual),
            trusted_proxies: self.trusted_proxies.clone(),
        }
    }
}

/// Starts a server, says where it listens, and shuts it down when the process is told to stop.
pub(super) async fn run<W, Error>(
    stop: &StopArgs,
    start: impl Future<Output = Result<ServerHandle<W>, Error>>,
) -> Outcome
where
    W: BackgroundWork,
    Error: Into<Box<dyn std::error::Error>>,
{
    // Before the server starts: a signal that comes early must not find the default, which kills.
    let stop = stop.listen()?;
    let server = start.await.map_err(Into::into)?;
    println!("listening on {}", server.origin());
    std::io::stdout().flush()?;
    readiness::report(readiness::State::Ready);
    stop.wait(|| server.drain()).await;
    server.shutdown().await;
    Ok(())
}

#[cfg(test)]
mod tests {
    use clap::error::ErrorKind;
    use clap::{CommandFactory as _, FromArgMatches as _};

    use super::*;
    use crate::cli::Cli;

    const SERVERS: [&str; 3] = ["service", "node", "access"];

    #[test]
    fn every_setting_of_a_server_has_a_variable() {
        let program = Cli::command();
        for name in SERVERS {
            let server = program.find_subcommand(name).unwrap();
            let settings: Vec<_> = server.get_arguments().filter(|setting| setting.get_id() != "help").collect();
            assert!(settings.len() > 10, "{name}");
            for setting in settings {
                assert!(setting.get_env().is_some(), "{name}: {}", setting.get_id());
            }
        }
    }

    #[test]
    fn secret_is_given_once() {
        for (name, needed, secret) in [
            ("service", &[][..], "token-key"),
            ("service", &[], "s3-secret-access-key"),
            ("service", &[], "database"),
            ("node", &[], "database"),
            ("node", &["--catalog", "x"], "node-key"),
            ("access", &["--service", "http://127.0.0.1:1/v1", "--api-key", "x", "--geo-url", "x"], "bearer-token"),
            (
                "access",
                &["--service", "http://127.0.0.1:1/v1", "--api-key", "x", "--geo-url", "x"],
                "signer-private-key",
            ),
        ] {
            let (value, file) = (format!("--{secret}"), format!("--{secret}-file"));
            let both = [&["program", name], needed, &[&value, "v", &file, "f"]].concat();
            let error = Cli::command().try_get_matches_from(both).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::ArgumentConflict, "{name} {secret}: {error}");
        }
    }

    #[test]
    fn listens_on_default_port_unless_overridden() {
        let at = |given: &[&str]| {
            let command = ServerArgs::augment_args(clap::Command::new("program").no_binary_name(true));
            ServerArgs::from_arg_matches(&command.get_matches_from(given))
                .unwrap()
                .settings(8787, Limits::NONE)
                .listen
                .to_string()
        };
        assert_eq!(at(&[]), "127.0.0.1:8787");
        assert_eq!(at(&["--port", "0"]), "127.0.0.1:0");
        assert_eq!(at(&["--listen", "[::]:80", "--port", "0"]), "[::]:80");
    }
}
