//! A file of this machine.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::UNIX_EPOCH;

use super::{Reading, UploadSource};

/// A file of this machine to upload. It is read part by part, in threads that may block.
#[derive(Clone, Debug)]
pub struct FileSource {
    file: Arc<Mutex<File>>,
    path: PathBuf,
    size: u64,
    modified: u64,
}

impl FileSource {
    /// Opens the file at this path.
    ///
    /// # Errors
    /// If it cannot be read.
    pub async fn open(path: impl AsRef<Path>) -> io::Result<Self> {
        let path = path.as_ref().to_owned();
        blocking(move || {
            let file = File::open(&path)?;
            let metadata = file.metadata()?;
            if !metadata.is_file() {
                return Err(io::Error::new(io::ErrorKind::InvalidInput, "not a file"));
            }
            let age = metadata.modified().ok().and_then(|at| at.duration_since(UNIX_EPOCH).ok());
            let modified = age.and_then(|age| u64::try_from(age.as_millis()).ok()).unwrap_or(0);
            Ok(Self { file: Arc::new(Mutex::new(file)), path, size: metadata.len(), modified })
        })
        .await
    }
}

impl UploadSource for FileSource {
    fn size(&self) -> u64 {
        self.size
    }

    fn read(&self, offset: u64, length: usize) -> Reading<'_> {
        let file = Arc::clone(&self.file);
        Box::pin(blocking(move || {
            let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
            file.seek(SeekFrom::Start(offset))?;
            let mut bytes = vec![0; length];
            file.read_exact(&mut bytes)?;
            Ok(bytes)
        }))
    }

    fn name(&self) -> Option<String> {
        Some(self.path.file_name()?.to_string_lossy().into_owned())
    }

    fn modified(&self) -> u64 {
        self.modified
    }
}

async fn blocking<T: Send + 'static>(work: impl FnOnce() -> io::Result<T> + Send + 'static) -> io::Result<T> {
    tokio::task::spawn_blocking(work).await.map_err(io::Error::other)?
}
