//! Restoring a backup. Audio is added first, and each file is checked. Databases and keys are checked before anything,
//! and put in their places last, if nothing is wrong.

mod destination;

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use stagepass_media::{FileCopy, FilePlace};
use stagepass_store::{DatabaseAddress, Snapshot};

use self::destination::Destination;
use super::audio_list::{self, AudioFile};
use super::authenticity::Authenticity;
use super::manifest::{Backups, Manifest};
use super::{
    ACCESS_DATABASE, ACCESS_KEY, AUDIO, AUDIO_LIST, Failure, SERVICE_DATABASE, TOKEN_KEY, audio_path, scratch_in,
};

/// The most problems that are listed.
const MOST_PROBLEMS: usize = 20;

/// What to restore, and where.
pub(crate) struct RestoreOptions {
    /// The ID of the backup. The newest complete one if there is none.
    pub(crate) backup: Option<String>,
    pub(crate) authenticity: Authenticity,
    pub(crate) database: DatabaseAddress,
    pub(crate) audio: FilePlace,
    pub(crate) token_key_file: Option<PathBuf>,
    pub(crate) access_database: Option<DatabaseAddress>,
    pub(crate) access_key_file: Option<PathBuf>,
    /// Only reports.
    pub(crate) dry_run: bool,
    /// Moves existing files aside.
    pub(crate) replace: bool,
    /// Continues if audio is missing or damaged.
    pub(crate) without_damaged_audio: bool,
}

/// Restores a backup, or reports what would be done. Returns a summary.
pub(crate) async fn restore(from: &FilePlace, options: &RestoreOptions) -> Result<Value, Failure> {
    let (id, manifest, scratch) = open(from, options).await?;
    let mut problems = Vec::new();
    for file in manifest.files.keys() {
        if let Err(error) = manifest.fetch(from, &id, file, scratch.path()).await {
            problems.push(error.to_string());
        }
    }
    for database in [SERVICE_DATABASE, ACCESS_DATABASE] {
        let file = scratch.path().join(database);
        if let Some(error) = file.exists().then(|| Snapshot::open(&file).err()).flatten() {
            problems.push(format!("backups/{id}/{database}: {error}"));
        }
    }
    let mut destinations = Vec::new();
    for (file, destination) in options.destinations() {
        match (manifest.files.contains_key(file), destination) {
            (false, _) => {}
            (true, None) => problems.push(format!("the backup has {file}, and no place is given for it")),
            (true, Some(destination)) => {
                problems.extend(destination.problem(&scratch.path().join(file), options.replace).await?);
                destinations.push((file, destination));
            }
        }
    }
    let mut audio = Audio::default();
    // A damaged list has been reported. To copy by it would be wrong.
    if problems.is_empty() {
        audio.restore(from, &scratch.path().join(AUDIO_LIST), options, &manifest.missing_audio).await?;
        if !options.without_damaged_audio {
            problems.append(&mut audio.problems);
        }
    }
    if !problems.is_empty() && !options.dry_run {
        return Err(Failure::Refused(problems));
    }
    if !options.dry_run {
        place(&destinations, scratch.path(), options.replace, &id).await?;
    }
    let places: serde_json::Map<_, _> =
        destinations.iter().map(|(file, destination)| ((*file).to_owned(), destination.to_string().into())).collect();
    let counts = json!({ "files": audio.files, "bytes": audio.bytes, "already_there": audio.already_there });
    Ok(json!({
        "backup": id, "program": manifest.program, "schema": manifest.schema, "places": places, "audio": counts,
        "missing_audio": manifest.missing_audio, "damaged_audio": audio.problems, "problems": problems,
    }))
}

/// Puts the files in the folder `restored` in their places, if these are still free. It may have taken hours to copy
/// the audio, and a server may have been started since the first check.
async fn place(
    destinations: &[(&'static str, Destination)],
    restored: &Path,
    replace: bool,
    id: &str,
) -> Result<(), Failure> {
    let mut problems = Vec::new();
    for (file, destination) in destinations {
        problems.extend(destination.problem(&restored.join(file), replace).await?);
    }
    if !problems.is_empty() {
        return Err(Failure::Refused(problems));
    }
    for (file, destination) in destinations {
        destination.place(&restored.join(file), id).await?;
    }
    Ok(())
}

/// Chooses the backup and reads its manifest. The files of the backup will be in the returned folder, which is beside
/// the database, if that is a file.
async fn open(from: &FilePlace, options: &RestoreOptions) -> Result<(String, Manifest, tempfile::TempDir), Failure> {
    let backups = Backups::at(from).await?;
    let complete = backups.ids(true);
    let id = match &options.backup {
        Some(id) => complete.iter().find(|complete| *complete == id),
        None => complete.last(),
    };
    let missing = || Failure::NoBackup(options.backup.as_ref().map_or_else(String::new, |id| format!(" {id}")));
    let id = (*id.ok_or_else(missing)?).to_owned();
    // Nothing of it is written to the operator's folders before it is known to be theirs.
    let examined = scratch_in(&std::env::temp_dir())?;
    let manifest = Manifest::read_authentic(from, &id, examined.path(), &options.authenticity).await?;
    let beside = options.database.file().and_then(Path::parent).filter(|folder| folder.is_dir() && !options.dry_run);
    let scratch = match beside {
        Some(folder) => scratch_in(folder)?,
        None => scratch_in(&std::env::temp_dir())?,
    };
    Ok((id, manifest, scratch))
}

impl RestoreOptions {
    /// Keys first: a database without them is of no use.
    fn destinations(&self) -> [(&'static str, Option<Destination>); 4] {
        let file = |path: &Option<PathBuf>| path.clone().map(Destination::Key);
        [
            (TOKEN_KEY, file(&self.token_key_file)),
            (ACCESS_KEY, file(&self.access_key_file)),
            (ACCESS_DATABASE, self.access_database.clone().map(Destination::Database)),
            (SERVICE_DATABASE, Some(Destination::Database(self.database.clone()))),
        ]
    }
}

#[derive(Default)]
struct Audio {
    files: u64,
    bytes: u64,
    already_there: u64,
    problems: Vec<String>,
}

impl Audio {
    /// Copies, or only reads, all listed audio. What was missing when the backup was created may be there from an
    /// earlier one, and is left out otherwise.
    async fn restore(
        &mut self,
        from: &FilePlace,
        list: &Path,
        options: &RestoreOptions,
        missing: &[String],
    ) -> Result<(), Failure> {
        let there: std::collections::HashMap<String, u64> = options.audio.list(AUDIO).await?.into_iter().collect();
        for audio in audio_list::read(list)? {
            let audio = audio?;
            let path = audio_path(&audio.cid);
            if missing.contains(&audio.cid) && from.digest(&path).await? != Some(audio.digest) {
                continue;
            }
            self.files += 1;
            self.bytes += audio.digest.size;
            if let Some(problem) = self.one(from, &audio, there.get(&path), options).await?
                && self.problems.len() < MOST_PROBLEMS
            {
                self.problems.push(format!("audio/{}: {problem}", audio.cid));
            }
        }
        Ok(())
    }

    async fn one(
        &mut self,
        from: &FilePlace,
        audio: &AudioFile,
        there: Option<&u64>,
        options: &RestoreOptions,
    ) -> Result<Option<&'static str>, Failure> {
        let path = audio_path(&audio.cid);
        let is_same_size = there == Some(&audio.digest.size);
        if is_same_size && options.audio.digest(&path).await? == Some(audio.digest) {
            self.already_there += 1;
            if !options.dry_run {
                return Ok(None);
            }
        } else if there.is_some() && !options.replace {
            return Ok(Some(if is_same_size {
                "there is a damaged file: use --replace"
            } else {
                "there is a file of another size: use --replace"
            }));
        }
        let outcome = if options.dry_run {
            match from.digest(&path).await? {
                None => FileCopy::Missing,
                Some(digest) if digest == audio.digest => FileCopy::Copied(digest),
                Some(_) => FileCopy::Differs,
            }
        } else {
            from.copy(&path, &options.audio, |digest| *digest == audio.digest).await?
        };
        Ok(match outcome {
            FileCopy::Copied(_) => None,
            FileCopy::Missing => Some("it is missing in the backup"),
            FileCopy::Differs => Some("it is damaged in the backup"),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use stagepass_store::Store;

    use super::*;

    #[tokio::test]
    async fn database_opened_since_check_is_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let [live, key, restored] = ["live.db", "key", "restored"].map(|name| folder.path().join(name));
        let address = DatabaseAddress::from(live.clone());
        Store::migrate(&address).await.unwrap();
        fs::create_dir(&restored).unwrap();
        fs::copy(&live, restored.join(SERVICE_DATABASE)).unwrap();
        fs::write(restored.join(TOKEN_KEY), "restored").unwrap();
        fs::write(&key, "live").unwrap();
        let places =
            [(TOKEN_KEY, Destination::Key(key.clone())), (SERVICE_DATABASE, Destination::Database(address.clone()))];
        for (file, destination) in &places {
            assert_eq!(destination.problem(&restored.join(file), true).await.unwrap(), None);
        }

        let store = Store::open(&address).await.unwrap();
        let refused = place(&places, &restored, true, "1").await.unwrap_err().to_string();
        assert!(refused.contains("is in use: stop the servers"), "{refused}");
        assert_eq!(fs::read_to_string(&key).unwrap(), "live");
        store.close().await;
        place(&places, &restored, true, "1").await.unwrap();
        assert_eq!(fs::read_to_string(&key).unwrap(), "restored");
        assert!(folder.path().join("live.db.before-1").exists());
    }
}
