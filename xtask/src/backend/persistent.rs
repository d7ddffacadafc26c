//! The servers of `cargo xtask demo`, whose data stays in a folder between runs.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use stagepass_programs::backend::{AppCredentials, write_private};

use super::{Backend, DATABASE, Tracks};

/// The format of the databases and of `apps.json`. Data of another format is replaced.
const FORMAT: u32 = 2;

/// The servers, and what the demo needs to know of their data.
pub(crate) struct PersistentBackend {
    pub(crate) backend: Backend,
    pub(crate) app: AppCredentials,
    pub(crate) tracks: Tracks,
}

/// `apps.json`, with an app for each list of redirect URIs: another port of the demo does not need a new folder.
#[derive(Deserialize, Serialize)]
struct Record {
    format: u32,
    tracks: Tracks,
    apps: BTreeMap<String, AppCredentials>,
}

impl PersistentBackend {
    /// Builds the servers, and adds what is missing in `folder`. Writes the record last, so that an interrupted start
    /// is repeated.
    pub(crate) fn open(folder: &Path, redirect_uris: &[String]) -> Result<Self> {
        let backend = Backend::build(folder, None)?;
        let file = folder.join("apps.json");
        let mut record = match read(folder, &file)? {
            Some(record) => record,
            None => initialize(&backend)?,
        };
        let name = redirect_uris.join(" ");
        let app = match record.apps.get(&name) {
            Some(app) => app.clone(),
            None => backend.add_app("Stagepass demo", redirect_uris)?,
        };
        if record.apps.insert(name, app.clone()).is_none() {
            write_private(&file, &serde_json::to_string(&record)?)?;
        }
        Ok(Self { backend, app, tracks: record.tracks })
    }
}

/// `None` if there is no data, or data of another format, which these servers would refuse.
fn read(folder: &Path, file: &Path) -> Result<Option<Record>> {
    let Ok(json) = fs::read_to_string(file) else { return Ok(None) };
    let damaged = || format!("{} is damaged: remove it", file.display());
    let value: Value = serde_json::from_str(&json).with_context(damaged)?;
    if value.get("format") != Some(&Value::from(FORMAT)) || !folder.join(DATABASE).is_file() {
        return Ok(None);
    }
    serde_json::from_value(value).map(Some).with_context(damaged)
}

fn initialize(backend: &Backend) -> Result<Record> {
    let folder = &backend.folder;
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| format!("cannot remove {}", folder.display()))?;
    }
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    backend.add_demo_user()?;
    Ok(Record { format: FORMAT, tracks: backend.add_tracks()?, apps: BTreeMap::new() })
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    fn record_of(json: &str) -> Result<Option<Record>> {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(DATABASE), "").unwrap();
        fs::write(folder.path().join("apps.json"), json).unwrap();
        read(folder.path(), &folder.path().join("apps.json"))
    }

    #[test]
    fn data_of_another_format_is_ignored() {
        let before = r#"{"tracks":{"public":2,"gated":1},"apps":{}}"#;
        for json in [r#"{"http://localhost:5173/callback.html":"0x58"}"#, before] {
            assert!(record_of(json).unwrap().is_none(), "{json}");
        }
        let nothing = tempfile::tempdir().unwrap();
        assert!(read(nothing.path(), &nothing.path().join("apps.json")).unwrap().is_none());
    }

    #[test]
    fn a_damaged_record_is_named_and_not_removed() {
        for json in ["{", r#"{"format":2,"tracks":{"public":2,"gated":1},"apps":{"http://localhost/":"0x58"}}"#] {
            let error = record_of(json).err().unwrap().to_string();
            assert!(error.contains("apps.json is damaged"), "{error}");
        }
    }

    #[test]
    fn a_written_record_can_be_read_by_this_user_alone() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("apps.json");
        fs::write(folder.path().join(DATABASE), "").unwrap();
        let app = AppCredentials { api_key: "0x58".to_owned(), bearer_token: "b".to_owned() };
        let record = Record {
            format: FORMAT,
            tracks: Tracks { public: 2, gated: 1 },
            apps: BTreeMap::from([("uri".to_owned(), app)]),
        };
        write_private(&file, &serde_json::to_string(&record).unwrap()).unwrap();
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
        let again = read(folder.path(), &file).unwrap().unwrap();
        assert_eq!((again.tracks.public, again.apps["uri"].bearer_token.as_str()), (2, "b"));
    }
}
