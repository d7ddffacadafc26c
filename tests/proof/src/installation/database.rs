//! The two databases that the service keeps its state in.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context as _, Result, bail, ensure};
use rusqlite::types::ValueRef;
use rusqlite::{Connection, OpenFlags};
use stagepass_programs::postgres::{Cluster, Durability};
use stagepass_programs::process;

/// How long to wait for another writer of the file.
const PATIENCE: Duration = Duration::from_secs(10);

/// Where a service's state is. A cluster is stopped, and its data removed, when this is dropped.
pub(crate) enum Database {
    Sqlite(PathBuf),
    Postgres(Cluster),
}

/// Which kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Kind {
    Sqlite,
    Postgres,
}

impl Database {
    /// A database with nothing in it.
    pub(super) fn make(kind: Kind, folder: &Path) -> Result<Self> {
        Ok(match kind {
            Kind::Sqlite => Self::Sqlite(folder.join("service.db")),
            Kind::Postgres => Self::Postgres(Cluster::start(Durability::Full)?),
        })
    }

    /// As the service gets it.
    pub(crate) fn address(&self) -> String {
        match self {
            Self::Sqlite(file) => format!("sqlite:{}", file.display()),
            Self::Postgres(cluster) => cluster.url().to_owned(),
        }
    }

    /// The database's own server, which may be killed as well.
    pub(crate) fn server(&mut self) -> Option<&mut Cluster> {
        if let Self::Postgres(cluster) = self { Some(cluster) } else { None }
    }

    pub(crate) fn is_a_server(&self) -> bool {
        matches!(self, Self::Postgres(_))
    }

    /// The process of its server, if it has one.
    pub(crate) fn id(&self) -> Option<u32> {
        if let Self::Postgres(cluster) = self { cluster.id() } else { None }
    }

    /// Runs statements, beside the service.
    pub(crate) fn execute(&self, statements: &str) -> Result<()> {
        match self {
            Self::Sqlite(file) => {
                let database = open(file)?;
                database.execute_batch(statements).with_context(|| format!("cannot run {statements}"))
            }
            Self::Postgres(cluster) => psql(cluster, statements).map(drop),
        }
    }

    /// The first column of what a query finds, as text.
    pub(crate) fn query(&self, query: &str) -> Result<Vec<String>> {
        match self {
            Self::Sqlite(file) => {
                let database = open(file)?;
                let text = |row: &rusqlite::Row<'_>| match row.get_ref(0)? {
                    ValueRef::Integer(number) => Ok(number.to_string()),
                    other => Ok(other.as_str().unwrap_or_default().to_owned()),
                };
                let mut query = database.prepare(query)?;
                let rows = query.query_map([], text)?.collect::<Result<_, _>>()?;
                Ok(rows)
            }
            Self::Postgres(cluster) => Ok(psql(cluster, query)?.lines().map(str::to_owned).collect()),
        }
    }

    /// Checks that it is not corrupt: every page and every reference of a file, or every table and index of a cluster.
    /// The latter only if `thoroughly`, because it takes long.
    pub(crate) fn look(&self, thoroughly: bool) -> Result<()> {
        match self {
            Self::Sqlite(file) => look_at_file(file).with_context(|| format!("{} is damaged", file.display())),
            Self::Postgres(_) if !thoroughly => Ok(()),
            Self::Postgres(cluster) => {
                let (mut command, url) = (Command::new(cluster.program("pg_amcheck")), cluster.url());
                command.args(["--install-missing", "--heapallindexed", "--maintenance-db", url, url]);
                process::output(&mut command).map(drop).context("the database is damaged, or could not be looked at")
            }
        }
    }
}

fn psql(cluster: &Cluster, statements: &str) -> Result<String> {
    let mut command = Command::new(cluster.program("psql"));
    command.args(["--quiet", "--no-psqlrc", "--no-align", "--tuples-only", "--set=ON_ERROR_STOP=1"]);
    process::output(command.args(["--command", statements]).arg(cluster.url()))
}

fn open(file: &Path) -> Result<Connection> {
    let database = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    database.busy_timeout(PATIENCE)?;
    Ok(database)
}

/// Beside the service, which has the file open, and through the journal as that has left it.
fn look_at_file(file: &Path) -> Result<()> {
    let database = open(file)?;
    let verdict: String = database.query_row("PRAGMA integrity_check", [], |row| row.get(0))?;
    ensure!(verdict == "ok", "integrity_check says {verdict}");
    let mut check = database.prepare("PRAGMA foreign_key_check")?;
    if let Some(row) = check.query([])?.next()? {
        bail!("a row of {} refers to one that is missing", row.get::<_, String>(0)?);
    }
    Ok(())
}
