//! The address of a database.

use std::fmt;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use sqlx::postgres::{PgConnectOptions, PgSslMode};

use super::error::StoreError;

/// The address of a database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DatabaseAddress {
    /// SQLite in memory, which is lost with the process.
    Memory,
    /// An SQLite file. It is created if it is missing.
    File {
        /// Its path.
        path: PathBuf,
        /// What a commit waits for.
        synchronous: Synchronous,
    },
    /// A PostgreSQL database, which several services may share.
    Postgres(PostgresUrl),
}

/// What a commit to a file waits for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Synchronous {
    /// The disk: committed data survives a power failure.
    #[default]
    Full,
    /// The operating system: committed data survives a crash of the process, but a power failure can revert the last
    /// commits. The database stays consistent.
    Normal,
}

/// `postgresql://USER:PASSWORD@HOST:PORT/NAME`, with the parameters of libpq. Never printed, because it may contain a
/// password.
#[derive(Clone, PartialEq, Eq)]
pub struct PostgresUrl(String);

impl FromStr for DatabaseAddress {
    type Err = StoreError;

    /// Parses `sqlite:PATH`, `sqlite://PATH`, either with `?synchronous=full` or `normal`, `sqlite::memory:`, or
    /// `postgresql://…`.
    fn from_str(text: &str) -> Result<Self, StoreError> {
        if text.starts_with("postgresql://") || text.starts_with("postgres://") {
            let _: PgConnectOptions = text.parse().map_err(|_| StoreError::Address)?;
            return Ok(Self::Postgres(PostgresUrl(text.to_owned())));
        }
        let path = text.strip_prefix("sqlite:").ok_or(StoreError::Address)?;
        let path = path.strip_prefix("//").unwrap_or(path);
        let (path, synchronous) = match path.rsplit_once("?synchronous=") {
            None => (path, Synchronous::Full),
            Some((path, "full")) => (path, Synchronous::Full),
            Some((path, "normal")) => (path, Synchronous::Normal),
            Some(_) => return Err(StoreError::Address),
        };
        match path {
            "" => Err(StoreError::Address),
            ":memory:" => Ok(Self::Memory),
            path => Ok(Self::File { path: PathBuf::from(path), synchronous }),
        }
    }
}

impl From<PathBuf> for DatabaseAddress {
    /// Returns a file whose commits survive a power failure.
    fn from(path: PathBuf) -> Self {
        Self::File { path, synchronous: Synchronous::Full }
    }
}

impl DatabaseAddress {
    /// The path of the file, if it is one.
    pub fn file(&self) -> Option<&Path> {
        match self {
            Self::File { path, .. } => Some(path),
            Self::Memory | Self::Postgres(_) => None,
        }
    }

    /// Whether others in the network can neither read nor change the connection: the server is on this machine, or its
    /// certificate is verified (`sslmode=verify-full`).
    pub fn is_protected(&self) -> bool {
        let Self::Postgres(url) = self else { return true };
        url.options().is_ok_and(|options| {
            let host = options.get_host();
            let ip = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
            let is_here =
                host == "localhost" || host.starts_with('/') || ip.is_ok_and(|ip| ip.to_canonical().is_loopback());
            is_here || options.get_socket().is_some() || matches!(options.get_ssl_mode(), PgSslMode::VerifyFull)
        })
    }

    /// Whether the data survives the process.
    pub fn is_lasting(&self) -> bool {
        !matches!(self, Self::Memory)
    }
}

impl PostgresUrl {
    pub(super) fn options(&self) -> Result<PgConnectOptions, StoreError> {
        self.0.parse().map_err(|_| StoreError::Address)
    }
}

impl fmt::Debug for PostgresUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PostgresUrl(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> DatabaseAddress {
        text.parse().unwrap()
    }

    #[test]
    fn addresses() {
        assert_eq!(read("sqlite::memory:"), DatabaseAddress::Memory);
        assert_eq!(read("sqlite:a/b.db"), PathBuf::from("a/b.db").into());
        assert_eq!(read("sqlite:///var/x.db"), PathBuf::from("/var/x.db").into());
        let normal = DatabaseAddress::File { path: "x.db".into(), synchronous: Synchronous::Normal };
        assert_eq!(read("sqlite:x.db?synchronous=normal"), normal);
        assert!(matches!(read("postgres://me@localhost/stagepass"), DatabaseAddress::Postgres(_)));
        for bad in
            ["", "sqlite:", "sqlite:?synchronous=full", "sqlite:x?synchronous=off", "mysql://x", "postgres://[", "x.db"]
        {
            assert!(bad.parse::<DatabaseAddress>().is_err(), "{bad}");
        }
    }

    #[test]
    fn remote_postgresql_is_protected_only_with_verify_full() {
        for (address, expected) in [
            ("sqlite:a.db", true),
            ("postgresql://me@localhost/x", true),
            ("postgresql://me@127.0.0.1:5433/x", true),
            ("postgresql://me@[::1]/x", true),
            ("postgresql://me@%2Fvar%2Frun%2Fpostgresql/x", true),
            ("postgresql:///x?host=/var/run/postgresql", true),
            ("postgresql://me@db.example/x", false),
            ("postgresql://me@10.0.0.7/x?sslmode=require", false),
            ("postgresql://me@db.example/x?sslmode=verify-ca", false),
            ("postgresql://me@localhost.example/x", false),
            ("postgresql://me@localhost/x?host=db.example", false),
            ("postgresql://me@db.example/x?sslmode=verify-full", true),
        ] {
            assert_eq!(read(address).is_protected(), expected, "{address}");
        }
    }

    #[test]
    fn a_password_is_not_shown() {
        let address = read("postgresql://me:hunter2@localhost/stagepass");
        assert!(!format!("{address:?}").contains("hunter2"));
    }
}
