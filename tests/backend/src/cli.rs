//! The command line. What a command makes is one JSON object on stdout; logs and errors are on stderr; 1 is the exit code of failure.

mod access;
mod app;
mod exposed;
mod gate;
mod keep;
mod limits;
mod logging;
mod media;
mod network;
mod node;
mod secret_file;
mod service;
mod stop;
mod track;
mod uploads;
mod user;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use clap::{Args, CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use zeroize::Zeroizing;

use stagepass_kit::clock::SystemClock;
use stagepass_kit::entropy::SystemEntropy;
use stagepass_media::picture::Pictures;
use stagepass_service::accounts::Accounts;
use stagepass_service::password::{PasswordCost, Passwords};
use stagepass_store::{DatabaseAddress, Store};

use self::exposed::ExposedSecret;
use self::logging::LogArgs;
use self::network::DatabaseLineArgs;

type Outcome = Result<(), Box<dyn std::error::Error>>;

/// The reference backend of Stagepass.
#[derive(Debug, Parser)]
#[command(name = "stagepass-backend", version)]
pub struct Cli {
    #[command(flatten)]
    log: LogArgs,
    #[command(subcommand)]
    command: Command,
    #[arg(skip)]
    exposed: Vec<ExposedSecret>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run the authorization server.
    Service(service::ServiceArgs),
    /// Run a validator node: it serves the tracks of a catalogue, the gated ones to those whom an authority has signed an address for.
    Node(node::NodeArgs),
    /// Run an access server: it decides who may hear its owner's tracks, and signs for those who may.
    Access(Box<access::AccessArgs>),
    /// Listeners.
    #[command(subcommand)]
    User(user::UserCommand),
    /// Developers' apps.
    #[command(subcommand)]
    App(app::AppCommand),
    /// Tracks.
    #[command(subcommand)]
    Track(track::TrackCommand),
    /// The audio of tracks.
    #[command(subcommand)]
    Media(media::MediaCommand),
    /// The signatures of gated streams.
    #[command(subcommand)]
    Gate(gate::GateCommand),
    /// Bring the database's schema up to date. Every other command does so too.
    Migrate(DatabaseArgs),
    /// Copy a database file of SQLite's into a new file, while services use it. PostgreSQL has `pg_dump` for that.
    Backup(keep::BackupArgs),
    /// Copy the state from one database into another that holds nothing yet: from SQLite to PostgreSQL, or back. All of it or nothing.
    Copy(keep::CopyArgs),
}

/// Where the state is kept.
#[derive(Debug, Args)]
struct DatabaseArgs {
    /// `sqlite:PATH` (made if missing; `sqlite:PATH?synchronous=normal` does not wait for the disk), `sqlite::memory:`, or
    /// `postgresql://USER:PASSWORD@HOST/NAME`, which several services may share.
    #[arg(
        long,
        env = "DATABASE_URL",
        hide_env_values = true,
        default_value = "sqlite:stagepass.db",
        value_name = "ADDRESS"
    )]
    database: Unread,
    /// A file with that address: for one that holds a password.
    #[arg(long, env = "DATABASE_URL_FILE", value_name = "FILE", conflicts_with = "database")]
    database_file: Option<PathBuf>,
    #[command(flatten)]
    line: DatabaseLineArgs,
}

impl DatabaseArgs {
    fn address(&self) -> Result<DatabaseAddress, Box<dyn std::error::Error>> {
        match &self.database_file {
            Some(file) => self.line.address(&secret_file::read(file)?),
            None => self.line.address(&self.database.0),
        }
    }
}

/// A secret as it was given, or what may hold one. Not parsed by clap, whose error messages repeat what they could not parse.
#[derive(Clone)]
struct Unread(Zeroizing<String>);

impl From<String> for Unread {
    fn from(text: String) -> Self {
        Self(Zeroizing::new(text))
    }
}

impl std::fmt::Debug for Unread {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Unread(…)")
    }
}

/// Where a server's metrics are.
#[derive(Debug, Args)]
struct MetricsArgs {
    /// Where to serve metrics to Prometheus, at `/metrics`, with no lock on the door: an address that only it can reach. Nowhere, if this is not given.
    #[arg(long, env = "STAGEPASS_METRICS_LISTEN", value_name = "IP:PORT")]
    metrics_listen: Option<SocketAddr>,
}

impl Cli {
    /// Reads the command line of this process. Ends it with a message if that is none.
    #[must_use]
    pub fn read() -> Self {
        let matches = Self::command().get_matches();
        let cli = Self::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
        Self { exposed: exposed::find(&Self::command(), &matches), ..cli }
    }

    /// Does what the command line says.
    pub async fn run(self) -> ExitCode {
        let format = self.log.begin();
        self.exposed.iter().for_each(ExposedSecret::warn);
        let outcome = match self.command {
            // Boxed: it is large, and is there once.
            Command::Service(args) => Box::pin(args.run()).await,
            Command::Node(args) => args.run().await,
            Command::Access(args) => Box::pin(args.run()).await,
            Command::User(command) => command.run().await,
            Command::App(command) => command.run().await,
            Command::Track(command) => command.run().await,
            Command::Media(command) => command.run().await,
            Command::Gate(command) => command.run(),
            Command::Migrate(args) => migrate(&args).await,
            Command::Backup(args) => args.run(),
            Command::Copy(args) => args.run().await,
        };
        match outcome {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                format.say_error(&*error);
                ExitCode::FAILURE
            }
        }
    }
}

/// This program, which decodes what users have sent. On Linux the same one even after its file was replaced.
fn decoder() -> std::io::Result<PathBuf> {
    if cfg!(target_os = "linux") { Ok(PathBuf::from("/proc/self/exe")) } else { std::env::current_exe() }
}

async fn migrate(args: &DatabaseArgs) -> Outcome {
    Store::open(&args.address()?).await?.close().await;
    Ok(())
}

async fn accounts(args: &DatabaseArgs) -> Result<Accounts, Box<dyn std::error::Error>> {
    let entropy = Arc::new(SystemEntropy);
    Ok(Accounts {
        store: Store::open(&args.address()?).await?,
        passwords: Passwords::new(PasswordCost::RECOMMENDED, &*entropy)?,
        pictures: Pictures::new(&decoder()?),
        clock: Arc::new(SystemClock),
        entropy,
    })
}
