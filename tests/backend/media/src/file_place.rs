//! A folder or a bucket as a place of files, which are named by paths such as `audio/{cid}`. Backups are written to one
//! and restored from one. Files are read and written in pieces, whatever their size.
//!
//! A folder blocks the thread. Only for commands, not for servers.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read as _};
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

use super::bucket::{Bucket, BucketError};
use super::{AudioSource, MediaError, draft};
use stagepass_kit::private;

/// The size of a piece in bytes.
const PIECE: usize = 256 << 10;

/// A folder or a bucket.
#[derive(Debug, Clone)]
pub enum FilePlace {
    /// This folder, which is created by the first file.
    Folder(PathBuf),
    /// This bucket, below its prefix.
    Bucket(Bucket),
}

/// The size and the SHA-256 of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileDigest {
    /// In bytes.
    pub size: u64,
    /// The hash of the bytes.
    pub sha256: [u8; 32],
}

/// Computes a [`FileDigest`] while bytes are read.
#[derive(Debug, Default)]
pub(crate) struct Digester {
    hash: Sha256,
    size: u64,
}

/// The result of copying a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileCopy {
    /// It was copied.
    Copied(FileDigest),
    /// There is no such file.
    Missing,
    /// It has other bytes than expected, and was not copied.
    Differs,
}

impl From<AudioSource> for FilePlace {
    fn from(source: AudioSource) -> Self {
        match source {
            AudioSource::Folder(path) => Self::Folder(path),
            AudioSource::Bucket(bucket) => Self::Bucket(bucket),
        }
    }
}

impl Digester {
    pub(crate) fn update(&mut self, bytes: &[u8]) {
        self.hash.update(bytes);
        self.size += bytes.len() as u64;
    }

    pub(crate) fn finish(self) -> FileDigest {
        FileDigest { size: self.size, sha256: self.hash.finalize().into() }
    }
}

impl FileDigest {
    /// Reads a file of this machine.
    ///
    /// # Errors
    /// [`MediaError::Folder`] if it cannot be read.
    pub fn of(path: &Path) -> Result<Self, MediaError> {
        open(path).and_then(|mut file| pass_on(&mut file, &mut io::sink())).map_err(failed(path))
    }
}

impl FilePlace {
    /// Returns the paths and sizes of all files below `folder`. Hidden files are left out.
    ///
    /// # Errors
    /// [`MediaError`].
    pub async fn list(&self, folder: &str) -> Result<Vec<(String, u64)>, MediaError> {
        match self {
            Self::Bucket(bucket) => Ok(bucket.list_files(folder).await?),
            Self::Folder(root) => {
                let mut files = Vec::new();
                collect(&root.join(folder), folder, &mut files).map_err(failed(root))?;
                Ok(files)
            }
        }
    }

    /// Reads a file without writing it anywhere. Returns `None` if there is none.
    ///
    /// # Errors
    /// [`MediaError`].
    pub async fn digest(&self, path: &str) -> Result<Option<FileDigest>, MediaError> {
        match self {
            Self::Bucket(bucket) => found(bucket.fetch_file(path, &mut io::sink()).await),
            Self::Folder(root) => match open(&root.join(path)) {
                Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
                opened => opened
                    .and_then(|mut file| pass_on(&mut file, &mut io::sink()))
                    .map(Some)
                    .map_err(failed(&root.join(path))),
            },
        }
    }

    /// Writes a file to the path `to` of this machine, readable by its owner only, and waits until it is durable.
    /// Returns `None` if there is no such file.
    ///
    /// # Errors
    /// [`MediaError`].
    pub async fn fetch(&self, path: &str, to: &Path) -> Result<Option<FileDigest>, MediaError> {
        let mut from = match self {
            Self::Bucket(_) => None,
            Self::Folder(root) => match open(&root.join(path)) {
                Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
                opened => Some(opened.map_err(failed(&root.join(path)))?),
            },
        };
        let mut file = private::options().create(true).truncate(true).open(to).map_err(failed(to))?;
        let digest = match (self, &mut from) {
            (Self::Folder(_), Some(from)) => Some(pass_on(from, &mut file).map_err(failed(to))?),
            (Self::Folder(_), None) => None,
            (Self::Bucket(bucket), _) => found(bucket.fetch_file(path, &mut file).await)?,
        };
        file.sync_all().map_err(failed(to))?;
        Ok(digest)
    }

    /// As [`FilePlace::fetch`], of a place that others can write to: in a folder, follows no link, and reads only
    /// regular files.
    ///
    /// # Errors
    /// [`MediaError`].
    pub async fn fetch_regular(&self, path: &str, to: &Path) -> Result<Option<FileDigest>, MediaError> {
        if let Self::Folder(root) = self {
            check_regular(root, path).map_err(failed(&root.join(path)))?;
        }
        self.fetch(path, to).await
    }

    /// Moves the file `from` of this machine here. It appears under its path once it is complete and durable.
    ///
    /// # Errors
    /// [`MediaError`].
    pub async fn put(&self, path: &str, from: &Path) -> Result<(), MediaError> {
        match self {
            Self::Bucket(bucket) => {
                let size = fs::metadata(from).map_err(failed(from))?.len();
                Ok(bucket.put_file(path, from, size).await?)
            }
            Self::Folder(root) => {
                let draft = self.draft(root, path)?;
                // A rename works within a file system only.
                if fs::rename(from, &draft).is_err() {
                    fetch_local(from, &draft).map_err(failed(&draft))?;
                }
                publish(&draft, &root.join(path))
            }
        }
    }

    /// Copies a file to the same path of `to`, if `is_right` accepts its bytes.
    ///
    /// # Errors
    /// [`MediaError`].
    pub async fn copy(
        &self,
        path: &str,
        to: &Self,
        is_right: impl Fn(&FileDigest) -> bool,
    ) -> Result<FileCopy, MediaError> {
        let folder;
        let draft = match (self, to) {
            (_, Self::Folder(root)) => self.draft(root, path)?,
            (Self::Folder(root), Self::Bucket(_)) => root.join(path),
            (Self::Bucket(_), Self::Bucket(_)) => {
                folder = tempfile::tempdir().map_err(failed(&std::env::temp_dir()))?;
                folder.path().join("file")
            }
        };
        let read = match (self, to) {
            (Self::Folder(_), Self::Bucket(_)) => self.digest(path).await,
            _ => self.fetch(path, &draft).await,
        };
        let outcome = match read? {
            None => return Ok(FileCopy::Missing),
            Some(digest) if is_right(&digest) => FileCopy::Copied(digest),
            Some(_) => FileCopy::Differs,
        };
        match (to, outcome) {
            (Self::Bucket(bucket), FileCopy::Copied(digest)) => bucket.put_file(path, &draft, digest.size).await?,
            (Self::Folder(root), FileCopy::Copied(_)) => publish(&draft, &root.join(path))?,
            (Self::Folder(_), _) => fs::remove_file(&draft).map_err(failed(&draft))?,
            (Self::Bucket(_), _) => {}
        }
        Ok(outcome)
    }

    /// Deletes a file, if it exists. In a folder, also its folder, if that is empty then.
    ///
    /// # Errors
    /// [`MediaError`].
    pub async fn remove(&self, path: &str) -> Result<(), MediaError> {
        match self {
            Self::Bucket(bucket) => Ok(bucket.remove_file(path).await?),
            Self::Folder(root) => {
                let file = root.join(path);
                match fs::remove_file(&file) {
                    Err(error) if error.kind() != ErrorKind::NotFound => return Err(failed(&file)(error)),
                    _ => {}
                }
                // It may have other files.
                let _ = file.parent().map(fs::remove_dir);
                Ok(())
            }
        }
    }

    /// The path of a file that will be renamed to `path`. Creates its folder.
    #[expect(clippy::unused_self, reason = "it reads as the part of the place that it is")]
    fn draft(&self, root: &Path, path: &str) -> Result<PathBuf, MediaError> {
        let file = root.join(path);
        let folder = file.parent().unwrap_or(root);
        if !folder.is_dir() {
            private::create_folder(folder).map_err(failed(folder))?;
        }
        Ok(folder.join(format!(".draft-{}", std::process::id())))
    }
}

fn publish(draft: &Path, file: &Path) -> Result<(), MediaError> {
    fs::rename(draft, file).map_err(failed(file))?;
    file.parent().map_or(Ok(()), draft::sync_folder).map_err(failed(file))
}

fn fetch_local(from: &Path, to: &Path) -> io::Result<()> {
    let mut file = private::options().create(true).truncate(true).open(to)?;
    pass_on(&mut File::open(from)?, &mut file)?;
    file.sync_all()?;
    fs::remove_file(from)
}

/// Copies all bytes, and computes their digest.
fn pass_on(from: &mut File, to: &mut impl io::Write) -> io::Result<FileDigest> {
    let (mut digester, mut piece) = (Digester::default(), vec![0; PIECE]);
    loop {
        let bytes = match from.read(&mut piece) {
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            read => piece.get(..read?).unwrap_or_default(),
        };
        if bytes.is_empty() {
            to.flush()?;
            return Ok(digester.finish());
        }
        digester.update(bytes);
        to.write_all(bytes)?;
    }
}

fn found(read: Result<FileDigest, BucketError>) -> Result<Option<FileDigest>, MediaError> {
    match read {
        Ok(digest) => Ok(Some(digest)),
        Err(BucketError::Missing(_)) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

fn collect(folder: &Path, path: &str, files: &mut Vec<(String, u64)>) -> io::Result<()> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        entries => entries?,
    };
    for entry in entries {
        let entry = entry?;
        let Ok(name) = entry.file_name().into_string() else { continue };
        let (metadata, path) = (entry.metadata()?, format!("{path}/{name}"));
        if name.starts_with('.') {
            continue;
        }
        if metadata.is_dir() {
            collect(&entry.path(), &path, files)?;
        } else {
            files.push((path, metadata.len()));
        }
    }
    Ok(())
}

fn failed(path: &Path) -> impl FnOnce(io::Error) -> MediaError + use<> {
    let path = path.to_owned();
    |error| MediaError::Folder { path, error }
}

/// Opens a regular file. A pipe in its place would wait for a writer without end.
fn open(path: &Path) -> io::Result<File> {
    if fs::metadata(path)?.is_file() { File::open(path) } else { Err(io::Error::other("it is no regular file")) }
}

/// Checks that a file below `root`, if it is there, is one, and that no link leads to it.
fn check_regular(root: &Path, path: &str) -> io::Result<()> {
    let mut place = root.to_owned();
    let mut parts = path.split('/').peekable();
    while let Some(part) = parts.next() {
        place.push(part);
        let kind = match fs::symlink_metadata(&place) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
            found => found?.file_type(),
        };
        let is_regular = if parts.peek().is_none() { kind.is_file() } else { kind.is_dir() };
        if !is_regular {
            return Err(io::Error::other("it is a link, or no regular file"));
        }
    }
    Ok(())
}
