//! The reference servers with something in them: a demo user, apps, and music to play.

mod kept;
mod seeded;
mod servers;

use std::env;
use std::ffi::OsStr;
use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context as _, Result, bail};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use stagepass_programs::{checkout, core_build, process};

use crate::programs::{self, Program};
use crate::wasm_tools::OnPath;

pub(crate) use kept::{Kept, kept};
pub(crate) use seeded::Seeded;
pub(crate) use servers::{Addresses, Ports};

pub(crate) const HANDLE: &str = "demo";
/// For services on this machine only, which nobody else can reach.
pub(crate) const PASSWORD: &str = "stagepass-demo";

const NAME: &str = "Demo Listener";
const PICTURE: &str = "tests/backend/assets/demo-picture.png";
const DATABASE: &str = "stagepass.db";
const SIGNER: &str = "signer.key";
/// What servers may be told by besides `STAGEPASS_*`.
const SETTINGS: [&str; 9] = [
    "API_KEY",
    "BEARER_TOKEN",
    "BEARER_TOKEN_FILE",
    "SIGNER_PRIVATE_KEY",
    "SIGNER_PRIVATE_KEY_FILE",
    "ALLOWED_COUNTRIES",
    "PORT",
    "DATABASE_URL",
    "DATABASE_URL_FILE",
];

/// `cargo xtask backend`: runs `command` beside seeded servers, and ends as it ended.
pub(crate) fn backend(redirect_uris: &[Vec<String>; 2], command: &[String]) -> Result<ExitCode> {
    let [program, arguments @ ..] = command else {
        bail!("name a command after `--`, for instance: cargo xtask backend -- env");
    };
    let seeded = Seeded::start(redirect_uris, None)?;
    if std::io::IsTerminal::is_terminal(&std::io::stdin()) {
        process::let_interrupts_pass();
    }
    let mut command = Command::new(program);
    command.args(arguments);
    seeded.tell(&mut command);
    let tools = OnPath::new(&core_build::program()?)?;
    tools.tell(&mut command)?;
    Ok(process::exit_code(process::status(&mut command)?))
}

/// The servers' programs, and the folder with all that they keep.
pub(crate) struct Backend {
    program: PathBuf,
    demo: PathBuf,
    folder: PathBuf,
    /// Where the servers log everything to, if that is to be searched.
    log: Option<File>,
}

/// A registered app.
#[derive(Clone, Deserialize, Serialize)]
pub(crate) struct App {
    pub(crate) api_key: String,
    bearer_token: String,
}

/// The numbers of the tracks that are there from the start.
#[derive(Clone, Copy, Deserialize, Serialize)]
pub(crate) struct Tracks {
    /// Everybody may hear it.
    pub(crate) public: u64,
    /// The access server decides.
    pub(crate) gated: u64,
}

impl Backend {
    /// Builds the programs.
    fn build(folder: &Path, log: Option<File>) -> Result<Self> {
        let [program, demo] = programs::build([Program::Backend, Program::Demo])?;
        Ok(Self { program, demo, folder: folder.to_owned(), log })
    }

    /// Adds the demo user.
    fn add_demo_user(&self) -> Result<()> {
        let mut command = self.with_database(&["user", "add"]);
        command.args(["--handle", HANDLE, "--name", NAME, "--password-stdin", "--verified", "--picture"]);
        process::output_for(command.arg(checkout::root().join(PICTURE)), PASSWORD)?;
        Ok(())
    }

    /// Registers an app of the demo user.
    fn add_app(&self, name: &str, redirect_uris: &[String]) -> Result<App> {
        let mut command = self.with_database(&["app", "add"]);
        command.args(["--owner", HANDLE, "--name", name]);
        command.args(redirect_uris.iter().flat_map(|uri| ["--redirect-uri", uri]));
        serde_json::from_str(&process::output(&mut command)?).context("`app add` gave no app")
    }

    /// Adds the demo user's tracks, and the private key that gates one of them.
    fn add_tracks(&self) -> Result<Tracks> {
        let signer = self.make_signer()?;
        let gated = self.add_track("backstage-only", Some(&signer))?;
        Ok(Tracks { public: self.add_track("house-lights", None)?, gated })
    }

    /// Makes the access server's private key, which nobody but us can read, and gives its address.
    fn make_signer(&self) -> Result<String> {
        let json = process::output(&mut self.command(&["gate", "keygen"]))?;
        let key: Value = serde_json::from_str(&json).context("`gate keygen` wrote no JSON")?;
        let member =
            |name| key.get(name).and_then(Value::as_str).with_context(|| format!("`gate keygen` gave no {name}"));
        write_private(&self.folder.join(SIGNER), member("private_key")?)?;
        Ok(member("address")?.to_owned())
    }

    fn add_track(&self, piece: &str, authority: Option<&str>) -> Result<u64> {
        let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
        let file = folder.path().join("piece.wav");
        let said = process::output(Command::new(&self.demo).args(["music", piece]).arg(&file))?;
        let said: Value = serde_json::from_str(&said).with_context(|| format!("{piece} has no title"))?;
        let member = |name| said.get(name).and_then(Value::as_str).with_context(|| format!("{piece} has no {name}"));
        let mut command = self.with_media(&["track", "add"]);
        command.args(["--owner", HANDLE, "--title", member("title")?, "--genre", member("genre")?]);
        command.args(authority.into_iter().flat_map(|address| ["--access-authority", address]));
        let json = process::output(command.arg("--file").arg(file))?;
        let track: Value = serde_json::from_str(&json).context("`track add` wrote no JSON")?;
        track.get("track_id").and_then(Value::as_u64).context("`track add` gave no track_id")
    }

    fn with_media(&self, subcommand: &[&str]) -> Command {
        let mut command = self.with_database(subcommand);
        command.arg("--media").arg(self.folder.join("media"));
        command
    }

    fn with_database(&self, subcommand: &[&str]) -> Command {
        let mut command = self.command(subcommand);
        command.args(["--database", &self.database(DATABASE)]);
        command
    }

    fn database(&self, name: &str) -> String {
        format!("sqlite:{}", self.folder.join(name).display())
    }

    /// Settings meant for other servers must not change these. What they log may be chosen.
    fn command(&self, subcommand: &[&str]) -> Command {
        let mut command = Command::new(&self.program);
        command.args(subcommand);
        let is_setting = |name: &OsStr| {
            let name = name.to_string_lossy();
            name.starts_with("STAGEPASS_") || SETTINGS.contains(&&*name)
        };
        for (name, _) in env::vars_os().filter(|(name, _)| is_setting(name)) {
            command.env_remove(name);
        }
        // All that asks them is on this machine, and asks as much as it likes.
        command.env("STAGEPASS_DEV", "1");
        command.env("STAGEPASS_LOG", env::var_os("STAGEPASS_LOG").unwrap_or_else(|| "warn".into()));
        // Nobody stands in front of it who would have to be told.
        command.env("STAGEPASS_DRAIN", "0");
        command
    }
}

/// Writes a file that only this user can read.
pub(crate) fn write_private(file: &Path, text: &str) -> Result<()> {
    let opened = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(file);
    let written = opened.and_then(|mut opened| opened.write_all(text.as_bytes()));
    written.with_context(|| format!("cannot write {}", file.display()))
}
