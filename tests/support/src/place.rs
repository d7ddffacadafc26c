//! Where the state of a service is kept.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use stagepass_backend::store::DatabaseAddress;
use stagepass_backend::token::keys::KeyRing;
use stagepass_backend::{Media, Settings, TokenKeys};
use tempfile::TempDir;

use crate::dump::{self, Row};
use crate::process::program;
use crate::random::random;
use crate::s3::{self, S3};
use crate::secrets::{Kind, note};
use crate::{folder, log, postgres};

/// The settings of a service that nobody else has to do with: in memory, or on PostgreSQL. What it logs is kept.
pub fn settings() -> Settings {
    log::listen();
    let (token_keys, decoder) = (given(&token_key()), program());
    match postgres::schema() {
        None => Settings { token_keys, decoder, ..Settings::in_memory() },
        Some(url) => {
            let media = Media::Folder(media());
            Settings { database: parsed(&url), token_keys, media, decoder, ..Settings::in_memory() }
        }
    }
}

/// A database that nobody else has to do with: in memory, or on PostgreSQL. What is logged is kept.
pub fn database() -> DatabaseAddress {
    log::listen();
    postgres::schema().map_or(DatabaseAddress::Memory, |url| parsed(&url))
}

/// Where several can have to do with one state: services, and programs beside them or one after the other. It is gone when this is dropped.
#[derive(Debug)]
pub struct Place {
    folder: TempDir,
    database: String,
    token_key: String,
    s3: Option<S3>,
}

impl Place {
    /// An empty one: a file of SQLite's, or a schema of PostgreSQL's.
    pub fn new() -> Self {
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

    /// A folder for whatever else the test has to keep.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The folder with the parts `audio` and `uploads`, wherever they are kept: the bucket of [`S3`] is a folder as well.
    pub fn media(&self) -> PathBuf {
        self.s3.as_ref().map_or_else(|| self.folder.path().join("media"), S3::folder)
    }

    /// The folder with the part `uploads` of this machine. If audio is in a bucket, it is another than that of [`Place::media`].
    pub fn drafts(&self) -> PathBuf {
        self.s3.as_ref().map_or_else(|| self.media(), |_| self.folder.path().join("drafts"))
    }

    /// The database's address.
    pub fn database(&self) -> DatabaseAddress {
        parsed(&self.database)
    }

    /// The database's address, as one is written.
    pub fn address(&self) -> &str {
        &self.database
    }

    /// Every row of every table: what somebody has who stole the database.
    pub fn rows(&self) -> Vec<Row> {
        match self.database().file() {
            Some(file) => dump::of_sqlite(file),
            None => dump::of_postgres(&self.database),
        }
    }

    /// Runs statements, as somebody would into whose hands the database has fallen.
    pub fn execute(&self, statements: &str) {
        match self.database().file() {
            Some(file) => {
                let connection = rusqlite::Connection::open(file).expect("the database opens");
                connection.execute_batch(statements).expect("the statements run");
            }
            None => postgres::execute(&self.database, statements.to_owned()),
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

    /// `stagepass-backend` with these arguments, in the folder and with [`Place::tell`].
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(program());
        self.tell(&mut command);
        command.args(arguments).current_dir(self.folder());
        command
    }

    /// Runs [`Place::command`] to its end, and keeps its log.
    pub fn run(&self, arguments: &[&str]) -> Output {
        let output = self.command(arguments).output().expect("the program starts");
        log::keep(&output.stderr);
        output
    }

    /// Tells a program, by the environment, that it is here, and to log everything. What it logs is for [`log::keep`].
    pub fn tell(&self, command: &mut Command) {
        command.env("DATABASE_URL", &self.database).env("STAGEPASS_TOKEN_KEY", &self.token_key);
        command.env("STAGEPASS_DRAIN", "0");
        command.env("STAGEPASS_LOG", "trace").env("STAGEPASS_MEDIA", self.media());
        if let Some(s3) = &self.s3 {
            command.env("STAGEPASS_MEDIA_DRAFTS", self.drafts()).env("STAGEPASS_MEDIA", s3::ADDRESS);
            s3.tell(command);
        }
    }
}

impl Default for Place {
    fn default() -> Self {
        Self::new()
    }
}

fn parsed(url: &str) -> DatabaseAddress {
    url.parse().expect("a database's address")
}

fn given(key: &str) -> TokenKeys {
    TokenKeys::Given(KeyRing::parse(key).expect("a key"))
}

fn token_key() -> String {
    let key = random::<32>();
    note(Kind::TokenKey, &key);
    key
}

/// A folder that goes with the suite's own.
fn media() -> PathBuf {
    let parent = folder().unwrap_or_else(env::temp_dir);
    let prefix = tempfile::Builder::new().prefix("stagepass-test-media-").tempdir_in(parent);
    prefix.expect("a temporary folder").keep()
}
