//! The two databases that the service keeps its state in.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context as _, Result, bail, ensure};
use rusqlite::types::ValueRef;
use rusqlite::{Connection, OpenFlags};
use rustix::process::Signal;
use stagepass_programs::postgres::{Cluster, Durability};
use stagepass_programs::process;

/// How long to wait for another writer of the file.
const PATIENCE: Duration = Duration::from_secs(10);

/// Where a service's state is. A cluster is stopped, and its data removed, when this is dropped.
pub(crate) enum Database {
    Sqlite(PathBuf, Synchronous),
    Postgres { cluster: Cluster, url: String },
}

/// Which kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Sqlite(Synchronous),
    Postgres,
}

/// Which writes of SQLite survive a power loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Synchronous {
    /// All that was committed, as the service has it where nothing else is asked for.
    Full,
    /// A whole database, of some moments ago.
    Normal,
}

impl Kind {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Sqlite(Synchronous::Full) => "SQLite",
            Self::Sqlite(Synchronous::Normal) => "SQLite, synchronous=normal",
            Self::Postgres => "PostgreSQL",
        }
    }

    /// A database with nothing in it.
    ///
    /// # Errors
    /// If there is no PostgreSQL.
    pub(crate) fn make(self, folder: &Path) -> Result<Database> {
        Ok(match self {
            Self::Sqlite(synchronous) => Database::Sqlite(folder.join("service.db"), synchronous),
            Self::Postgres => {
                let cluster = Cluster::start(Durability::Full)?;
                let url = cluster.url().to_owned();
                Database::Postgres { cluster, url }
            }
        })
    }
}

impl Database {
    /// As the service gets it.
    pub(crate) fn address(&self) -> String {
        match self {
            Self::Sqlite(file, Synchronous::Full) => format!("sqlite:{}", file.display()),
            Self::Sqlite(file, Synchronous::Normal) => format!("sqlite:{}?synchronous=normal", file.display()),
            Self::Postgres { url, .. } => url.clone(),
        }
    }

    /// From now on it is another one of the kind, which is empty.
    pub(crate) fn renew(&mut self, name: &str) -> Result<()> {
        match self {
            Self::Sqlite(file, _) => file.set_file_name(format!("{name}.db")),
            Self::Postgres { cluster, url } => *url = cluster.new_database(name)?,
        }
        Ok(())
    }

    /// Whether it is a server of its own, which may be killed as well.
    pub(crate) fn is_a_server(&self) -> bool {
        matches!(self, Self::Postgres { .. })
    }

    /// The process of its server, if it has one.
    pub(crate) fn id(&self) -> Option<u32> {
        match self {
            Self::Sqlite(..) => None,
            Self::Postgres { cluster, .. } => cluster.id(),
        }
    }

    /// Kills all of its processes by this signal; the server that has none is left in peace.
    pub(crate) fn kill(&mut self, signal: Signal) -> Result<()> {
        match self {
            Self::Sqlite(..) => Ok(()),
            Self::Postgres { cluster, .. } => cluster.kill(signal),
        }
    }

    /// Starts again what was killed.
    pub(crate) fn start_again(&mut self) -> Result<()> {
        match self {
            Self::Sqlite(..) => Ok(()),
            Self::Postgres { cluster, .. } => cluster.start_again(),
        }
    }

    /// Runs statements, beside the service.
    pub(crate) fn execute(&self, statements: &str) -> Result<()> {
        match self {
            Self::Sqlite(file, _) => {
                let database = open(file)?;
                database.execute_batch(statements).with_context(|| format!("cannot run {statements}"))
            }
            Self::Postgres { .. } => self.psql(statements).map(drop),
        }
    }

    /// The first column of what a query finds, as text.
    pub(crate) fn query(&self, query: &str) -> Result<Vec<String>> {
        match self {
            Self::Sqlite(file, _) => {
                let database = open(file)?;
                let text = |row: &rusqlite::Row<'_>| match row.get_ref(0)? {
                    ValueRef::Integer(number) => Ok(number.to_string()),
                    other => Ok(other.as_str().unwrap_or_default().to_owned()),
                };
                let mut query = database.prepare(query)?;
                let rows = query.query_map([], text)?.collect::<Result<_, _>>()?;
                Ok(rows)
            }
            Self::Postgres { .. } => Ok(self.psql(query)?.lines().map(str::to_owned).collect()),
        }
    }

    fn psql(&self, statements: &str) -> Result<String> {
        let Self::Postgres { cluster, url } = self else { bail!("it is no server") };
        let mut command = Command::new(cluster.program("psql"));
        command.args(["--quiet", "--no-psqlrc", "--no-align", "--tuples-only", "--set=ON_ERROR_STOP=1"]);
        process::output(command.args(["--command", statements]).arg(url))
    }

    /// Checks that it is not corrupt: every page and every reference of a file, or every table and index of a cluster.
    /// The latter only if `thoroughly`, because it takes long.
    pub(crate) fn look(&self, thoroughly: bool) -> Result<()> {
        match self {
            Self::Sqlite(file, _) => look_at_file(file).with_context(|| format!("{} is damaged", file.display())),
            Self::Postgres { .. } if !thoroughly => Ok(()),
            Self::Postgres { cluster, url } => {
                let mut command = Command::new(cluster.program("pg_amcheck"));
                command.args(["--install-missing", "--heapallindexed", "--maintenance-db", url, url]);
                process::output(&mut command).map(drop).context("the database is damaged, or could not be looked at")
            }
        }
    }
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

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_file_is_asked_and_changed() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.db");
        Connection::open(&file).unwrap().execute_batch("CREATE TABLE t (a INTEGER, b TEXT)").unwrap();
        let database = Database::Sqlite(file, Synchronous::Full);
        database.execute("INSERT INTO t VALUES (7, 'x'), (8, NULL)").unwrap();
        assert_eq!(database.query("SELECT a FROM t ORDER BY a").unwrap(), ["7", "8"]);
        assert_eq!(database.query("SELECT b FROM t ORDER BY a").unwrap(), ["x", ""]);
        assert!(database.query("SELECT c FROM t").is_err());
    }

    #[test]
    fn a_file_that_is_damaged_is_found_out() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.db");
        let database = Connection::open(&file).unwrap();
        database
            .execute_batch("CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT REFERENCES t (a)); CREATE INDEX i ON t (b);")
            .unwrap();
        look_at_file(&file).unwrap();
        database.execute_batch("PRAGMA foreign_keys = OFF; INSERT INTO t (b) VALUES (77);").unwrap();
        assert!(look_at_file(&file).unwrap_err().to_string().contains("missing"));
        drop(database);
        let mut bytes = fs::read(&file).unwrap();
        bytes[8192..].fill(0xff);
        fs::write(&file, bytes).unwrap();
        assert!(look_at_file(&file).is_err());
    }
}
