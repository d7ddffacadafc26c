//! Files and folders that only the user of this process can read, whatever the umask is: audio, databases and secrets.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Read as _};
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

use zeroize::Zeroizing;

/// Why a file with a secret cannot be used. Does not contain the secret.
#[derive(Debug, thiserror::Error)]
pub enum SecretFileError {
    /// The file cannot be read.
    #[error("the file {path:?}: {error}")]
    File {
        /// Which file.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// It belongs to the user of this process, and other users have access.
    #[error(
        "the file {path:?} holds a secret, and its mode {mode:04o} gives other users of this machine rights to it: `chmod 600` it. A secret that is mounted \
         into a container needs the mode 0400 where it is mounted; or run the program as another user than the owner of the file"
    )]
    Wide {
        /// Which file.
        path: PathBuf,
        /// Its permissions.
        mode: u32,
    },
}

/// Creates a folder with its missing parents, with mode 0700. An existing one is unchanged. If others may read it, a
/// warning is logged.
///
/// # Errors
/// An [`io::Error`] of the file system.
pub fn create_folder(path: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(path)?;
    if mode(&fs::metadata(path)?) & 0o077 != 0 {
        tracing::warn!(
            folder = %path.display(),
            "other users of this machine can access this folder: run `chmod go=` on it, unless a node runs as one of them"
        );
    }
    Ok(())
}

/// Returns options that create files with mode 0600.
pub fn options() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true).mode(0o600);
    options
}

/// Reads a file with a secret. Like sshd, refuses a file of the process's own user that others can access. A file of
/// another user, for example one that a service manager or container mounts as root, is accepted. A warning is logged
/// if all users may read it.
///
/// # Errors
/// [`SecretFileError`].
pub fn read_secret(path: &Path) -> Result<Zeroizing<String>, SecretFileError> {
    let failed = |error| SecretFileError::File { path: path.to_owned(), error };
    // Checked after opening, because the file could be replaced in between.
    let mut file = File::open(path).map_err(failed)?;
    let metadata = file.metadata().map_err(failed)?;
    let mode = mode(&metadata);
    let is_our_own = metadata.uid() == rustix::process::geteuid().as_raw();
    if is_our_own && mode & 0o077 != 0 {
        return Err(SecretFileError::Wide { path: path.to_owned(), mode });
    }
    if mode & 0o004 != 0 {
        tracing::warn!(file = %path.display(), "every user of this machine can read this file, which holds a secret: run `chmod o=` on it");
    }
    let mut text = Zeroizing::new(String::new());
    file.read_to_string(&mut text).map_err(failed)?;
    Ok(text)
}

fn mode(metadata: &fs::Metadata) -> u32 {
    metadata.mode() & 0o777
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    #[test]
    fn secret_file_accessible_to_others_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("secret");
        fs::write(&file, "hunter2").unwrap();
        for (mode, is_taken) in [(0o600, true), (0o400, true), (0o640, false), (0o620, false), (0o604, false)] {
            fs::set_permissions(&file, fs::Permissions::from_mode(mode)).unwrap();
            let read = read_secret(&file);
            assert_eq!(read.is_ok(), is_taken, "{mode:o}");
            if let Err(error) = read {
                let words = error.to_string();
                assert!(words.contains(&format!("{mode:04o}")) && words.contains("chmod 600"), "{words}");
                assert!(!words.contains("hunter2"));
            }
        }
        assert!(read_secret(&folder.path().join("none")).unwrap_err().to_string().contains("none"));
    }

    #[test]
    fn new_files_and_folders_are_the_users_own() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("media/audio");
        create_folder(&inner).unwrap();
        options().create_new(true).open(inner.join("file")).unwrap();
        for (path, expected) in [("media", 0o700), ("media/audio", 0o700), ("media/audio/file", 0o600)] {
            assert_eq!(mode(&fs::metadata(folder.path().join(path)).unwrap()), expected, "{path}");
        }
    }
}
