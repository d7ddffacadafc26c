//! Backups of the service and an access server: databases, keys and audio, in a folder or a bucket.
//!
//! | path | contents |
//! |---|---|
//! | `audio/{cid}` | the audio of all backups, each file once |
//! | `backups/{id}/service.db`, `access.db` | the databases, as SQLite files |
//! | `backups/{id}/token-key`, `access-key` | the keys, if the operator wants them there |
//! | `backups/{id}/audio.txt` | a line for each audio file: SHA-256, size, CID |
//! | `backups/{id}/manifest.json` | the size and SHA-256 of each of these files. Written last: without it, there is no backup |
//! | `backups/{id}/manifest.mac` | a MAC of the manifest under the operator's key |
//!
//! The ID is the time at which the backup began, in UTC.

mod audio_list;
mod authenticity;
mod create;
mod lock;
mod manifest;
mod prune;
mod restore;

use std::path::Path;

use stagepass_media::{FilePlace, MediaError};
use stagepass_store::{BackupError, CopyError, DatabaseAddress};
use zeroize::Zeroizing;

pub(crate) use self::authenticity::{Authenticity, BackupKey};
pub(crate) use self::create::create;
pub(crate) use self::restore::{RestoreOptions, restore};

const AUDIO: &str = "audio";
const BACKUPS: &str = "backups";
const MANIFEST: &str = "manifest.json";
const MANIFEST_MAC: &str = "manifest.mac";
/// Exists while a backup is being written.
const STARTED: &str = "started";
const AUDIO_LIST: &str = "audio.txt";
const SERVICE_DATABASE: &str = "service.db";
const ACCESS_DATABASE: &str = "access.db";
const TOKEN_KEY: &str = "token-key";
const ACCESS_KEY: &str = "access-key";
/// The files that a manifest may list.
const FILES: [&str; 5] = [SERVICE_DATABASE, ACCESS_DATABASE, TOKEN_KEY, ACCESS_KEY, AUDIO_LIST];

/// What is backed up.
pub(crate) struct Sources {
    pub(crate) database: DatabaseAddress,
    pub(crate) audio: FilePlace,
    pub(crate) token_keys: Option<Zeroizing<String>>,
    pub(crate) access_database: Option<DatabaseAddress>,
    pub(crate) access_key: Option<Zeroizing<String>>,
    /// Authenticates the backup.
    pub(crate) backup_key: Option<BackupKey>,
}

/// Why a backup was not created, pruned or restored.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    #[error("another backup to {0} is running: wait for its end")]
    Locked(String),
    #[error("there is no complete backup{0}")]
    NoBackup(String),
    #[error(
        "the manifest of the backup {0} is not yours: its MAC is not of this backup key, or its SHA-256 is not the expected one"
    )]
    NotAuthentic(String),
    #[error("backups/{id}/{file}: {reason}")]
    Damaged { id: String, file: String, reason: String },
    #[error(
        "{count} audio files are missing or damaged in the service's media, and were not copied to the backup {id}: {first}, …"
    )]
    Incomplete { id: String, count: usize, first: String },
    #[error("nothing was replaced, because: {}", .0.join("; "))]
    Refused(Vec<String>),
    #[error("{path}: {error}")]
    File { path: String, error: std::io::Error },
    #[error(transparent)]
    Media(#[from] MediaError),
    #[error(transparent)]
    Database(#[from] BackupError),
    #[error(transparent)]
    Copy(#[from] CopyError),
}

impl Failure {
    fn file(path: &Path) -> impl FnOnce(std::io::Error) -> Self + use<> {
        let path = path.display().to_string();
        |error| Self::File { path, error }
    }
}

/// The path of a file of the backup with this ID.
fn path_of(id: &str, file: &str) -> String {
    format!("{BACKUPS}/{id}/{file}")
}

fn audio_path(cid: &str) -> String {
    format!("{AUDIO}/{cid}")
}

/// A folder for files that will be moved to this place: on the same file system, if it is a folder.
fn scratch(place: &FilePlace) -> Result<tempfile::TempDir, Failure> {
    match place {
        FilePlace::Bucket(_) => scratch_in(&std::env::temp_dir()),
        FilePlace::Folder(root) => {
            stagepass_kit::private::create_folder(root).map_err(Failure::file(root))?;
            scratch_in(root)
        }
    }
}

fn scratch_in(folder: &Path) -> Result<tempfile::TempDir, Failure> {
    tempfile::Builder::new().prefix(".scratch-").tempdir_in(folder).map_err(Failure::file(folder))
}
