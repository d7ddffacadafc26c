//! The three servers, running: each is told of those that it asks.

use std::process::Command;
use std::time::Duration;

use anyhow::{Context as _, Result};
use stagepass_programs::process::Service;

use super::{App, Backend, SIGNER};

/// Those who may hear the gated track, and whatever else its owner gates without a rule of its own.
const ALLOWED_COUNTRIES: &str = "SE,GB";
/// A first start makes keys and a database.
const PATIENCE: Duration = Duration::from_mins(1);

/// Where the servers listen on 127.0.0.1; 0 is a free port.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Ports {
    pub(crate) service: u16,
    pub(crate) node: u16,
    pub(crate) access: u16,
}

/// Where the servers are.
#[derive(Clone, Debug)]
pub(crate) struct Addresses {
    /// The service's, with its version.
    pub(crate) base_url: String,
    /// The node's origin.
    pub(crate) node: String,
    /// The access server's origin.
    pub(crate) access: String,
}

/// The servers. They end when this is dropped.
pub(crate) struct Servers {
    pub(crate) addresses: Addresses,
    // Dropped in this order: who asks ends before who is asked.
    access: Service,
    service: Service,
    node: Service,
}

impl Servers {
    /// Waits until one of them, or the server of the pages, ends by itself.
    pub(crate) fn wait(&self, pages: &Service) -> Result<()> {
        Service::wait_for_first(&[&self.service, &self.node, &self.access, pages])
    }
}

impl Backend {
    /// The demo's program.
    pub(crate) fn demo(&self) -> Command {
        Command::new(&self.demo)
    }

    /// Starts the servers. The access server belongs to `app`, and asks `geo` (an address of ip-api.com's shape) where listeners are.
    pub(crate) fn start(&self, ports: Ports, app: &App, geo: &str) -> Result<Servers> {
        let listen = |port: u16| ["--listen".to_owned(), format!("127.0.0.1:{port}")];
        let start = |command: &mut Command| {
            if let Some(log) = &self.log {
                command.env("STAGEPASS_LOG", "trace").stderr(log.try_clone().context("cannot share the log")?);
            }
            Service::start(command, "listening on ", PATIENCE)
        };

        let (node, node_origin) = start(self.with_media(&["node"]).args(listen(ports.node)))?;
        let node_origin = node_origin.trim().to_owned();
        let mut command = self.with_media(&["service"]);
        let (service, origin) = start(command.args(listen(ports.service)).args(["--node-url", &node_origin]))?;
        let base_url = format!("{}/v1", origin.trim());

        let mut command = self.command(&["access"]);
        command.args(listen(ports.access)).args(["--service", &base_url, "--database", &self.database("access.db")]);
        command.args(["--api-key", &app.api_key, "--allowed-countries", ALLOWED_COUNTRIES]);
        command.arg("--signer-private-key-file").arg(self.folder.join(SIGNER));
        // Listeners are on this machine; who moves is somewhere else at once.
        command.args(["--geo-url", geo, "--geo-cache", "0"]);
        // Other users of the machine can read a command line.
        command.env("BEARER_TOKEN", &app.bearer_token);
        let (access, access_origin) = start(&mut command)?;
        let addresses = Addresses { base_url, node: node_origin, access: access_origin.trim().to_owned() };
        Ok(Servers { addresses, access, service, node })
    }
}
