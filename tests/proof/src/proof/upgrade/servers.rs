//! All servers of an installation: two replicas of the service, a stream node and an access server.

use std::fs;
use std::net::SocketAddr;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result};
use stagepass_programs::process::Service;

use crate::installation::{self, Installation};
use crate::load::client::{App, Listener};

/// The audience of tickets. No request is sent there.
pub(super) const ACCESS_ORIGIN: &str = "https://access.example";
const NODE_URL: &str = "https://node.example";

/// Which program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Program {
    Older,
    Newer,
}

/// The running servers, and the commands of their successors.
pub(super) struct Servers {
    replicas: [Option<Service>; 2],
    node: Option<Service>,
    access: Option<Service>,
    pub(super) node_address: SocketAddr,
    pub(super) access_address: SocketAddr,
    /// Of each replica: the older and the newer program.
    services: [[Command; 2]; 2],
    newer_node: Command,
    newer_access: Command,
    /// The newer program's command that migrates the service's database.
    pub(super) migration: Command,
    /// The audio of all gated tracks.
    pub(super) audio: Vec<u8>,
    /// The gated track of each listener, by user ID.
    pub(super) tracks: Vec<(u64, u64)>,
    /// A file for an upload.
    pub(super) second_piece: Vec<u8>,
}

impl Servers {
    /// Starts all servers with the older program. The first listener owns the access server.
    pub(super) fn start(
        installation: &mut Installation,
        newer: &Path,
        addresses: [SocketAddr; 2],
        app: &App,
        listeners: &[Listener],
    ) -> Result<Self> {
        let [file, second_file] = ["piece.wav", "second.wav"].map(|name| installation.folder().join(name));
        stagepass_music::write(&stagepass_music::BACKSTAGE_ONLY, &file)?;
        stagepass_music::write(&stagepass_music::HOUSE_LIGHTS, &second_file)?;
        let (signer, authority) = installation.make_signer()?;
        let mut tracks = Vec::new();
        for listener in listeners {
            tracks.push((listener.user_id, installation.add_gated_track(listener, &authority, &file)?));
        }
        let [mut one, mut other] = services(installation, addresses)?;
        let replicas = [installation::start(&mut one)?, installation::start(&mut other)?];
        let owner = listeners.first().context("there is no listener")?;
        let credential = installation.add_access_server(owner, app, ACCESS_ORIGIN)?;
        let server = (app, credential.as_str());
        let access = |installation: &Installation| installation.access(server, &signer, ACCESS_ORIGIN);
        let (node, node_address) = installation::start_at_any_port(&mut installation.node()?)?;
        let (access_server, access_address) = installation::start_at_any_port(&mut access(installation)?)?;
        newer.clone_into(&mut installation.program);
        let [newer_one, newer_other] = services(installation, addresses)?;
        Ok(Self {
            replicas: replicas.map(Some),
            node: Some(node),
            access: Some(access_server),
            node_address,
            access_address,
            services: [[one, newer_one], [other, newer_other]],
            newer_node: installation.node()?,
            newer_access: access(installation)?,
            migration: installation.migration()?,
            audio: fs::read(&file).context("cannot read the audio")?,
            tracks,
            second_piece: fs::read(&second_file).context("cannot read the audio")?,
        })
    }

    /// Stops a replica, and starts this program in its place.
    pub(super) fn restart(&mut self, replica: usize, program: Program) -> Result<()> {
        let slot = self.replicas.get_mut(replica).context("there are two replicas")?;
        if let Some(running) = slot.take() {
            running.stop()?;
        }
        let [older, newer] = self.services.get_mut(replica).context("there are two replicas")?;
        *slot = Some(installation::start(if program == Program::Older { older } else { newer })?);
        Ok(())
    }

    /// Replaces the node by one of the newer program.
    pub(super) fn upgrade_node(&mut self) -> Result<()> {
        self.node.take().context("the node is gone")?.stop()?;
        let (node, address) = installation::start_at_any_port(&mut self.newer_node)?;
        (self.node, self.node_address) = (Some(node), address);
        Ok(())
    }

    /// Replaces the access server by one of the newer program.
    pub(super) fn upgrade_access(&mut self) -> Result<()> {
        self.access.take().context("the access server is gone")?.stop()?;
        let (access, address) = installation::start_at_any_port(&mut self.newer_access)?;
        (self.access, self.access_address) = (Some(access), address);
        Ok(())
    }
}

fn services(installation: &Installation, addresses: [SocketAddr; 2]) -> Result<[Command; 2]> {
    let mut commands = [installation.service(addresses[0])?, installation.service(addresses[1])?];
    for command in &mut commands {
        command.args(["--drain", "0", "--node-url", NODE_URL]);
    }
    Ok(commands)
}
