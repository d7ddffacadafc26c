//! The service's stored files: whether each content matches its name, and whether anything is left over at the end.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, SystemTime};

use anyhow::{Context as _, Result, bail, ensure};

use crate::installation::Installation;
use crate::load::audio_file::cid;

/// For what a service sweeps when it starts, and once more where something was under way.
const PATIENCE: Duration = Duration::from_mins(1);
const LOOK_EVERY: Duration = Duration::from_millis(100);
/// More than anything waits for, in seconds.
const AGE: i64 = 10 * 24 * 60 * 60;
/// Long ago.
const MTIME: Duration = Duration::from_secs(1_000_000_000);

/// The contents that were looked at already.
#[derive(Default)]
pub(super) struct Contents(BTreeSet<String>);

impl Contents {
    /// Checks that all stored audio matches its name, whatever was interrupted. Call it while no service runs.
    pub(super) fn check(&mut self, installation: &Installation) -> Result<()> {
        let folder = installation.media().join("audio");
        let names = names(&folder)?;
        // One that was dropped may come again.
        self.0.retain(|name| names.contains(name));
        for name in names {
            if !name.starts_with("bafkrei") || self.0.contains(&name) {
                continue;
            }
            let bytes = fs::read(folder.join(&name)).with_context(|| format!("cannot read {name}"))?;
            ensure!(cid(&bytes) == name, "the content {name} is another one: {} bytes", bytes.len());
            self.0.insert(name);
        }
        Ok(())
    }
}

/// Sets the database's times back by ten days, so that interrupted deletions of content expire. Otherwise they last ten
/// minutes, in which no upload of the same content can be completed. Call it while no service runs.
pub(super) fn expire_deletions(installation: &Installation) -> Result<()> {
    let statement = format!("UPDATE contents SET state_since = state_since - {AGE} WHERE state_since IS NOT NULL");
    installation.database.execute(&statement)
}

/// The same for all that expires, as if the service had been idle for days. Call it while no service runs.
pub(super) fn expire_all(installation: &Installation) -> Result<()> {
    expire_deletions(installation)?;
    let statement = format!("UPDATE uploads SET expires_at = expires_at - {AGE} WHERE expires_at IS NOT NULL");
    installation.database.execute(&statement)?;
    for folder in folders(installation) {
        for file in files(&folder)?.into_iter().filter(|file| !file.starts_with("audio")) {
            let path = folder.join(file);
            let set = File::options().write(true).open(&path);
            let set = set.and_then(|file| file.set_modified(SystemTime::UNIX_EPOCH + MTIME));
            set.with_context(|| format!("cannot make {} old", path.display()))?;
        }
    }
    Ok(())
}

/// Waits until the service has removed all files that belong to no complete upload.
pub(super) fn wait_for_cleanup(installation: &Installation) -> Result<()> {
    let mut left = left_over(installation)?;
    for _ in 0..PATIENCE.as_millis() / LOOK_EVERY.as_millis() {
        if left.is_empty() {
            return Ok(());
        }
        thread::sleep(LOOK_EVERY);
        left = left_over(installation)?;
    }
    bail!("after {PATIENCE:?} there is still: {}", left.join("; "))
}

/// The files that belong to no complete upload, as text.
fn left_over(installation: &Installation) -> Result<Vec<String>> {
    let mut left = Vec::new();
    for (what, query) in [
        ("an unfinished upload", "SELECT upload_id FROM uploads WHERE cid IS NULL"),
        (
            "an upload that has left something behind",
            "SELECT upload_id FROM uploads WHERE cid IS NOT NULL AND leftovers <> 0",
        ),
        ("a part of", "SELECT upload_id FROM upload_parts"),
        ("a multipart upload of", "SELECT upload_id FROM upload_multiparts"),
        ("a content that is being dropped", "SELECT cid FROM contents WHERE state = 1"),
    ] {
        left.extend(installation.database.query(query)?.into_iter().map(|name| format!("{what}, {name}")));
    }
    for folder in folders(installation) {
        let stray = files(&folder)?.into_iter().filter(|file| !file.starts_with("audio"));
        left.extend(stray.map(|file| format!("the file {} in {}", file.display(), folder.display())));
    }
    if let Some(bucket) = &installation.bucket {
        let multiparts = bucket.multiparts()?;
        if multiparts.parts > 0 {
            left.push(format!("{} parts at the S3 service", multiparts.parts));
        }
    }
    Ok(left)
}

/// Checks that exactly these contents are stored, as files and in the database.
pub(super) fn compare(installation: &Installation, kept: &BTreeSet<String>) -> Result<()> {
    let there = names(&installation.media().join("audio"))?;
    same("where audio is kept", &there, kept)?;
    let known = installation.database.query("SELECT cid FROM contents WHERE state = 0")?;
    same("in the database", &known.into_iter().collect(), kept)
}

fn same(place: &str, found: &BTreeSet<String>, kept: &BTreeSet<String>) -> Result<()> {
    let [orphans, missing] =
        [(found, kept), (kept, found)].map(|(one, other)| one.difference(other).collect::<Vec<_>>());
    ensure!(orphans.is_empty(), "{place} there is what no upload has: {orphans:?}");
    ensure!(missing.is_empty(), "{place} something is missing: {missing:?}");
    Ok(())
}

/// The folders with a service's files: audio or the bucket, and drafts, if there is a bucket.
fn folders(installation: &Installation) -> BTreeSet<PathBuf> {
    BTreeSet::from([installation.media(), installation.drafts()])
}

/// All files below `folder`, by their paths in it.
fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let (mut found, mut next) = (Vec::new(), vec![PathBuf::new()]);
    while let Some(below) = next.pop() {
        let entries = match fs::read_dir(folder.join(&below)) {
            Ok(entries) => entries,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => continue,
            Err(error) => return Err(error).with_context(|| format!("cannot read {}", folder.join(&below).display())),
        };
        for entry in entries.flatten() {
            let path = below.join(entry.file_name());
            if entry.path().is_dir() {
                next.push(path);
            } else {
                found.push(path);
            }
        }
    }
    Ok(found)
}

fn names(folder: &Path) -> Result<BTreeSet<String>> {
    Ok(files(folder)?.into_iter().map(|path| path.display().to_string()).collect())
}
