//! The places of databases and keys.

use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};

use stagepass_media::FilePlace;
use stagepass_store::{DatabaseAddress, copy, is_in_use, is_vacant, migrate_all};
use zeroize::Zeroizing;

use super::super::Failure;

/// What SQLite appends to the names of the files of one database.
const SQLITE_FILES: [&str; 3] = ["", "-wal", "-shm"];

/// The place of a database or a key.
pub(super) enum Destination {
    Database(DatabaseAddress),
    Key(PathBuf),
}

impl fmt::Display for Destination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self, self.file()) {
            (_, Some(path)) => path.display().fmt(f),
            // Its address may have a password.
            (_, None) => f.write_str("PostgreSQL"),
        }
    }
}

impl Destination {
    fn file(&self) -> Option<&Path> {
        match self {
            Self::Database(address) => address.file(),
            Self::Key(path) => Some(path),
        }
    }

    /// Returns why the file `restored` cannot be put here, if so.
    pub(super) async fn problem(&self, restored: &Path, replace: bool) -> Result<Option<String>, Failure> {
        Ok(match self {
            Self::Database(DatabaseAddress::Memory) => Some("a database in memory cannot be restored".to_owned()),
            Self::Database(address @ DatabaseAddress::Postgres(_)) => (!is_vacant(address).await?)
                .then(|| "the PostgreSQL database has tables: create an empty one".to_owned()),
            Self::Database(DatabaseAddress::File { path, .. }) if path.exists() => match replace {
                false => Some(format!("{} exists: move it away, or use --replace", path.display())),
                true if is_in_use(path)? => Some(format!("{} is in use: stop the servers", path.display())),
                true => None,
            },
            Self::Key(path) if path.exists() && !replace && !has_same_text(path, restored) => {
                Some(format!("{} exists, and is another key: move it away, or use --replace", path.display()))
            }
            Self::Database(DatabaseAddress::File { .. }) | Self::Key(_) => None,
        })
    }

    /// Puts the file `restored` here. Existing files get a name that ends with `.before-ID`.
    pub(super) async fn place(&self, restored: &Path, id: &str) -> Result<(), Failure> {
        let Some(path) = self.file() else { return self.copy(restored).await };
        if matches!(self, Self::Key(_)) && has_same_text(path, restored) {
            return Ok(());
        }
        for suffix in SQLITE_FILES {
            let old = with_suffix(path, suffix);
            if old.exists() {
                let aside = with_suffix(path, &format!(".before-{id}{suffix}"));
                std::fs::rename(&old, &aside).map_err(Failure::file(&old))?;
            }
        }
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        Ok(FilePlace::Folder(folder.to_owned()).put(&name, restored).await?)
    }

    /// Copies an SQLite file to PostgreSQL. It needs the schema of this program.
    async fn copy(&self, restored: &Path) -> Result<(), Failure> {
        let Self::Database(to) = self else { return Ok(()) };
        let from = DatabaseAddress::from(restored.to_owned());
        migrate_all(&from).await?;
        copy(&from, to).await?;
        Ok(())
    }
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(suffix);
    name.into()
}

/// White space around the keys does not count.
fn has_same_text(one: &Path, other: &Path) -> bool {
    let text = |path: &Path| std::fs::read_to_string(path).ok().map(|text| Zeroizing::new(text.trim().to_owned()));
    text(one).is_some() && text(one) == text(other)
}
