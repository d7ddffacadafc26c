//! The command line of the reference backend: its environment, and what its commands print.

use std::env;
use std::ffi::OsStr;
use std::fs::OpenOptions;
use std::io::Write as _;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result};
use serde::Deserialize;

use crate::process;

/// The variables that configure the servers besides `STAGEPASS_*`.
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

/// What `app add` prints.
#[derive(Deserialize)]
pub struct AppCredentials {
    /// The public identifier of the app.
    pub api_key: String,
}

/// What `track add` prints.
#[derive(Deserialize)]
pub struct AddedTrack {
    /// The track's number.
    pub track_id: u64,
}

/// What `gate keygen` prints.
#[derive(Deserialize)]
pub struct SigningKey {
    /// Signs stream URLs.
    pub private_key: String,
    /// Names the key to those who verify.
    pub address: String,
}

/// A subcommand of `program`, without rate limits and without a drain. It ignores this process's settings, which may be
/// for other servers, except `STAGEPASS_LOG`.
pub fn command(program: &Path, subcommand: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(subcommand);
    let is_setting = |name: &OsStr| {
        let name = name.to_string_lossy();
        name.starts_with("STAGEPASS_") || SETTINGS.contains(&&*name)
    };
    for (name, _) in env::vars_os().filter(|(name, _)| is_setting(name)) {
        command.env_remove(name);
    }
    command.env("STAGEPASS_LOG", env::var_os("STAGEPASS_LOG").unwrap_or_else(|| "warn".into()));
    command.env("STAGEPASS_DEV", "1").env("STAGEPASS_DRAIN", "0");
    command
}

/// Makes the key of an access server.
///
/// # Errors
/// If the program cannot be run.
pub fn generate_key(program: &Path) -> Result<SigningKey> {
    process::json(&mut command(program, &["gate", "keygen"]))
}

/// Writes a file that only this user can read.
///
/// # Errors
/// If it cannot be written.
pub fn write_private(file: &Path, text: &str) -> Result<()> {
    let opened = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(file);
    let written = opened.and_then(|mut opened| opened.write_all(text.as_bytes()));
    written.with_context(|| format!("cannot write {}", file.display()))
}
