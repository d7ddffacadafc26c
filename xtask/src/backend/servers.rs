//! The three servers, up and connected to each other.

use std::process::Command;
use std::time::Duration;

use anyhow::Result;
use stagepass_programs::backend::{self as cli, AppCredentials};
use stagepass_programs::process::Service;

use super::{Backend, SIGNER};

/// Where the gated track may be streamed, and others that its owner gates without a rule.
const ALLOWED_COUNTRIES: &str = "SE,GB";
/// The first start makes keys and a database.
const START_TIMEOUT: Duration = Duration::from_mins(1);

/// The ports of the servers on 127.0.0.1; 0 is a free port.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(crate) struct Ports {
    /// The port of the service on 127.0.0.1
    #[arg(long = "service-port", value_name = "PORT", default_value_t = 8787)]
    pub(crate) service: u16,
    /// The port of the stream node on 127.0.0.1
    #[arg(long = "node-port", value_name = "PORT", default_value_t = 8788)]
    pub(crate) node: u16,
    /// The port of the access server on 127.0.0.1
    #[arg(long = "access-port", value_name = "PORT", default_value_t = 8789)]
    pub(crate) access: u16,
}

/// The addresses of the servers.
#[derive(Clone, Debug)]
pub(crate) struct Addresses {
    /// Of the service, with its version.
    pub(crate) base_url: String,
    /// The origin of the stream node.
    pub(crate) node: String,
    /// The origin of the access server.
    pub(crate) access: String,
}

/// The servers. They stop when this is dropped.
pub(crate) struct Servers {
    pub(crate) addresses: Addresses,
    // Dropped in this order: a client stops before its server.
    access: Service,
    service: Service,
    node: Service,
}

impl Servers {
    /// Waits until one of them, or the web server of the demo, stops by itself.
    pub(crate) fn wait(&self, pages: &Service) -> Result<()> {
        Service::wait_for_first(&[&self.service, &self.node, &self.access, pages])
    }
}

impl Backend {
    /// Starts the servers. The access server belongs to `app`, and asks `geo` for the country of a user, as it would
    /// ask ip-api.com.
    pub(crate) fn start(&self, ports: Ports, app: &AppCredentials, geo: &str) -> Result<Servers> {
        let start = |mut command: Command, port: u16| {
            command.args(["--listen", &format!("127.0.0.1:{port}")]);
            if let Some(log) = &self.log {
                command.env("STAGEPASS_LOG", "trace").stderr(log.try_clone()?);
            }
            let (service, origin) = Service::start(&mut command, "listening on ", START_TIMEOUT)?;
            Ok::<_, anyhow::Error>((service, origin.trim().to_owned()))
        };
        let (node, node_origin) = start(self.with_media(&["node"]), ports.node)?;
        let mut command = self.with_media(&["service"]);
        command.args(["--node-url", &node_origin]);
        let (service, origin) = start(command, ports.service)?;
        let base_url = format!("{origin}/v1");

        let mut command = cli::command(&self.program, &["access"]);
        command.args(["--service", &base_url, "--database", &self.database("access.db")]);
        command.args(["--api-key", &app.api_key, "--allowed-countries", ALLOWED_COUNTRIES]);
        command.arg("--signer-private-key-file").arg(self.folder.join(SIGNER));
        // All users are on this machine: one that moves is in another country at once.
        command.args(["--geo-url", geo, "--geo-cache", "0"]);
        // Other users of the machine can read a command line.
        command.env("BEARER_TOKEN", &app.bearer_token);
        let (access, access_origin) = start(command, ports.access)?;
        let addresses = Addresses { base_url, node: node_origin, access: access_origin };
        Ok(Servers { addresses, access, service, node })
    }
}
