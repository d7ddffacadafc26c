//! Deleting old backups, and then the audio that no remaining backup refers to.

use std::collections::HashSet;
use std::path::Path;

use stagepass_media::FilePlace;
use stagepass_media::cid::sha256_of;

use super::audio_list;
use super::manifest::{Backups, Manifest, id_of};
use super::{AUDIO, AUDIO_LIST, Failure, MANIFEST, path_of};

/// For how long a backup without a manifest may still be running, in seconds: in a bucket, nothing else shows that.
const RUNNING: i64 = 86_400;

/// Deletes all complete backups but the newest `keep`, and interrupted ones. Returns the IDs of the deleted.
pub(super) async fn prune(place: &FilePlace, keep: usize, now: i64, scratch: &Path) -> Result<Vec<String>, Failure> {
    let backups = Backups::at(place).await?;
    let complete = backups.ids(true);
    let (old, kept) = complete.split_at(complete.len().saturating_sub(keep.max(1)));
    let may_run = |id: &str| match place {
        // It would hold the lock.
        FilePlace::Folder(_) => false,
        FilePlace::Bucket(_) => id > id_of(now - RUNNING).as_str(),
    };
    let (running, dead): (Vec<&str>, Vec<&str>) = backups.ids(false).into_iter().partition(|id| may_run(id));
    let mut pruned = Vec::new();
    for id in old.iter().chain(&dead) {
        // First, so that it is not taken for a backup if this is interrupted.
        place.remove(&path_of(id, MANIFEST)).await?;
        for file in backups.files(id) {
            place.remove(file).await?;
        }
        pruned.push((*id).to_owned());
    }
    if let Some(id) = running.first() {
        tracing::warn!(
            backup = id,
            "no audio was pruned: this backup is running, or was interrupted less than a day ago"
        );
        return Ok(pruned);
    }
    let mut used = HashSet::new();
    for id in kept {
        let manifest = Manifest::read(place, id, scratch).await?;
        manifest.fetch(place, id, AUDIO_LIST, scratch).await?;
        for audio in audio_list::read(&scratch.join(AUDIO_LIST))? {
            used.insert(audio?.digest.sha256);
        }
    }
    for (path, _) in place.list(AUDIO).await? {
        let cid = path.strip_prefix(AUDIO).and_then(|rest| rest.strip_prefix('/')).and_then(sha256_of);
        if cid.is_some_and(|sha256| !used.contains(&sha256)) {
            place.remove(&path).await?;
        }
    }
    Ok(pruned)
}
