//! A service's program, what it keeps, and where it listens: started as often as it is ended.

mod bucket;
mod database;

use std::fs::{File, OpenOptions};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result};
use serde::Deserialize;
use stagepass_programs::backend::{self, AddedTrack, AppCredentials};
use stagepass_programs::process::{self, Service};
use stagepass_programs::tools;
use tempfile::TempDir;

use crate::load::client::{App, BASE, Listener, PASSWORD, REDIRECT_URI};
pub(crate) use bucket::Bucket;
pub(crate) use database::{Database, Kind};

const PATIENCE: Duration = Duration::from_mins(1);
/// No other machine can reach a service of a proof.
const TOKEN_KEY: &str = "7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f";
const LOG: &str = "service.log";

/// What `user add` prints.
#[derive(Deserialize)]
struct AddedUser {
    user_id: u64,
}

/// What `access-server add` prints.
#[derive(Deserialize)]
struct AddedAccessServer {
    credential: String,
}

/// Everything is in one folder, which goes when this is dropped, unless it is kept.
pub(crate) struct Installation {
    pub(crate) program: PathBuf,
    pub(crate) database: Database,
    /// Where audio is kept, if not in the folder.
    pub(crate) bucket: Option<Bucket>,
    folder: TempDir,
    /// The one port, whichever service has it: who comes again has to find it.
    pub(crate) address: SocketAddr,
    log: &'static str,
}

impl Installation {
    /// With an empty database; logging at the level `log`, to a file.
    pub(crate) fn make(program: &Path, kind: Kind, log: &'static str) -> Result<Self> {
        let folder = tempfile::Builder::new().prefix("stagepass-proof-").tempdir();
        let folder = folder.context("cannot make a temporary folder")?;
        let database = Database::make(kind, folder.path())?;
        let installation =
            Self { program: program.to_owned(), database, bucket: None, folder, address: free_address()?, log };
        process::output(&mut installation.migration()?)?;
        Ok(installation)
    }

    /// Stores audio in a bucket from now on, of the S3 service that the program `s3` is.
    pub(crate) fn start_bucket(&mut self, s3: &Path) -> Result<()> {
        self.bucket = Some(Bucket::start(s3, self.folder())?);
        Ok(())
    }

    /// The folder with the parts `audio` and `uploads`, wherever audio is kept.
    pub(crate) fn media(&self) -> PathBuf {
        self.bucket.as_ref().map_or_else(|| self.drafts(), Bucket::folder)
    }

    /// The folder of what is kept on this machine.
    pub(crate) fn drafts(&self) -> PathBuf {
        self.folder().join("media")
    }

    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Does not remove the folder, so that a failure can be examined. Returns its path.
    pub(crate) fn keep(&mut self) -> String {
        self.folder.disable_cleanup(true);
        self.folder().display().to_string()
    }

    /// The command that creates the tables, or brings them up to date.
    pub(crate) fn migration(&self) -> Result<Command> {
        self.command(&["migrate"])
    }

    /// Starts the service.
    pub(crate) fn start(&self) -> Result<Service> {
        start(&mut self.service(self.address)?)
    }

    /// The command of a service that listens at `address`. Its public address is that of the first service.
    pub(crate) fn service(&self, address: SocketAddr) -> Result<Command> {
        let mut command = self.command(&["service"])?;
        command.args(["--listen", &address.to_string(), "--base-url", &format!("http://{}{BASE}", self.address)]);
        self.configure_media(&mut command);
        if self.bucket.is_some() {
            command.arg("--media-drafts").arg(self.drafts());
        }
        Ok(command)
    }

    /// The command of a stream node beside the service, for all audio in its database. The database must exist.
    pub(crate) fn node(&self) -> Result<Command> {
        let mut command = self.command(&["node", "--listen", "127.0.0.1:0"])?;
        self.configure_media(&mut command);
        command.env("STAGEPASS_NODE_DATABASE", self.database.address());
        Ok(command)
    }

    fn configure_media(&self, command: &mut Command) {
        match &self.bucket {
            None => _ = command.arg("--media").arg(self.drafts()),
            Some(bucket) => bucket.configure(command),
        }
    }

    fn command(&self, subcommand: &[&str]) -> Result<Command> {
        let mut command = backend::command(&self.program, subcommand);
        command.current_dir(self.folder()).stdin(Stdio::null()).stderr(self.log_file()?);
        command.env("STAGEPASS_LOG", self.log).env("STAGEPASS_TOKEN_KEY", TOKEN_KEY);
        // The address may have a password, and all users of this machine can read a command line.
        command.env("DATABASE_URL", self.database.address());
        Ok(command)
    }

    fn log_file(&self) -> Result<File> {
        let file = self.folder().join(LOG);
        OpenOptions::new()
            .create(true)
            .append(true)
            .open(&file)
            .with_context(|| format!("cannot write {}", file.display()))
    }

    /// Adds listeners.
    pub(crate) fn add_listeners(&self, count: usize) -> Result<Vec<Listener>> {
        let add = |number: usize| {
            let handle = format!("listener-{number}");
            let arguments = ["user", "add", "--handle", &handle, "--name", "A Listener", "--password-stdin"];
            let added = process::output_for(&mut self.command(&arguments)?, PASSWORD)?;
            let AddedUser { user_id } = serde_json::from_str(&added).context("no user was printed")?;
            Ok::<_, anyhow::Error>(Listener { handle, user_id })
        };
        (0..count).map(add).collect()
    }

    /// Registers an app of the first of these listeners.
    pub(crate) fn add_app(&self, listeners: &[Listener]) -> Result<Arc<App>> {
        let owner = &listeners.first().context("there is no listener")?.handle;
        let arguments = ["app", "add", "--owner", owner, "--name", "Radio", "--redirect-uri", REDIRECT_URI];
        let AppCredentials { api_key } = process::json(&mut self.command(&arguments)?)?;
        Ok(Arc::new(App { origin: format!("http://{}", self.address), api_key }))
    }

    /// Makes a track of a file, which this authority gates.
    pub(crate) fn add_gated_track(&self, owner: &Listener, authority: &str, file: &Path) -> Result<u64> {
        let mut command = self.command(&["track", "add", "--owner", &owner.handle, "--title", "Night Train"])?;
        command.args(["--access-authority", authority]);
        self.configure_media(&mut command);
        Ok(process::json::<AddedTrack>(command.arg("--file").arg(file))?.track_id)
    }

    /// A new private key in a file, and its address.
    pub(crate) fn make_signer(&self) -> Result<(PathBuf, String)> {
        let key = backend::generate_key(&self.program)?;
        let file = self.folder().join("signer.key");
        backend::write_private(&file, &key.private_key)?;
        Ok((file, key.address))
    }

    /// Registers an access server of this listener, which the app admits, and returns its credential.
    pub(crate) fn add_access_server(&self, owner: &Listener, app: &App, origin: &str) -> Result<String> {
        let arguments = ["access-server", "add", "--owner", &owner.handle, "--origin", origin, "--app", &app.api_key];
        Ok(process::json::<AddedAccessServer>(&mut self.command(&arguments)?)?.credential)
    }

    /// The command of an access server with this credential. It asks for no user's country.
    pub(crate) fn access(&self, (app, credential): (&App, &str), signer: &Path, origin: &str) -> Result<Command> {
        let mut migration = self.command(&["migrate", "--access-database", "sqlite:access.db"])?;
        // Not that of the service.
        let migrated = process::output(migration.env_remove("DATABASE_URL"));
        migrated.context("cannot create the database of the access server")?;
        let mut command = self.command(&["access", "--listen", "127.0.0.1:0", "--database", "sqlite:access.db"])?;
        command.args(["--service", &format!("http://{}{BASE}", self.address), "--api-key", &app.api_key]);
        command.arg("--signer-private-key-file").arg(signer).args(["--origin", origin]);
        command.args(["--geo-url", "http://127.0.0.1:1/json"]);
        // Other users of the machine can read a command line.
        command.env("BEARER_TOKEN", credential);
        Ok(command)
    }
}

/// Starts a service and waits until it listens.
pub(crate) fn start(service: &mut Command) -> Result<Service> {
    Service::start(service, "listening on ", PATIENCE).map(|(service, _)| service)
}

/// The same for a server that chooses its port. Returns its address, too.
pub(crate) fn start_at_any_port(server: &mut Command) -> Result<(Service, SocketAddr)> {
    let (server, address) = Service::start(server, "listening on http://", PATIENCE)?;
    Ok((server, address.trim().parse().context("the server does not say where it listens")?))
}

pub(crate) fn free_address() -> Result<SocketAddr> {
    Ok(SocketAddr::from(([127, 0, 0, 1], tools::free_port()?)))
}
