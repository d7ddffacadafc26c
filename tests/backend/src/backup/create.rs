//! Creating a backup while the servers run.
//!
//! The service's database is copied first, and then the audio that the copy refers to. If audio was deleted in between,
//! the database is copied again: the new copy does not refer to it. The access server's database is copied last, so it
//! has the rules of all tracks of the first.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io::Write as _;
use std::path::Path;

use data_encoding::HEXLOWER;
use serde_json::{Value, json};
use stagepass_kit::private;
use stagepass_media::{FileCopy, FileDigest, FilePlace};
use stagepass_store::{Snapshot, back_up};

use super::audio_list;
use super::authenticity::{self, BackupKey};
use super::lock::lock;
use super::manifest::{AudioTotals, Backups, FORMAT, Manifest, id_of};
use super::prune::prune;
use super::{
    ACCESS_DATABASE, ACCESS_KEY, AUDIO, AUDIO_LIST, Failure, MANIFEST, MANIFEST_MAC, SERVICE_DATABASE, STARTED,
    Sources, TOKEN_KEY, audio_path, path_of, scratch,
};

/// Creates a backup at this time (Unix seconds), and then deletes all but the newest `keep`. Returns a summary.
pub(crate) async fn create(sources: &Sources, to: &FilePlace, keep: Option<usize>, now: i64) -> Result<Value, Failure> {
    let _lock = lock(to)?;
    let scratch = scratch(to)?;
    let id = unused_id(to, now).await?;
    write(&scratch.path().join(STARTED), b"")?;
    to.put(&path_of(&id, STARTED), &scratch.path().join(STARTED)).await?;
    let mut copied = Copied::default();
    let (schema, totals) = copy_service(sources, to, scratch.path(), &mut copied).await?;
    let mut backup = Backup { to, id, scratch: scratch.path(), files: BTreeMap::new(), schema };
    if let Some(database) = sources.access_database.as_ref().filter(|other| **other != sources.database) {
        let file = scratch.path().join(ACCESS_DATABASE);
        back_up(database, &file).await?;
        backup.schema.extend(Snapshot::open(&file)?.schema()?);
        backup.add(ACCESS_DATABASE).await?;
    }
    for (name, key) in [(TOKEN_KEY, &sources.token_keys), (ACCESS_KEY, &sources.access_key)] {
        if let Some(key) = key {
            write(&scratch.path().join(name), format!("{}\n", key.trim()).as_bytes())?;
            backup.add(name).await?;
        }
    }
    backup.add(SERVICE_DATABASE).await?;
    backup.add(AUDIO_LIST).await?;
    let missing: Vec<String> = copied.missing.into_iter().collect();
    let (id, sha256) = backup.finish(totals, now, missing.clone(), sources.backup_key.as_ref()).await?;
    let pruned = match keep {
        Some(keep) => prune(to, keep, now, scratch.path()).await?,
        None => Vec::new(),
    };
    if let Some(first) = missing.first() {
        return Err(Failure::Incomplete { id, count: missing.len(), first: first.clone() });
    }
    let audio =
        json!({ "files": totals.files, "bytes": totals.bytes, "copied": copied.files, "copied_bytes": copied.bytes });
    Ok(json!({ "backup": id, "sha256": sha256, "audio": audio, "pruned": pruned }))
}

/// What was copied, and audio that could not be.
#[derive(Default)]
struct Copied {
    files: u64,
    bytes: u64,
    missing: BTreeSet<String>,
}

/// Copies the database to `scratch`, and all audio that it refers to. Returns its schema.
async fn copy_service(
    sources: &Sources,
    to: &FilePlace,
    scratch: &Path,
    copied: &mut Copied,
) -> Result<(BTreeMap<String, i64>, AudioTotals), Failure> {
    let (database, list) = (scratch.join(SERVICE_DATABASE), scratch.join(AUDIO_LIST));
    loop {
        let _ = std::fs::remove_file(&database);
        back_up(&sources.database, &database).await?;
        let snapshot = Snapshot::open(&database)?;
        let (files, bytes) = audio_list::write(&snapshot, &list)?;
        let missing = copy_audio(&sources.audio, to, &list, copied).await?;
        let is_final = missing.is_subset(&copied.missing);
        copied.missing = missing;
        // Missing twice: it is not that it was deleted after the database was copied.
        if is_final {
            // Another backup may have pruned audio of a bucket that was already there.
            if matches!(to, FilePlace::Bucket(_)) {
                copy_audio(&sources.audio, to, &list, copied).await?;
            }
            return Ok((snapshot.schema()?.into_iter().collect(), AudioTotals { files, bytes }));
        }
    }
}

/// Copies the listed audio that is not there. Returns the CIDs of files that are missing at the source, or damaged. Of
/// audio that is already there, only the size is compared with the source.
async fn copy_audio(
    from: &FilePlace,
    to: &FilePlace,
    list: &Path,
    copied: &mut Copied,
) -> Result<BTreeSet<String>, Failure> {
    let there: HashMap<String, u64> = to.list(AUDIO).await?.into_iter().collect();
    let live: HashMap<String, u64> = from.list(AUDIO).await?.into_iter().collect();
    let mut missing = BTreeSet::new();
    for audio in audio_list::read(list)? {
        let audio = audio?;
        let path = audio_path(&audio.cid);
        if there.get(&path) == Some(&audio.digest.size) {
            if live.get(&path) != Some(&audio.digest.size) {
                missing.insert(audio.cid);
            }
            continue;
        }
        match from.copy(&path, to, |digest| *digest == audio.digest).await? {
            FileCopy::Copied(FileDigest { size, .. }) => {
                copied.files += 1;
                copied.bytes += size;
            }
            FileCopy::Missing | FileCopy::Differs => {
                missing.insert(audio.cid);
            }
        }
    }
    Ok(missing)
}

/// A backup that is being written.
struct Backup<'a> {
    to: &'a FilePlace,
    id: String,
    scratch: &'a Path,
    files: BTreeMap<String, super::manifest::ManifestFile>,
    schema: BTreeMap<String, i64>,
}

impl Backup<'_> {
    /// Moves a file of the scratch folder into the backup.
    async fn add(&mut self, name: &str) -> Result<(), Failure> {
        let file = self.scratch.join(name);
        let digest = FileDigest::of(&file)?;
        self.to.put(&path_of(&self.id, name), &file).await?;
        self.files.insert(name.to_owned(), digest.into());
        Ok(())
    }

    /// Writes the manifest and its MAC, and returns the ID and the manifest's SHA-256.
    async fn finish(
        self,
        audio: AudioTotals,
        created_at: i64,
        missing_audio: Vec<String>,
        key: Option<&BackupKey>,
    ) -> Result<(String, String), Failure> {
        let Self { to, id, scratch, files, schema } = self;
        let program = env!("CARGO_PKG_VERSION").to_owned();
        let manifest = Manifest { format: FORMAT, program, created_at, schema, files, audio, missing_audio };
        let file = scratch.join(MANIFEST);
        let text = serde_json::to_string_pretty(&manifest).map_err(|error| Failure::file(&file)(error.into()))?;
        let text = text + "\n";
        if let Some(key) = key {
            let file = scratch.join(MANIFEST_MAC);
            write(&file, format!("{}\n", key.mac(&id, text.as_bytes())).as_bytes())?;
            to.put(&path_of(&id, MANIFEST_MAC), &file).await?;
        }
        write(&file, text.as_bytes())?;
        to.put(&path_of(&id, MANIFEST), &file).await?;
        to.remove(&path_of(&id, STARTED)).await?;
        Ok((id, HEXLOWER.encode(&authenticity::hash(text.as_bytes()))))
    }
}

fn write(path: &Path, text: &[u8]) -> Result<(), Failure> {
    let written = private::options().create(true).truncate(true).open(path).and_then(|mut file| {
        file.write_all(text)?;
        file.sync_all()
    });
    written.map_err(Failure::file(path))
}

/// The time as an ID, or a later one if there is a backup of that second.
async fn unused_id(to: &FilePlace, now: i64) -> Result<String, Failure> {
    let backups = Backups::at(to).await?;
    let ids = (now..).map(id_of);
    Ok(ids.into_iter().find(|id| backups.files(id).is_empty()).unwrap_or_default())
}
