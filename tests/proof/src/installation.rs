//! A service's program, what it keeps, and where it listens: started as often as it is ended.

mod bucket;
mod database;

use std::fs::{File, OpenOptions};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Result};
use serde::Deserialize;
use stagepass_programs::backend::{self, AddedTrack, AppCredentials};
use stagepass_programs::process::{self, Service};
use stagepass_programs::tools;
use tempfile::TempDir;

use crate::load::client::{App, Listener};
pub(crate) use bucket::Bucket;
pub(crate) use database::{Database, Kind, Synchronous};

const PATIENCE: Duration = Duration::from_mins(1);
/// No other machine can reach a service of a proof.
const PASSWORD: &str = "correct horse battery";
const TOKEN_KEY: &str = "7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f";
const REDIRECT_URI: &str = "http://localhost:5173/callback";
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
        let database = kind.make(folder.path())?;
        let installation =
            Self { program: program.to_owned(), database, bucket: None, folder, address: free_address()?, log };
        installation.migrate()?;
        Ok(installation)
    }

    /// The same, with audio in a bucket of a service that the program `s3` is.
    pub(crate) fn with_bucket(self, s3: &Path) -> Result<Self> {
        let bucket = Bucket::start(s3, self.folder())?;
        Ok(Self { bucket: Some(bucket), ..self })
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

    /// Creates the tables, or brings them up to date.
    pub(crate) fn migrate(&self) -> Result<()> {
        process::output(&mut self.migration()?).map(drop)
    }

    /// The command that does this.
    pub(crate) fn migration(&self) -> Result<Command> {
        self.command(&["migrate"])
    }

    /// Starts the service.
    pub(crate) fn start(&self) -> Result<Service> {
        start(&mut self.service(self.address)?)
    }

    /// Starts two at once, and waits for both.
    pub(crate) fn start_two(&self) -> Result<[Service; 2]> {
        let mut commands = [self.service(free_address()?)?, self.service(free_address()?)?];
        thread::scope(|scope| {
            let starting = commands.each_mut().map(|command| scope.spawn(|| start(command)));
            let [one, other] = starting.map(|start| start.join().ok().context("a thread panicked")?);
            Ok([one?, other?])
        })
    }

    /// The command of a service that listens at `address`. Its public address is that of the first service.
    pub(crate) fn service(&self, address: SocketAddr) -> Result<Command> {
        let mut command = self.command(&["service"])?;
        command.args(["--listen", &address.to_string(), "--base-url", &format!("http://{}/v1", self.address)]);
        self.tell_media(&mut command);
        if self.bucket.is_some() {
            command.arg("--media-drafts").arg(self.drafts());
        }
        Ok(command)
    }

    /// The command of a stream node beside the service, for all audio in its database. The database must exist.
    pub(crate) fn node(&self) -> Result<Command> {
        let mut command = self.command(&["node", "--listen", "127.0.0.1:0"])?;
        self.tell_media(&mut command);
        command.env("STAGEPASS_NODE_DATABASE", self.database.address());
        Ok(command)
    }

    fn tell_media(&self, command: &mut Command) {
        match &self.bucket {
            None => _ = command.arg("--media").arg(self.drafts()),
            Some(bucket) => bucket.tell(command),
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

    /// Adds a listener.
    pub(crate) fn add_listener(&self, handle: &str) -> Result<Listener> {
        let arguments = ["user", "add", "--handle", handle, "--name", "A Listener", "--password", PASSWORD];
        let AddedUser { user_id } = process::json(&mut self.command(&arguments)?)?;
        Ok(Listener { handle: handle.to_owned(), password: PASSWORD.to_owned(), user_id })
    }

    /// Registers an app of that listener.
    pub(crate) fn add_app(&self, owner: &Listener) -> Result<Arc<App>> {
        let arguments = ["app", "add", "--owner", &owner.handle, "--name", "Radio", "--redirect-uri", REDIRECT_URI];
        let AppCredentials { api_key } = process::json(&mut self.command(&arguments)?)?;
        let (base, redirect_uri) = ("/v1".to_owned(), REDIRECT_URI.to_owned());
        let origin = format!("http://{}", self.address);
        Ok(Arc::new(App { origin, base, api_key, redirect_uri }))
    }

    /// Makes a track of a file, which this authority gates.
    pub(crate) fn add_gated_track(&self, owner: &Listener, authority: &str, file: &Path) -> Result<u64> {
        let mut command = self.command(&["track", "add", "--owner", &owner.handle, "--title", "Night Train"])?;
        command.args(["--access-authority", authority]);
        self.tell_media(&mut command);
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

    /// The command of an access server with this credential. It asks `geo` for a user's country, without a cache.
    pub(crate) fn access(
        &self,
        (app, credential): (&App, &str),
        listen: &str,
        signer: &Path,
        geo: &str,
    ) -> Result<Command> {
        let mut migration = self.command(&["migrate", "--access-database", "sqlite:access.db"])?;
        // Not that of the service.
        let migrated = process::output(migration.env_remove("DATABASE_URL"));
        migrated.context("cannot create the database of the access server")?;
        let mut command = self.command(&["access", "--listen", listen, "--database", "sqlite:access.db"])?;
        command.args(["--service", &format!("http://{}/v1", self.address), "--api-key", &app.api_key]);
        command.arg("--signer-private-key-file").arg(signer).args(["--geo-url", geo, "--geo-cache", "0"]);
        // Other users of the machine can read a command line.
        command.env("BEARER_TOKEN", credential);
        Ok(command)
    }
}

/// Starts a service and waits until it listens.
pub(crate) fn start(service: &mut Command) -> Result<Service> {
    Service::start(service, "listening on ", PATIENCE).map(|(service, _)| service)
}

pub(crate) fn free_address() -> Result<SocketAddr> {
    Ok(SocketAddr::from(([127, 0, 0, 1], tools::free_port()?)))
}
