//! Where a service of the tests stores its data.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;
use stagepass_backend::store::{ACCESS, Database, DatabaseAddress, Migrations, SERVICE};
use stagepass_backend::token::keys::KeyRing;
use stagepass_backend::{Media, Settings, TokenKeys};
use tempfile::TempDir;

use crate::dump::{self, Row};
use crate::process::program;
use crate::random::random;
use crate::s3::{self, S3};
use crate::secrets::note;
use crate::{folder, log, postgres};

/// The settings of a service with a database of its own, in memory or on PostgreSQL. Saves its log.
pub fn settings() -> Settings {
    log::listen();
    let (token_keys, decoder) = (given(&token_key()), program());
    match postgres::schema() {
        None => Settings { token_keys, decoder, ..Settings::in_memory() },
        Some(url) => {
            let (media, database) = (Media::Folder(media()), parsed(&url));
            migrate(&database, SERVICE);
            Settings { database, token_keys, media, decoder, ..Settings::in_memory() }
        }
    }
}

/// A database for an access server, in memory or on PostgreSQL. Saves the log.
pub fn database() -> DatabaseAddress {
    log::listen();
    let Some(url) = postgres::schema() else { return DatabaseAddress::Memory };
    let database = parsed(&url);
    migrate(&database, ACCESS);
    database
}

/// A database and media that several services and programs share, at the same time or one after the other. Removed when
/// this is dropped.
#[derive(Debug)]
pub struct TestStorage {
    folder: TempDir,
    database: String,
    token_key: String,
    s3: Option<S3>,
}

impl TestStorage {
    /// Creates one with the schema of a service: a SQLite file, or a PostgreSQL schema.
    pub fn new() -> Self {
        let storage = Self::empty();
        migrate(&storage.database(), SERVICE);
        storage
    }

    /// Creates one without a database.
    pub fn empty() -> Self {
        log::listen();
        let folder = tempfile::tempdir().expect("a temporary folder");
        let file = || format!("sqlite:{}", folder.path().join("test.db").display());
        let database = postgres::schema().unwrap_or_else(file);
        Self { folder, database, token_key: token_key(), s3: None }
    }

    /// The same, with audio in a bucket.
    pub fn with_bucket() -> Self {
        Self { s3: Some(S3::start()), ..Self::new() }
    }

    /// The service that has the bucket.
    pub fn s3(&mut self) -> &mut S3 {
        self.s3.as_mut().expect("audio is in a bucket")
    }

    /// A folder for other data of the test.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The folder with the parts `audio` and `uploads`. The bucket of [`S3`] is a folder as well.
    pub fn media(&self) -> PathBuf {
        self.s3.as_ref().map_or_else(|| self.folder.path().join("media"), S3::folder)
    }

    /// The folder with the part `uploads` on this machine. If audio is in a bucket, it differs from
    /// [`TestStorage::media`].
    pub fn drafts(&self) -> PathBuf {
        self.s3.as_ref().map_or_else(|| self.media(), |_| self.folder.path().join("drafts"))
    }

    /// The database's address.
    pub fn database(&self) -> DatabaseAddress {
        parsed(&self.database)
    }

    /// The database's address as text.
    pub fn address(&self) -> &str {
        &self.database
    }

    /// Every row of every table: what a thief of the database has.
    pub fn rows(&self) -> Vec<Row> {
        match self.database().file() {
            Some(file) => dump::of_sqlite(file),
            None => dump::of_postgres(&self.database),
        }
    }

    /// Counts the rows of a table.
    pub fn count(&self, table: &str) -> usize {
        self.rows().iter().filter(|row| row.table == table).count()
    }

    /// Runs statements, as an attacker with access to the database would.
    pub fn execute(&self, statements: &str) {
        match self.database().file() {
            Some(file) => {
                let connection = rusqlite::Connection::open(file).expect("the database opens");
                connection.execute_batch(statements).expect("the statements run");
            }
            None => postgres::execute(&self.database, statements.to_owned()),
        }
    }

    /// Does `work` while a transaction that has run `statement` stays open.
    pub fn while_open<T: Send>(&self, statement: &str, work: impl FnOnce() -> T + Send) -> T {
        let begin = format!("BEGIN; {statement}");
        match self.database().file() {
            Some(file) => {
                let connection = rusqlite::Connection::open(file).expect("the database opens");
                connection.execute_batch(&begin).expect("the statements run");
                work()
            }
            None => postgres::while_open(&self.database, &begin, work),
        }
    }

    /// The settings of a service here.
    pub fn settings(&self) -> Settings {
        let token_keys = given(&self.token_key);
        let (media, drafts) = match &self.s3 {
            None => (Media::Folder(self.media()), None),
            Some(s3) => (Media::Bucket(s3.settings()), Some(self.drafts())),
        };
        Settings { database: self.database(), token_keys, media, drafts, decoder: program(), ..Settings::in_memory() }
    }

    /// `stagepass-backend` with these arguments, in the folder and with [`TestStorage::configure`].
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(program());
        self.configure(&mut command);
        command.args(arguments).current_dir(self.folder());
        command
    }

    /// Runs [`TestStorage::command`] to its end, and saves its log.
    pub fn run(&self, arguments: &[&str]) -> Output {
        let output = self.command(arguments).output().expect("the program starts");
        log::keep(&output.stderr);
        output
    }

    /// Copies a database to an empty one with the command `copy`. Returns what it prints.
    pub fn copy(&self, from: &str, to: &str) -> Value {
        let mut command = self.command(&["copy"]);
        let output = command.env("STAGEPASS_COPY_FROM", from).env("STAGEPASS_COPY_TO", to).output();
        let output = output.expect("the program starts");
        log::keep(&output.stderr);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_slice(&output.stdout).expect("the command prints JSON")
    }

    /// Sets a program's environment to use this storage and to log everything. Pass its log to [`log::keep`].
    pub fn configure(&self, command: &mut Command) {
        command.env("DATABASE_URL", &self.database).env("STAGEPASS_TOKEN_KEY", &self.token_key);
        command.env("STAGEPASS_DRAIN", "0");
        command.env("STAGEPASS_LOG", "trace").env("STAGEPASS_MEDIA", self.media());
        if let Some(s3) = &self.s3 {
            command.env("STAGEPASS_MEDIA_DRAFTS", self.drafts()).env("STAGEPASS_MEDIA", s3::ADDRESS);
            s3.configure(command);
        }
    }
}

impl Default for TestStorage {
    fn default() -> Self {
        Self::new()
    }
}

/// Migrates a database in a separate thread, because the caller may be in a runtime, which must not be blocked.
pub fn migrate(address: &DatabaseAddress, schema: Migrations) {
    let work = || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        runtime.block_on(Database::migrate(address, &schema)).expect("the database is migrated");
    };
    std::thread::scope(|scope| scope.spawn(work).join()).expect("the database is migrated");
}

fn parsed(url: &str) -> DatabaseAddress {
    url.parse().expect("a database's address")
}

fn given(key: &str) -> TokenKeys {
    TokenKeys::Given(KeyRing::parse(key).expect("a key"))
}

fn token_key() -> String {
    let key = random::<32>();
    note("token key", &key);
    key
}

/// A folder that goes with the suite's own.
fn media() -> PathBuf {
    let parent = folder().unwrap_or_else(env::temp_dir);
    let prefix = tempfile::Builder::new().prefix("stagepass-test-media-").tempdir_in(parent);
    prefix.expect("a temporary folder").keep()
}
