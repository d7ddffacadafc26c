//! Secrets that are kept in files, as service managers and containers hand them over.

use std::fs;
use std::path::Path;

use zeroize::Zeroizing;

/// What is in the file, without the white space around it.
///
/// # Errors
/// A sentence that names the file, and nothing of what is in it.
pub(super) fn read(path: &Path) -> Result<Zeroizing<String>, String> {
    warn_of_other_readers(path);
    let text = fs::read_to_string(path).map(Zeroizing::new);
    let text = text.map_err(|error| format!("the file {}: {error}", path.display()))?;
    Ok(Zeroizing::new(text.trim().to_owned()))
}

/// Says so if users of the machine who are neither the file's owner nor in its group may read it.
pub(super) fn warn_of_other_readers(path: &Path) {
    #[cfg(unix)]
    if is_open_to_others(path) {
        tracing::warn!(file = %path.display(), "every user of this machine may read this file, and it holds a secret: chmod o= it");
    }
    #[cfg(not(unix))]
    let _ = path;
}

#[cfg(unix)]
fn is_open_to_others(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    // A file that can't be looked at can't be read, which is said then.
    fs::metadata(path).is_ok_and(|metadata| metadata.permissions().mode() & 0o004 != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_is_trimmed_and_a_missing_file_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("secret");
        fs::write(&file, " hunter2\r\n").unwrap();
        assert_eq!(*read(&file).unwrap(), "hunter2");
        assert!(read(&folder.path().join("none")).unwrap_err().contains("none"));
    }

    #[cfg(unix)]
    #[test]
    fn who_else_may_read_it() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("secret");
        fs::write(&file, "hunter2").unwrap();
        for (mode, open) in [(0o600, false), (0o640, false), (0o400, false), (0o644, true), (0o604, true)] {
            fs::set_permissions(&file, fs::Permissions::from_mode(mode)).unwrap();
            assert_eq!(is_open_to_others(&file), open, "{mode:o}");
        }
    }
}
