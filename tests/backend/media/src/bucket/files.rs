//! Objects of any path below the prefix: those of a backup, and audio.

use std::io::Write;
use std::path::Path;

use futures_util::TryStreamExt as _;
use object_store::path::Path as ObjectPath;
use object_store::{ObjectStore as _, ObjectStoreExt as _};

use super::{Bucket, BucketError};
use crate::file_place::{Digester, FileDigest};

impl Bucket {
    /// Returns the paths and sizes of all objects below `folder`.
    pub(crate) async fn list_files(&self, folder: &str) -> Result<Vec<(String, u64)>, BucketError> {
        let (root, prefix) = (self.file(""), self.file(folder));
        let mut objects = self.0.objects.list(Some(&prefix));
        let mut files = Vec::new();
        while let Some(object) = self.in_time(objects.try_next()).await? {
            let path = object.location.as_ref().strip_prefix(root.as_ref()).unwrap_or_default();
            files.push((path.trim_start_matches('/').to_owned(), object.size));
        }
        Ok(files)
    }

    /// Writes an object to `to`, piece by piece.
    pub(crate) async fn fetch_file(&self, path: &str, to: &mut impl Write) -> Result<FileDigest, BucketError> {
        let mut bytes = self.in_time(self.0.objects.get(&self.file(path))).await?.into_stream();
        let mut digester = Digester::default();
        while let Some(piece) = self.in_time(bytes.try_next()).await? {
            digester.update(&piece);
            to.write_all(&piece).map_err(|error| BucketError::File { path: path.into(), error })?;
        }
        Ok(digester.finish())
    }

    /// Uploads `file`, which has `size` bytes, to this path. An existing object is replaced.
    pub(crate) async fn put_file(&self, path: &str, file: &Path, size: u64) -> Result<(), BucketError> {
        let object = self.file(path);
        self.send_file(&object, file, size).await?;
        if self.size(&object).await? == size { Ok(()) } else { Err(self.short()) }
    }

    /// Deletes an object, if it exists.
    pub(crate) async fn remove_file(&self, path: &str) -> Result<(), BucketError> {
        self.delete(&self.file(path)).await
    }

    fn file(&self, path: &str) -> ObjectPath {
        let parts = self.0.address.prefix().split('/').chain(path.split('/'));
        parts.filter(|part| !part.is_empty()).collect()
    }
}
