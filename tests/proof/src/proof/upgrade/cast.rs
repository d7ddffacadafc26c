//! All servers of an installation: two replicas of the service, a stream node and an access server.

use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context as _, Result};
use stagepass_programs::process::Service;

use crate::installation::{self, Installation};
use crate::load::client::{App, Listener};

/// The audience of tickets. No request is sent there.
pub(super) const ACCESS_ORIGIN: &str = "https://access.example";
const NODE_URL: &str = "https://node.example";
const PATIENCE: Duration = Duration::from_mins(1);

/// Which program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Program {
    Older,
    Newer,
}

/// The running servers, and the commands of their successors.
pub(super) struct Cast {
    replicas: [Option<Service>; 2],
    node: Option<Service>,
    access: Option<Service>,
    pub(super) node_address: SocketAddr,
    pub(super) access_address: SocketAddr,
    /// Of each replica, by [`Program`].
    services: [[Command; 2]; 2],
    newer_node: Command,
    newer_access: Command,
    /// The newer program's command that migrates the service's database.
    pub(super) migration: Command,
    /// The audio of a gated track, and its ID.
    pub(super) audio: Vec<u8>,
    pub(super) track: u64,
    /// A file for an upload.
    pub(super) second_piece: PathBuf,
}

impl Cast {
    /// Starts all servers with the older program.
    pub(super) fn start(
        installation: &mut Installation,
        newer: &Path,
        addresses: [SocketAddr; 2],
        app: &App,
        owner: &Listener,
    ) -> Result<Self> {
        let file = installation.folder().join("piece.wav");
        stagepass_music::write(&stagepass_music::BACKSTAGE_ONLY, &file)?;
        let second_piece = installation.folder().join("second.wav");
        stagepass_music::write(&stagepass_music::HOUSE_LIGHTS, &second_piece)?;
        let (signer, authority) = installation.make_signer()?;
        let track = installation.add_gated_track(owner, &authority, &file)?;
        let [mut one, mut other] = services(installation, addresses)?;
        let replicas = [installation::start(&mut one)?, installation::start(&mut other)?];
        let credential = installation.add_access_server(owner, app, ACCESS_ORIGIN)?;
        let server = (app, credential.as_str());
        let (node, node_address) = started(&mut installation.node()?)?;
        let (access, access_address) = started(&mut access_server(installation, server, &signer)?)?;
        newer.clone_into(&mut installation.program);
        let [newer_one, newer_other] = services(installation, addresses)?;
        Ok(Self {
            replicas: replicas.map(Some),
            node: Some(node),
            access: Some(access),
            node_address,
            access_address,
            services: [[one, newer_one], [other, newer_other]],
            newer_node: installation.node()?,
            newer_access: access_server(installation, server, &signer)?,
            migration: installation.migration()?,
            audio: fs::read(&file).context("cannot read the audio")?,
            track,
            second_piece,
        })
    }

    /// Stops a replica, and starts this program in its place.
    pub(super) fn restart(&mut self, replica: usize, program: Program) -> Result<()> {
        let slot = self.replicas.get_mut(replica).context("there are two replicas")?;
        if let Some(running) = slot.take() {
            running.stop()?;
        }
        let commands = self.services.get_mut(replica).context("there are two replicas")?;
        let [older, newer] = commands;
        let command = if program == Program::Older { older } else { newer };
        *slot = Some(installation::start(command)?);
        Ok(())
    }

    /// Replaces the node by one of the newer program.
    pub(super) fn upgrade_node(&mut self) -> Result<()> {
        self.node.take().context("the node is gone")?.stop()?;
        let (node, address) = started(&mut self.newer_node)?;
        (self.node, self.node_address) = (Some(node), address);
        Ok(())
    }

    /// Replaces the access server by one of the newer program.
    pub(super) fn upgrade_access(&mut self) -> Result<()> {
        self.access.take().context("the access server is gone")?.stop()?;
        let (access, address) = started(&mut self.newer_access)?;
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

/// No user's country is asked for.
fn access_server(installation: &Installation, server: (&App, &str), signer: &Path) -> Result<Command> {
    let mut command = installation.access(server, "127.0.0.1:0", signer, "http://127.0.0.1:1/json")?;
    command.args(["--origin", ACCESS_ORIGIN]);
    Ok(command)
}

fn started(command: &mut Command) -> Result<(Service, SocketAddr)> {
    let (server, address) = Service::start(command, "listening on http://", PATIENCE)?;
    Ok((server, address.trim().parse().context("the server does not say where it listens")?))
}
