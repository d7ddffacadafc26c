//! Sessions and logins in files that only this user of the system can read.
//!
//! Each value is a file of its own, replaced as a whole: two processes need no lock to store two values. The name of a
//! file is the hash of its key, because a key has slashes and can be longer than a name. Its first line is the key.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};

use stagepass_core::pkce;

use crate::sdk::Storage;

/// The largest file that is read, in bytes.
const MAX_FILE: u64 = 256 << 10;

/// Numbers the temporary files of this process.
static WRITTEN: AtomicU64 = AtomicU64::new(0);

/// A folder with mode 0700, whose files have 0600. On Windows, the permissions of its parent apply. Several processes,
/// and several apps, can share it.
#[derive(Clone, Debug)]
pub(crate) struct FileStorage {
    folder: PathBuf,
}

/// Creates `folder` if it is missing.
pub(super) fn create(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(folder)
}

impl FileStorage {
    /// Stores in `folder`, which is created when something is stored.
    pub(crate) fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    fn path(&self, key: &str) -> PathBuf {
        self.folder.join(format!("{}.record", pkce::digest(key)))
    }

    fn listed(&self, prefix: &str) -> io::Result<Vec<String>> {
        let mut keys = Vec::new();
        for path in fs::read_dir(&self.folder)?.filter_map(Result::ok).map(|entry| entry.path()) {
            if path.extension().is_some_and(|extension| extension == "record")
                && let Some(key) = first_line(&path)
                && key.starts_with(prefix)
            {
                keys.push(key);
            }
        }
        Ok(keys)
    }
}

impl Storage for FileStorage {
    fn get(&self, key: &str) -> io::Result<Option<String>> {
        let file = match File::open(self.path(key)) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        let mut text = String::new();
        file.take(MAX_FILE).read_to_string(&mut text)?;
        Ok(text.split_once('\n').filter(|(found, _)| *found == key).map(|(_, value)| value.to_owned()))
    }

    fn set(&self, key: &str, value: &str) -> io::Result<()> {
        create(&self.folder)?;
        let number = WRITTEN.fetch_add(1, Ordering::Relaxed);
        let temporary = self.folder.join(format!("{}-{number}.new", process::id()));
        // An earlier process of the same number may have left it.
        let _ = fs::remove_file(&temporary);
        let written = private_file().create_new(true).open(&temporary).and_then(|mut file| {
            file.write_all(format!("{key}\n{value}").as_bytes())?;
            // Otherwise a crash of the machine could leave an empty file, and the session would be lost.
            file.sync_all()
        });
        let result = written.and_then(|()| fs::rename(&temporary, self.path(key)));
        if result.is_err() {
            let _ = fs::remove_file(&temporary);
        }
        result
    }

    fn remove(&self, key: &str) -> io::Result<()> {
        match fs::remove_file(self.path(key)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    fn keys(&self, prefix: &str) -> Vec<String> {
        self.listed(prefix).unwrap_or_default()
    }
}

/// Returns the first line of a file. `None` if it cannot be read, for example because it was deleted meanwhile.
fn first_line(path: &Path) -> Option<String> {
    let mut line = String::new();
    BufReader::new(File::open(path).ok()?.take(MAX_FILE)).read_line(&mut line).ok()?;
    line.strip_suffix('\n').map(str::to_owned)
}

/// Returns how to write to a file that, if it is created, only this user can open.
pub(super) fn private_file() -> OpenOptions {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.write(true);
    options
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn storage() -> (tempfile::TempDir, FileStorage) {
        let folder = tempfile::tempdir().unwrap();
        let storage = FileStorage::new(folder.path().join("a/b"));
        (folder, storage)
    }

    #[test]
    fn values_are_replaced_listed_and_deleted() {
        let (_folder, storage) = storage();
        assert_eq!(storage.get("x/1").unwrap(), None);
        assert!(storage.keys("").is_empty());
        storage.remove("x/1").unwrap();
        for (key, value) in [("x/1", "one"), ("x/2", "two\nlines"), ("y", ""), ("x/1", "1")] {
            storage.set(key, value).unwrap();
        }
        assert_eq!(FileStorage::new(storage.folder.clone()).get("x/1").unwrap().as_deref(), Some("1"));
        assert_eq!(storage.get("x/2").unwrap().as_deref(), Some("two\nlines"));
        assert_eq!(storage.get("y").unwrap().as_deref(), Some(""));
        let mut keys = storage.keys("x/");
        keys.sort();
        assert_eq!(keys, ["x/1", "x/2"]);
        storage.remove("x/1").unwrap();
        assert_eq!(storage.get("x/1").unwrap(), None);
        assert_eq!(storage.keys("x/"), ["x/2"]);
    }

    #[cfg(unix)]
    #[test]
    fn only_the_user_can_read() {
        use std::os::unix::fs::PermissionsExt as _;

        let (_folder, storage) = storage();
        storage.set("key", "secret").unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&storage.folder), 0o700);
        let files: Vec<_> = fs::read_dir(&storage.folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        assert_eq!(files.len(), 1, "{files:?}");
        assert_eq!(mode(&files[0]), 0o600);
    }

    #[test]
    fn damaged_files_are_no_values() {
        let (_folder, storage) = storage();
        storage.set("key", "value").unwrap();
        for damage in [&b""[..], b"key", b"other\nvalue", b"\n", b"other"] {
            fs::write(storage.path("key"), damage).unwrap();
            assert_eq!(storage.get("key").unwrap(), None, "{damage:?}");
            assert!(!storage.keys("").contains(&"key".to_owned()), "{damage:?}");
        }
        fs::write(storage.path("key"), b"key\n\xff").unwrap();
        assert!(storage.get("key").is_err());
    }

    proptest! {
        // Each case waits for the disk.
        #![proptest_config(ProptestConfig::with_cases(32))]

        #[test]
        fn every_value_comes_back(key in "[ -~é]{0,300}", value in any::<String>()) {
            let (_folder, storage) = storage();
            storage.set(&key, &value).unwrap();
            prop_assert_eq!(storage.get(&key).unwrap(), Some(value));
            prop_assert_eq!(storage.keys(""), [key]);
        }
    }
}
