//! Finishing an upload: inspecting its bytes, moving them to the audio, or deleting them.
//!
//! In a folder, the draft is linked to its final path. It has both names until the database has recorded that it is
//! complete, so that nothing is lost if the service is killed. An existing file at the final path has the same bytes,
//! because the path is their hash. Neither is written any more: an upload is only linked when it is complete, and a
//! complete upload accepts no bytes.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use super::bucket::PART;
use super::{AUDIO, Bucket, ContentName, MediaError, MediaStore, Storage, UPLOADS, audio_path, draft};
use stagepass_kit::disk::Claim;
use stagepass_store::{AudioContent, UploadRecord};

/// The suffix of a file that was read back from the bucket for inspection.
const WHOLE: &str = "whole";
/// The suffix of a file that will be renamed to its final path.
const COPY: &str = "copy";

/// A file of an upload in the media folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LocalFile {
    pub upload_id: String,
    /// The time of the last write in Unix seconds.
    pub written_at: i64,
}

impl MediaStore {
    /// The path of the draft of an upload.
    pub fn draft(&self, upload_id: &str) -> PathBuf {
        self.root.join(UPLOADS).join(upload_id)
    }

    fn beside_draft(&self, upload_id: &str, kind: &str) -> PathBuf {
        self.root.join(UPLOADS).join(format!("{upload_id}.{kind}"))
    }

    /// The bucket, if audio is stored in one.
    pub fn bucket(&self) -> Option<&Bucket> {
        if let Storage::Bucket(bucket) = &self.storage { Some(bucket) } else { None }
    }

    /// Returns how many bytes of an unfinished upload exist: the recorded offset, but not more than there is.
    ///
    /// # Errors
    /// [`MediaError::Folder`] if the file cannot be accessed.
    pub async fn arrived(&self, upload: &UploadRecord) -> Result<u64, MediaError> {
        let path = self.draft(&upload.upload_id);
        let here = draft::length(&path).await.map_err(|error| MediaError::Folder { path, error })?;
        let there = here.max(u64::try_from(upload.in_parts).unwrap_or_default());
        Ok(there.min(upload.durable()).min(upload.bytes()))
    }

    /// Returns whether an upload of this size is sent to the bucket in parts while it is received. A smaller one stays
    /// in the folder until it is complete.
    pub fn is_put_in_parts(&self, size: u64) -> bool {
        self.bucket().is_some() && size > PART as u64
    }

    /// Reads back the object that was assembled in the bucket, so that the inspected bytes are those in the bucket.
    ///
    /// # Errors
    /// [`MediaError`].
    pub async fn read_back(
        &self,
        bucket: &Bucket,
        upload_id: &str,
        size: u64,
    ) -> Result<(PathBuf, ContentName), MediaError> {
        let whole = self.beside_draft(upload_id, WHOLE);
        let claimed = self.claim(size).await;
        let _claim = claimed.map_err(|error| MediaError::Folder { path: whole.clone(), error })?;
        let name = bucket.fetch(upload_id, &whole).await?;
        Ok((whole, name))
    }

    /// Claims disk space for this many bytes of unfinished uploads.
    async fn claim(&self, bytes: u64) -> io::Result<Claim> {
        self.disks().ask(move |disks| disks.claim(bytes)).await
    }

    /// Stores a verified upload under its CID. It is durable when this returns. The draft is unchanged.
    ///
    /// # Errors
    /// [`MediaError`].
    pub async fn place(&self, upload_id: &str, audio: &AudioContent) -> Result<(), MediaError> {
        let draft = self.draft(upload_id);
        match &self.storage {
            Storage::Bucket(bucket) if self.is_put_in_parts(audio.size) => {
                bucket.adopt(upload_id, &audio.cid, audio.size).await?;
            }
            Storage::Bucket(bucket) => drop(bucket.put(&audio.cid, &draft, audio.size).await?),
            Storage::Folder => {
                let (copy, to) = (self.beside_draft(upload_id, COPY), audio_path(&self.root, &audio.cid));
                let (folder, size) = (self.root.join(AUDIO), audio.size);
                let placing = move || {
                    link(&draft, &to, size).or_else(|_| rename_copy(&draft, &copy, &to))?;
                    if let Err(error) = share_with_group(&to, &folder) {
                        tracing::warn!(%error, file = %to.display(), "the group of the folder cannot read this file");
                    }
                    draft::sync_folder(&folder)
                };
                let placed = tokio::task::spawn_blocking(placing).await.map_err(io::Error::from).flatten();
                placed.map_err(|error| MediaError::Folder { path: self.root.join(AUDIO), error })?;
            }
        }
        Ok(())
    }

    /// Frees the space of a draft's bytes that are in the bucket as well.
    pub async fn make_room(&self, upload_id: &str, range: std::ops::Range<u64>) {
        let path = self.draft(upload_id);
        let punched = tokio::task::spawn_blocking(move || draft::punch(&path, &range)).await;
        if let Err(error) = punched.map_err(io::Error::from).flatten() {
            tracing::debug!(%error, upload_id, "the disk space of a part in the bucket could not be freed");
        }
    }

    /// Deletes the local files of an upload.
    ///
    /// # Errors
    /// [`MediaError::Folder`] if one cannot be deleted.
    pub async fn remove_draft(&self, upload_id: &str) -> Result<(), MediaError> {
        let [copy, whole] = [COPY, WHOLE].map(|kind| self.beside_draft(upload_id, kind));
        remove_all([copy, whole, self.draft(upload_id)]).await
    }

    /// Deletes the audio with this CID, if it exists.
    ///
    /// # Errors
    /// [`MediaError`] if it may still exist.
    pub async fn drop_audio(&self, cid: &str) -> Result<(), MediaError> {
        match &self.storage {
            Storage::Bucket(bucket) => Ok(bucket.delete_audio(cid).await?),
            Storage::Folder => remove_all([audio_path(&self.root, cid)]).await,
        }
    }

    /// Returns the local files of uploads.
    ///
    /// # Errors
    /// [`MediaError::Folder`] if the folder cannot be read.
    pub async fn local_files(&self) -> Result<Vec<LocalFile>, MediaError> {
        let path = self.root.join(UPLOADS);
        let folder = path.clone();
        let listed = tokio::task::spawn_blocking(move || list(&folder)).await.map_err(io::Error::from).flatten();
        listed.map_err(|error| MediaError::Folder { path, error })
    }
}

/// Deletes the files that exist, in this order.
async fn remove_all<const COUNT: usize>(paths: [PathBuf; COUNT]) -> Result<(), MediaError> {
    let first = paths.first().cloned().unwrap_or_default();
    // Together, because changing to another thread takes longer than deleting a file.
    let removing = tokio::task::spawn_blocking(move || {
        paths.into_iter().try_for_each(|path| draft::remove(&path).map_err(|error| MediaError::Folder { path, error }))
    });
    let failed = |error: tokio::task::JoinError| MediaError::Folder { path: first, error: error.into() };
    removing.await.map_err(failed)?
}

/// Links the draft to its second name. It is an error if a file with another size exists there, because that one is
/// damaged.
fn link(draft: &Path, to: &Path, size: u64) -> io::Result<()> {
    match fs::hard_link(draft, to) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists && fs::metadata(to)?.len() == size => Ok(()),
        linked => linked,
    }
}

/// For file systems without links. The copy is synced before it gets the name that nodes read.
fn rename_copy(draft: &Path, copy: &Path, to: &Path) -> io::Result<()> {
    fs::copy(draft, copy)?;
    File::open(copy)?.sync_all()?;
    fs::rename(copy, to)
}

/// Lets the group of the folder read the file, if the operator has let it enter the folder: a node that runs as another
/// user needs this. Otherwise a file has mode 0600.
fn share_with_group(file: &Path, folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown};

    let folder = fs::metadata(folder)?;
    if folder.mode() & 0o010 == 0 {
        return Ok(());
    }
    chown(file, None, Some(folder.gid()))?;
    fs::set_permissions(file, fs::Permissions::from_mode(0o640))
}

fn list(folder: &Path) -> io::Result<Vec<LocalFile>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let Some(upload_id) = entry.file_name().to_str().and_then(upload_of) else { continue };
        // It may have been deleted meanwhile.
        let Ok(metadata) = entry.metadata() else { continue };
        let written = metadata.modified()?.duration_since(UNIX_EPOCH).unwrap_or_default();
        let written_at = i64::try_from(written.as_secs()).unwrap_or(i64::MAX);
        files.push(LocalFile { upload_id, written_at });
    }
    Ok(files)
}

/// Returns the upload of a file. `None` if the service did not create it.
fn upload_of(file: &str) -> Option<String> {
    let (id, kind) = file.split_once('.').unwrap_or((file, COPY));
    let is_id = id.len() == 32 && id.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte));
    (is_id && [COPY, WHOLE].contains(&kind)).then(|| id.to_owned())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn folder_group_with_access_may_read_file() {
        use std::os::unix::fs::PermissionsExt as _;

        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("audio");
        fs::write(&file, "RIFF").unwrap();
        for (of_folder, expected) in [(0o700, 0o600), (0o704, 0o600), (0o710, 0o640), (0o750, 0o640)] {
            fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
            fs::set_permissions(folder.path(), fs::Permissions::from_mode(of_folder)).unwrap();
            share_with_group(&file, folder.path()).unwrap();
            assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, expected, "{of_folder:o}");
        }
    }

    /// The audio stays when the draft is deleted. A copy replaces a damaged file.
    #[test]
    fn link_keeps_audio_and_rejects_wrong_size() {
        let folder = tempfile::tempdir().unwrap();
        let [draft, copy, to] = ["draft", "copy", "audio"].map(|name| folder.path().join(name));
        fs::write(&draft, "sound").unwrap();
        link(&draft, &to, 5).unwrap();
        link(&draft, &to, 5).unwrap();
        fs::remove_file(&draft).unwrap();
        assert_eq!(fs::read(&to).unwrap(), b"sound");
        // A truncated file does not count.
        fs::write(&draft, "sounds").unwrap();
        assert!(link(&draft, &to, 6).is_err());
        rename_copy(&draft, &copy, &to).unwrap();
        assert_eq!((fs::read(&to).unwrap(), fs::read(&draft).unwrap()), (b"sounds".to_vec(), b"sounds".to_vec()));
        assert!(!copy.exists());
    }

    #[test]
    fn which_files_are_of_uploads() {
        let id = "0123456789abcdef0123456789abcdef";
        for file in [id.to_owned(), format!("{id}.copy"), format!("{id}.whole")] {
            assert_eq!(upload_of(&file).as_deref(), Some(id), "{file}");
        }
        let upper = id.to_uppercase();
        for file in
            ["", ".", ".DS_Store", "notes.txt", &id[1..], &upper, &format!("{id}.bak"), &format!("{id}.copy.copy")]
        {
            assert_eq!(upload_of(file), None, "{file}");
        }
    }

    proptest! {
        #[test]
        fn file_name_without_upload_id_is_ignored(name in ".{0,50}") {
            if let Some(id) = upload_of(&name) {
                prop_assert!(name.starts_with(&id) && id.len() == 32);
            }
        }
    }
}
