//! The command line. What a command makes is one JSON object on stdout, except for `dev`, `all`, `init` and `check`,
//! whose output is for people. Logs and errors are on stderr; 1 is the exit code of failure.

pub(crate) mod access;
mod access_server;
mod app;
pub(crate) mod database;
#[cfg(test)]
mod deploy_files;
pub(crate) mod exposed;
pub(crate) mod gate;
mod health;
mod limits;
mod logging;
mod media;
mod network;
pub(crate) mod node;
pub(crate) mod outcome;
pub(crate) mod pages;
mod raw_secret;
pub(crate) mod readiness;
mod secret_file;
pub(crate) mod server;
pub(crate) mod service;
pub(crate) mod stop;
mod token_keys;
mod track;
mod uploads;
pub(crate) mod user;

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::parser::ValueSource;
use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

use self::logging::LogArgs;
use crate::all;
use crate::check::CheckArgs;
use crate::dev::DevArgs;
use crate::init::InitArgs;
use crate::settings_file::{self, Invocation, SettingsFile, SettingsFileError};

/// The reference backend of Stagepass.
#[derive(Debug, Parser)]
#[command(name = "stagepass-backend", version)]
pub struct Cli {
    #[command(flatten)]
    log: LogArgs,
    /// The settings file of all servers: TOML with the tables `service`, `node` and `access`, whose keys are the flags
    /// of these commands. Flags and variables win over it. Secrets are in files that it names.
    #[arg(long, global = true, env = "STAGEPASS_CONFIG", value_name = "FILE")]
    config: Option<PathBuf>,
    #[command(subcommand)]
    command: Command,
    #[arg(skip)]
    settings: Option<SettingsFile>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run the authorization server.
    Service(Box<service::ServiceArgs>),
    /// Run a stream node. It serves the audio of tracks: gated tracks only at signed URLs.
    Node(node::NodeArgs),
    /// Run an access server. It decides who may hear the tracks of its owners, and signs their URLs.
    Access(Box<access::AccessArgs>),
    /// Create the settings file, keys, databases, first user and first app of a new service in a folder.
    Init(Box<InitArgs>),
    /// Run the service, a stream node and an access server in one process, with the settings of `--config`.
    All,
    /// Exit with 0 if servers are healthy, for containers without other programs.
    Health(health::HealthArgs),
    /// Check a deployment: the settings of `--config`, this machine, and the public URLs. Changes nothing. Fails if
    /// there is a problem.
    Check(CheckArgs),
    /// Run all three servers on this machine for an app that you develop, with a user, an app and tracks.
    Dev(Box<DevArgs>),
    /// Manage users.
    #[command(subcommand)]
    User(user::UserCommand),
    /// Manage developer apps.
    #[command(subcommand)]
    App(app::AppCommand),
    /// Manage the credentials of access servers.
    #[command(subcommand)]
    AccessServer(access_server::AccessServerCommand),
    /// Manage tracks.
    #[command(subcommand)]
    Track(track::TrackCommand),
    /// Copy the audio of tracks.
    #[command(subcommand)]
    Media(media::MediaCommand),
    /// Sign and verify signed URLs.
    #[command(subcommand)]
    Gate(gate::GateCommand),
    /// Migrate databases to the schema of this program, or create them. Otherwise only `init`, `copy` and `dev` do
    /// this.
    Migrate(database::MigrateArgs),
    /// Copy all data from one database to an empty one: from SQLite to PostgreSQL, or back. If it fails, nothing is
    /// copied.
    Copy(database::CopyArgs),
}

impl Cli {
    /// Reads the command line of this process. Ends it with a message if that is none.
    #[must_use]
    pub fn read() -> Self {
        let words: Vec<OsString> = std::env::args_os().collect();
        let (settings, words) = with_settings(words).unwrap_or_else(|error| {
            eprintln!("error: {error}");
            // As for a wrong flag.
            std::process::exit(2)
        });
        let matches = Self::command().get_matches_from(words);
        if let Err(error) = exposed::reject(&Self::command(), &matches) {
            eprintln!("error: {error}");
            std::process::exit(2)
        }
        let cli = Self::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
        let mut cli = Self { settings, ..cli };
        if matches!(cli.command, Command::Dev(_)) && matches.value_source("log") == Some(ValueSource::DefaultValue) {
            cli.log.warnings_only();
        }
        cli
    }

    /// Does what the command line says.
    pub async fn run(self) -> ExitCode {
        let format = self.log.begin();
        let outcome = match self.command {
            // Boxed: it is large, and is there once.
            Command::Service(args) => Box::pin(args.run()).await,
            Command::Node(args) => args.run().await,
            Command::Access(args) => Box::pin(args.run()).await,
            Command::Init(args) => Box::pin(args.run()).await,
            Command::All => Box::pin(all::run(self.settings.as_ref())).await,
            Command::Health(args) => args.run().await,
            Command::Check(args) => Box::pin(args.run(self.settings.as_ref())).await,
            Command::Dev(args) => Box::pin(args.run()).await,
            Command::User(command) => command.run().await,
            Command::App(command) => command.run().await,
            Command::AccessServer(command) => command.run().await,
            Command::Track(command) => command.run().await,
            Command::Media(command) => command.run().await,
            Command::Gate(command) => command.run(),
            Command::Migrate(args) => args.run().await,
            Command::Copy(args) => args.run().await,
        };
        match outcome {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) if error.is::<database::Pending>() => ExitCode::from(3),
            Err(error) => {
                format.say_error(&*error);
                ExitCode::FAILURE
            }
        }
    }
}

/// Returns the settings file that the words name, and the words with its settings.
fn with_settings(words: Vec<OsString>) -> Result<(Option<SettingsFile>, Vec<OsString>), SettingsFileError> {
    let program = Cli::command();
    let invocation = Invocation::read(&program, &words).zip(settings_file::path_in(&words));
    let Some((invocation, path)) = invocation.filter(|(invocation, _)| invocation.uses_settings()) else {
        return Ok((None, words));
    };
    let file = SettingsFile::read(&path, &program)?;
    let complete = file.complete(&invocation)?;
    Ok((Some(file), complete))
}
