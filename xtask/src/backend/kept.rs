//! Servers whose state stays in a folder between runs.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{App, Backend, DATABASE, Tracks, write_private};

/// Of the databases and of the record. What was kept under another begins anew.
const FORMAT: u32 = 2;

/// What is in the folder, for one list of redirect URIs.
pub(crate) struct Kept {
    pub(crate) backend: Backend,
    pub(crate) app: App,
    pub(crate) tracks: Tracks,
}

/// `apps.json`: it keeps the app of each list of redirect URIs, so that another port does not need a new folder.
#[derive(Deserialize, Serialize)]
struct Record {
    format: u32,
    tracks: Tracks,
    apps: BTreeMap<String, App>,
}

/// Builds the servers and fills `folder`, if that was not done before. The record is written last: a start that was cut off begins anew.
pub(crate) fn kept(folder: &Path, redirect_uris: &[String]) -> Result<Kept> {
    let backend = Backend::build(folder, None)?;
    let record = folder.join("apps.json");
    let mut known = match read(folder, &record)? {
        Some(known) => known,
        None => fill(&backend)?,
    };
    let name = redirect_uris.join(" ");
    let app = match known.apps.get(&name) {
        Some(app) => app.clone(),
        None => backend.add_app("Stagepass demo", redirect_uris)?,
    };
    if known.apps.insert(name, app.clone()).is_none() {
        write_private(&record, &serde_json::to_string(&known)?)?;
    }
    Ok(Kept { backend, app, tracks: known.tracks })
}

/// `None` where there is nothing, or what servers of another format have kept, which these would refuse.
fn read(folder: &Path, record: &Path) -> Result<Option<Record>> {
    let Ok(json) = fs::read_to_string(record) else { return Ok(None) };
    let damaged = || format!("{} is damaged: remove it", record.display());
    let value: Value = serde_json::from_str(&json).with_context(damaged)?;
    if value.get("format") != Some(&Value::from(FORMAT)) || !folder.join(DATABASE).is_file() {
        return Ok(None);
    }
    serde_json::from_value(value).map(Some).with_context(damaged)
}

fn fill(backend: &Backend) -> Result<Record> {
    clear(&backend.folder)?;
    backend.add_demo_user()?;
    Ok(Record { format: FORMAT, tracks: backend.add_tracks()?, apps: BTreeMap::new() })
}

fn clear(folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| format!("cannot remove {}", folder.display()))?;
    }
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))
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
    fn what_was_kept_in_another_format_begins_anew() {
        let before = r#"{"tracks":{"public":2,"gated":1},"apps":{}}"#;
        for json in [r#"{"http://localhost:5173/callback.html":"0x58"}"#, before] {
            assert!(record_of(json).unwrap().is_none(), "{json}");
        }
        let nothing = tempfile::tempdir().unwrap();
        assert!(read(nothing.path(), &nothing.path().join("apps.json")).unwrap().is_none());
    }

    #[test]
    fn what_cannot_be_read_is_named_and_not_removed() {
        for json in ["{", r#"{"format":2,"tracks":{"public":2,"gated":1},"apps":{"http://localhost/":"0x58"}}"#] {
            let error = record_of(json).err().unwrap().to_string();
            assert!(error.contains("apps.json is damaged"), "{error}");
        }
    }

    #[test]
    fn what_is_written_can_be_read_again_by_this_user_alone() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("apps.json");
        fs::write(folder.path().join(DATABASE), "").unwrap();
        let app = App { api_key: "0x58".to_owned(), bearer_token: "b".to_owned() };
        let known = Record {
            format: FORMAT,
            tracks: Tracks { public: 2, gated: 1 },
            apps: BTreeMap::from([("uri".to_owned(), app)]),
        };
        write_private(&file, &serde_json::to_string(&known).unwrap()).unwrap();
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
        let again = read(folder.path(), &file).unwrap().unwrap();
        assert_eq!((again.tracks.public, again.apps["uri"].bearer_token.as_str()), (2, "b"));
    }
}
