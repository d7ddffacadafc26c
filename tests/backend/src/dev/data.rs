//! The folder `.stagepass` of an app: database, audio, keys, and a record of the app and its tracks.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use stagepass_kit::private;
use stagepass_service::accounts::AccessServerKey;
use stagepass_store::{DatabaseAddress, Synchronous};

use crate::cli::outcome::Outcome;

const NAME: &str = ".stagepass";
const RECORD: &str = "dev.json";
/// Identifies a folder that this program has created. All of it is ignored by git.
const GITIGNORE: &str = "# Created by `stagepass-backend dev`.\n*\n";
/// The format of the record.
const FORMAT: u32 = 1;

/// The folder with the data.
#[derive(Debug)]
pub(super) struct DataFolder(PathBuf);

/// The app and the tracks that were created at the first start. Contains secrets.
#[derive(Serialize, Deserialize)]
pub(super) struct Record {
    format: u32,
    pub(super) api_key: String,
    pub(super) access_server_id: String,
    pub(super) credential: String,
    /// The private key of the access server.
    pub(super) signing_key: String,
    pub(super) public_track: i64,
    pub(super) gated_track: i64,
    pub(super) members_track: i64,
}

/// The credentials of the app and the access server.
pub(super) struct Credentials {
    pub(super) api_key: String,
    pub(super) access_server: AccessServerKey,
    pub(super) signing_key: String,
}

impl Record {
    pub(super) fn new(credentials: Credentials, [public_track, gated_track, members_track]: [i64; 3]) -> Self {
        let Credentials { api_key, access_server, signing_key } = credentials;
        let AccessServerKey { access_server_id, credential } = access_server;
        Self {
            format: FORMAT,
            api_key,
            access_server_id,
            credential,
            signing_key,
            public_track,
            gated_track,
            members_track,
        }
    }
}

impl DataFolder {
    /// Opens the folder, or creates it. The record is written last, so a folder without one is of an interrupted first
    /// start: it is replaced, unless another program has created it.
    pub(super) fn open(app: &Path) -> Outcome<Self> {
        let folder = Self(app.join(NAME));
        let failed =
            |error| format!("cannot write to {}: {error}: name a folder of your own with --cwd", folder.0.display());
        if folder.0.exists() && !folder.0.join(RECORD).exists() {
            if fs::read_to_string(folder.0.join(".gitignore")).unwrap_or_default() != GITIGNORE {
                let path = folder.0.display();
                return Err(format!("{path} has no {RECORD}: move it away or delete it, and start again").into());
            }
            fs::remove_dir_all(&folder.0).map_err(failed)?;
        }
        private::create_folder(&folder.0).map_err(failed)?;
        private::create_folder(&folder.media()).map_err(failed)?;
        fs::write(folder.0.join(".gitignore"), GITIGNORE).map_err(failed)?;
        Ok(folder)
    }

    /// Reads the record. `None` at the first start.
    pub(super) fn record(&self) -> Outcome<Option<Record>> {
        let file = self.0.join(RECORD);
        if !file.exists() {
            return Ok(None);
        }
        let record = private::read_secret(&file)?;
        match serde_json::from_str::<Record>(&record) {
            Ok(record) if record.format == FORMAT => Ok(Some(record)),
            _ => {
                let path = self.0.display();
                Err(format!("{path} is damaged, or of another version: delete the folder for new data").into())
            }
        }
    }

    /// Writes the record, which only this user can read.
    pub(super) fn write(&self, record: &Record) -> Outcome {
        let mut file = private::options().create_new(true).open(self.0.join(RECORD))?;
        Ok(file.write_all(serde_json::to_string(record)?.as_bytes())?)
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }

    pub(super) fn media(&self) -> PathBuf {
        self.0.join("media")
    }

    /// The address of the database with this name.
    pub(super) fn database(&self, name: &str) -> DatabaseAddress {
        DatabaseAddress::File { path: self.0.join(name), synchronous: Synchronous::Full }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record() -> Record {
        let [api_key, access_server_id, credential, signing_key] = ["0x58", "id", "as_", "0x01"].map(str::to_owned);
        let access_server = AccessServerKey { access_server_id, credential };
        Record::new(Credentials { api_key, access_server, signing_key }, [1, 2, 3])
    }

    #[test]
    fn record_is_read_back_and_git_ignores_folder() {
        let app = tempfile::tempdir().unwrap();
        let folder = DataFolder::open(app.path()).unwrap();
        assert!(folder.record().unwrap().is_none());
        folder.write(&record()).unwrap();
        let again = DataFolder::open(app.path()).unwrap().record().unwrap().unwrap();
        assert_eq!((again.api_key.as_str(), again.members_track), ("0x58", 3));
        assert!(fs::read_to_string(folder.path().join(".gitignore")).unwrap().lines().any(|line| line == "*"));
    }

    #[test]
    fn interrupted_first_start_is_repeated() {
        let app = tempfile::tempdir().unwrap();
        let folder = DataFolder::open(app.path()).unwrap();
        fs::write(folder.path().join("stagepass.db"), "half").unwrap();
        let again = DataFolder::open(app.path()).unwrap();
        assert!(!again.path().join("stagepass.db").exists());
    }

    #[test]
    fn folder_of_another_program_is_not_removed() {
        let app = tempfile::tempdir().unwrap();
        let file = app.path().join(NAME).join("stagepass.db");
        fs::create_dir(app.path().join(NAME)).unwrap();
        fs::write(&file, "data").unwrap();
        let error = DataFolder::open(app.path()).unwrap_err().to_string();
        assert!(error.contains("has no dev.json") && file.exists(), "{error}");
    }

    #[test]
    fn record_of_another_format_is_an_error() {
        let app = tempfile::tempdir().unwrap();
        let folder = DataFolder::open(app.path()).unwrap();
        folder.write(&Record { format: FORMAT + 1, ..record() }).unwrap();
        assert!(folder.record().err().unwrap().to_string().contains("of another version"));
    }
}
