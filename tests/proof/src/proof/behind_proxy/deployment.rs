//! The folder of `stagepass-backend init`, and `all` with its settings.

use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context as _, Result};
use stagepass_programs::backend::{self, AddedTrack};
use stagepass_programs::process::{self, Service};
use stagepass_programs::tools;

use super::tls::{Authority, HOST};

/// No other machine can reach these servers.
pub(super) const PASSWORD: &str = "correct horse battery";
/// Of the app.
pub(super) const REDIRECT_URI: &str = "https://radio.example/callback.html";
const PATIENCE: Duration = Duration::from_mins(1);

pub(super) struct Deployment {
    program: PathBuf,
    folder: PathBuf,
    authority_file: PathBuf,
    /// The port of the service. The node and the access server have the two after it.
    port: u16,
    /// The ports of the proxy, for the service, the node and the access server.
    pub(super) public_ports: [u16; 3],
    pub(super) api_key: String,
    /// The authority of gated tracks.
    signer: String,
}

impl Deployment {
    /// Creates everything in a folder in `scratch`.
    pub(super) fn init(program: &Path, scratch: &Path, authority: &Authority) -> Result<Self> {
        let public_ports = [tools::free_port()?, tools::free_port()?, tools::free_port()?];
        let mut deployment = Self {
            program: program.to_owned(),
            folder: scratch.join("stagepass"),
            authority_file: authority.file.clone(),
            port: three_ports()?,
            public_ports,
            api_key: String::new(),
            signer: String::new(),
        };
        let mut init = backend::command(program, &["init", "--handle", "ada", "--app-name", "Night Radio"]);
        init.args(["--redirect-uri", REDIRECT_URI, "--password-stdin", "--port", &deployment.port.to_string()]);
        init.arg("--folder").arg(&deployment.folder).args(["--base-url", &format!("{}/v1", deployment.origin(0))]);
        init.args(["--node-url", &deployment.origin(1), "--access-url", &deployment.origin(2)]);
        let printed = process::output_for(&mut init, &format!("{PASSWORD}\n"))?;
        let word = |name: &str| {
            let line = printed.lines().find_map(|line| line.strip_prefix(name));
            let word = line.and_then(|line| line.split_whitespace().next()).map(str::to_owned);
            word.with_context(|| format!("`init` prints no {name}"))
        };
        (deployment.api_key, deployment.signer) = (word("API key:")?, word("Authority:")?);
        Ok(deployment)
    }

    /// Where clients reach a server: 0 is the service, 1 the node, 2 the access server.
    pub(super) fn origin(&self, server: usize) -> String {
        let port = self.public_ports.get(server).copied().unwrap_or_default();
        format!("https://{HOST}:{port}")
    }

    /// Where the servers listen.
    pub(super) fn addresses(&self) -> [SocketAddr; 3] {
        [0, 1, 2].map(|offset| SocketAddr::from((Ipv4Addr::LOCALHOST, self.port + offset)))
    }

    pub(super) fn media(&self) -> PathBuf {
        self.folder.join("media")
    }

    pub(super) fn service_address(&self) -> SocketAddr {
        SocketAddr::from((Ipv4Addr::LOCALHOST, self.port))
    }

    /// A command with the settings, which trusts the authority.
    pub(super) fn command(&self, words: &[&str]) -> Command {
        let mut command = backend::command(&self.program, words);
        command.arg("--config").arg(self.folder.join("stagepass.toml")).args(["--log", "warn"]);
        command.env("SSL_CERT_FILE", &self.authority_file).stdin(Stdio::null());
        command
    }

    /// Starts the servers, and waits until all of them listen.
    pub(super) fn start(&self) -> Result<Service> {
        Service::start(&mut self.command(&["all"]), "access listening on ", PATIENCE).map(|(servers, _)| servers)
    }

    /// The audio of the gated track.
    pub(super) fn audio(&self) -> PathBuf {
        self.folder.join("gated.wav")
    }

    /// Adds a public and a gated track.
    pub(super) fn add_tracks(&self) -> Result<[u64; 2]> {
        let public = self.folder.join("public.wav");
        stagepass_music::write(&stagepass_music::HOUSE_LIGHTS, &public)?;
        stagepass_music::write(&stagepass_music::BACKSTAGE_ONLY, &self.audio())?;
        let add = |file: &Path, more: &[&str]| {
            let mut command = self.command(&["track", "add", "--owner", "ada", "--title", "Tape"]);
            Ok::<_, anyhow::Error>(process::json::<AddedTrack>(command.args(more).arg("--file").arg(file))?.track_id)
        };
        Ok([add(&public, &[])?, add(&self.audio(), &["--access-authority", &self.signer])?])
    }
}

/// The first of three ports that are free, below those that the system gives to other programs.
fn three_ports() -> Result<u16> {
    let first = u16::try_from(std::process::id() % 5_000).context("a small number")?;
    let mut candidates = (0..5_000).map(|offset| 11_000 + 3 * ((first + offset) % 5_000));
    let is_free = |port: &u16| (*port..port + 3).all(|port| TcpListener::bind((Ipv4Addr::LOCALHOST, port)).is_ok());
    candidates.find(is_free).context("there are no three free ports")
}
