//! The file of the token keys. It is created at the first start, readable by its owner only.

use std::ffi::OsString;
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use data_encoding::HEXLOWER;
use zeroize::Zeroizing;

use crate::settings::TokenKeys;
use crate::token::keys::{KEY_LENGTH, KeyError, KeyRing};
use stagepass_kit::entropy::{self, Entropy, EntropyError};
use stagepass_kit::private::{self, SecretFileError};
use stagepass_store::DatabaseAddress;

/// Why the keys are not available.
#[derive(Debug, thiserror::Error)]
pub enum KeyFileError {
    /// The file cannot be read or written.
    #[error("the token key file {path:?}: {error}")]
    File {
        /// Which file.
        path: PathBuf,
        /// The system's error.
        error: std::io::Error,
    },
    /// Other users can read the file.
    #[error(transparent)]
    Secret(SecretFileError),
    /// The database is not a file, so there is no default place for the key file.
    #[error(
        "a database of PostgreSQL's has no token key beside it: give one, the same to every service that shares the database"
    )]
    NotGiven,
    /// The file does not contain valid keys.
    #[error(transparent)]
    Key(#[from] KeyError),
    /// There are no random bytes for a new key.
    #[error(transparent)]
    Entropy(#[from] EntropyError),
}

/// Returns the keys of the settings. A new key is written to its file before it signs anything.
///
/// # Errors
/// [`KeyFileError`].
pub fn load(source: &TokenKeys, database: &DatabaseAddress, entropy: &dyn Entropy) -> Result<KeyRing, KeyFileError> {
    let path = match (source, database.file()) {
        (TokenKeys::Given(keys), _) => return Ok(keys.clone()),
        (TokenKeys::File(path), _) => return read(path),
        (TokenKeys::BesideDatabase, Some(file)) => beside(file),
        (TokenKeys::BesideDatabase, None) if database.is_lasting() => return Err(KeyFileError::NotGiven),
        (TokenKeys::BesideDatabase, None) => return Ok(KeyRing::single(&entropy::random(entropy)?)),
    };
    match make(&path, entropy) {
        Ok(()) => {
            tracing::info!(file = %path.display(), "created a token key: keep a copy of it, apart from the copies of the database");
        }
        Err(KeyFileError::File { error, .. }) if error.kind() == ErrorKind::AlreadyExists => {}
        Err(error) => return Err(error),
    }
    read(&path)
}

/// Returns the keys of the settings, and never makes one: a key that the service does not have signs nothing that the
/// service accepts.
///
/// # Errors
/// [`KeyFileError`], which names the file if it is missing.
pub fn read_existing(source: &TokenKeys, database: &DatabaseAddress) -> Result<KeyRing, KeyFileError> {
    if let TokenKeys::Given(keys) = source {
        return Ok(keys.clone());
    }
    read(&path(source, database).ok_or(KeyFileError::NotGiven)?)
}

/// Returns the path of the file with the keys. `None` if they are not in a file.
fn path(source: &TokenKeys, database: &DatabaseAddress) -> Option<PathBuf> {
    match source {
        TokenKeys::Given(_) => None,
        TokenKeys::File(path) => Some(path.clone()),
        TokenKeys::BesideDatabase => database.file().map(beside),
    }
}

fn beside(database: &Path) -> PathBuf {
    let mut name = OsString::from(database);
    name.push(".token-key");
    name.into()
}

fn read(path: &Path) -> Result<KeyRing, KeyFileError> {
    let text = private::read_secret(path).map_err(|error| match error {
        SecretFileError::File { path, error } => KeyFileError::File { path, error },
        wide @ SecretFileError::Wide { .. } => KeyFileError::Secret(wide),
    })?;
    Ok(KeyRing::parse(&text)?)
}

/// Creates the file atomically, and never replaces one. Two services that start at the same time therefore use the same
/// key.
fn make(path: &Path, entropy: &dyn Entropy) -> Result<(), KeyFileError> {
    let failed = |error| KeyFileError::File { path: path.to_owned(), error };
    if path.try_exists().map_err(failed)? {
        return Err(failed(ErrorKind::AlreadyExists.into()));
    }
    let bytes = Zeroizing::new(entropy::random::<KEY_LENGTH>(entropy)?);
    let line = Zeroizing::new(HEXLOWER.encode(&*bytes) + "\n");
    let draft = path.with_extension(format!("draft-{}", std::process::id()));
    let written = write_new(&draft, line.as_bytes()).and_then(|()| std::fs::hard_link(&draft, path));
    let removed = std::fs::remove_file(&draft);
    written.and(removed).map_err(failed)
}

fn write_new(path: &Path, content: &[u8]) -> std::io::Result<()> {
    let mut file = private::options().create_new(true).open(path)?;
    file.write_all(content)?;
    file.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;
    use stagepass_kit::entropy::SystemEntropy;

    #[test]
    fn is_made_once_for_its_owner_alone() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = std::env::temp_dir().join(format!("stagepass-key-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let database = DatabaseAddress::from(folder.join("test.db"));
        let missing = read_existing(&TokenKeys::BesideDatabase, &database).err();
        assert!(missing.is_some_and(|error| error.to_string().contains("test.db.token-key")));
        assert!(!folder.join("test.db.token-key").exists());
        let first = load(&TokenKeys::BesideDatabase, &database, &SystemEntropy).unwrap();
        let again = load(&TokenKeys::BesideDatabase, &database, &SystemEntropy).unwrap();
        let existing = read_existing(&TokenKeys::BesideDatabase, &database).unwrap();
        assert_eq!((first.signing_id(), first.signing_id()), (again.signing_id(), existing.signing_id()));
        let mode = std::fs::metadata(folder.join("test.db.token-key")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        std::fs::remove_dir_all(folder).unwrap();
    }
}
