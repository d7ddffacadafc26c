//! The reference servers with data for a demo: a user, apps and tracks.

mod persistent;
mod servers;
mod temporary;

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Result, bail};
use serde::{Deserialize, Serialize};
use stagepass_programs::backend::{self as cli, AddedTrack, AppCredentials};
use stagepass_programs::binaries::{self, Binary, Profile};
use stagepass_programs::{checkout, core_build, process};

use crate::wasm_tools::WasmTools;

pub(crate) use persistent::PersistentBackend;
pub(crate) use servers::{Addresses, Ports};
pub(crate) use temporary::TemporaryBackend;

pub(crate) const HANDLE: &str = "demo";
/// Of servers that only this machine can reach.
pub(crate) const PASSWORD: &str = "stagepass-demo";

const NAME: &str = "Demo Listener";
const PICTURE: &str = "tests/backend/assets/demo-picture.png";
const DATABASE: &str = "stagepass.db";
const SIGNER: &str = "signer.key";

/// `cargo xtask backend`: runs `command` while servers are up, and exits as it does.
pub(crate) fn backend(redirect_uris: &[Vec<String>; 2], command: &[String]) -> Result<ExitCode> {
    let [program, arguments @ ..] = command else {
        bail!("no command: add one after `--`, for example `cargo xtask backend -- env`");
    };
    let backend = TemporaryBackend::start(redirect_uris, None)?;
    if std::io::IsTerminal::is_terminal(&std::io::stdin()) {
        process::let_interrupts_pass();
    }
    let mut command = Command::new(program);
    command.args(arguments);
    backend.set_env(&mut command);
    let tools = WasmTools::new(&core_build::program()?)?;
    tools.add_to_path(&mut command)?;
    Ok(process::exit_code(process::status(&mut command)?))
}

/// The programs of the servers, and the folder with their data.
pub(crate) struct Backend {
    program: PathBuf,
    demo: PathBuf,
    folder: PathBuf,
    /// If set, the servers log everything, and to this file.
    log: Option<File>,
}

/// The tracks of the demo user.
#[derive(Clone, Copy, Deserialize, Serialize)]
pub(crate) struct Tracks {
    pub(crate) public: u64,
    /// The access server decides who may stream it.
    pub(crate) gated: u64,
}

/// What the demo program prints about a piece of music.
#[derive(Deserialize)]
struct Piece {
    title: String,
    genre: String,
}

impl Backend {
    /// Builds the programs.
    fn build(folder: &Path, log: Option<File>) -> Result<Self> {
        let [program, demo] = binaries::build([Binary::Backend, Binary::Demo], Profile::Debug)?;
        Ok(Self { program, demo, folder: folder.to_owned(), log })
    }

    fn add_demo_user(&self) -> Result<()> {
        let mut command = self.with_database(&["user", "add"]);
        command.args(["--handle", HANDLE, "--name", NAME, "--password-stdin", "--verified", "--picture"]);
        process::output_for(command.arg(checkout::root().join(PICTURE)), PASSWORD)?;
        Ok(())
    }

    /// Registers an app of the demo user.
    fn add_app(&self, name: &str, redirect_uris: &[String]) -> Result<AppCredentials> {
        let mut command = self.with_database(&["app", "add"]);
        command.args(["--owner", HANDLE, "--name", name]);
        process::json(command.args(redirect_uris.iter().flat_map(|uri| ["--redirect-uri", uri])))
    }

    /// Adds the tracks of the demo user, and writes the key of the access server, which gates one of them.
    fn add_tracks(&self) -> Result<Tracks> {
        let key = cli::generate_key(&self.program)?;
        cli::write_private(&self.folder.join(SIGNER), &key.private_key)?;
        let gated = self.add_track("backstage-only", Some(&key.address))?;
        Ok(Tracks { public: self.add_track("house-lights", None)?, gated })
    }

    fn add_track(&self, piece: &str, authority: Option<&str>) -> Result<u64> {
        let folder = tempfile::tempdir()?;
        let file = folder.path().join("piece.wav");
        let Piece { title, genre } = process::json(self.demo().args(["music", piece]).arg(&file))?;
        let mut command = self.with_media(&["track", "add"]);
        command.args(["--owner", HANDLE, "--title", &title, "--genre", &genre]);
        command.args(authority.into_iter().flat_map(|address| ["--access-authority", address]));
        Ok(process::json::<AddedTrack>(command.arg("--file").arg(file))?.track_id)
    }

    /// The program of the demo.
    pub(crate) fn demo(&self) -> Command {
        Command::new(&self.demo)
    }

    fn with_media(&self, subcommand: &[&str]) -> Command {
        let mut command = self.with_database(subcommand);
        command.arg("--media").arg(self.folder.join("media"));
        command
    }

    fn with_database(&self, subcommand: &[&str]) -> Command {
        let mut command = cli::command(&self.program, subcommand);
        command.args(["--database", &self.database(DATABASE)]);
        command
    }

    fn database(&self, name: &str) -> String {
        format!("sqlite:{}", self.folder.join(name).display())
    }
}
