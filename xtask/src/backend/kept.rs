//! Servers whose state stays in a folder between runs.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{App, Backend, DATABASE, Tracks, build, write_private};

/// What is in the folder, for one redirect URI.
pub(crate) struct Kept {
    pub(crate) backend: Backend,
    pub(crate) app: App,
    pub(crate) tracks: Tracks,
}

/// `apps.json`: it keeps the app of each redirect URI, so that another port does not need a new folder.
#[derive(Deserialize, Serialize)]
struct Record {
    tracks: Tracks,
    apps: BTreeMap<String, App>,
}

/// Builds the servers and fills `folder`, if that was not done before. The record is written last: a start that was cut off begins anew.
pub(crate) fn kept(folder: &Path, redirect_uri: &str) -> Result<Kept> {
    let backend = Backend { program: build()?, folder: folder.to_owned() };
    let record = folder.join("apps.json");
    let mut known = match read(folder, &record)? {
        Some(known) => known,
        None => fill(&backend)?,
    };
    let app = match known.apps.get(redirect_uri) {
        Some(app) => app.clone(),
        None => backend.add_app("Stagepass demo", &[redirect_uri.to_owned()])?,
    };
    if known.apps.insert(redirect_uri.to_owned(), app.clone()).is_none() {
        write_private(&record, &serde_json::to_string(&known)?)?;
    }
    Ok(Kept { backend, app, tracks: known.tracks })
}

/// `None` where there is nothing, or what was kept before there were tracks.
fn read(folder: &Path, record: &Path) -> Result<Option<Record>> {
    let Ok(json) = fs::read_to_string(record) else { return Ok(None) };
    let damaged = || format!("{} is damaged: remove it", record.display());
    let value: Value = serde_json::from_str(&json).with_context(damaged)?;
    if value.get("tracks").is_none() || !folder.join(DATABASE).is_file() {
        return Ok(None);
    }
    serde_json::from_value(value).map(Some).with_context(damaged)
}

fn fill(backend: &Backend) -> Result<Record> {
    clear(&backend.folder)?;
    backend.add_demo_user()?;
    Ok(Record { tracks: backend.add_tracks()?, apps: BTreeMap::new() })
}

fn clear(folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| format!("cannot remove {}", folder.display()))?;
    }
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))
}
