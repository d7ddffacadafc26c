//! One backup at a time is written to a folder. For a bucket, there is no lock.

use std::fs::{File, TryLockError};

use stagepass_kit::private;
use stagepass_media::FilePlace;

use super::Failure;

const LOCK: &str = "lock";

/// Held until the end of the process, or until it is dropped. None for a bucket.
pub(super) fn lock(place: &FilePlace) -> Result<Option<File>, Failure> {
    let FilePlace::Folder(root) = place else { return Ok(None) };
    private::create_folder(root).map_err(Failure::file(root))?;
    let path = root.join(LOCK);
    let file = private::options().create(true).open(&path).map_err(Failure::file(&path))?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Err(Failure::Locked(root.display().to_string())),
        Err(TryLockError::Error(error)) => Err(Failure::file(&path)(error)),
    }
}
