//! The file that sends the system's browser to the service.
//!
//! Other users of the machine can read the arguments of a process. With a whole authorization URL, they could approve
//! it as themselves and post the code to this app's port, so the app would be signed in as them. So the browser gets
//! the path of a file that only this user can read, and the file redirects. On Windows, the arguments of a process are
//! private, and the browser gets the URL.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::file_storage::private_file;

/// The age of a file that no login needs any more.
const STALE: Duration = Duration::from_hours(1);

/// The file. It is deleted when this is dropped. If the process is killed before, a later login deletes it.
#[derive(Debug)]
pub(super) struct SignInFile {
    path: PathBuf,
}

impl SignInFile {
    /// Opens `url` in the system's browser, by a file in the user's folder for downloads or else the home folder. A
    /// browser that is confined, such as a snap, cannot read hidden folders, nor the one for temporary files. Returns
    /// the file, or `None` on Windows.
    ///
    /// # Errors
    /// The system's error. [`io::ErrorKind::NotFound`] if the user has no home folder.
    pub(super) fn open(url: &str) -> io::Result<Option<Self>> {
        if cfg!(windows) {
            return open::that_detached(url).map(|()| None);
        }
        let home = etcetera::home_dir().map_err(|_| io::ErrorKind::NotFound)?;
        let file = Self::write_visibly(&home, url)?;
        open::that_detached(&file.path)?;
        Ok(Some(file))
    }

    fn write_visibly(home: &Path, url: &str) -> io::Result<Self> {
        let downloads = home.join("Downloads");
        remove_stale(&downloads);
        remove_stale(home);
        Self::write(&downloads, url).or_else(|_| Self::write(home, url))
    }

    fn write(folder: &Path, url: &str) -> io::Result<Self> {
        let mut random = [0; 8];
        getrandom::fill(&mut random).map_err(io::Error::other)?;
        let file = Self { path: folder.join(format!("sign-in-{:016x}.html", u64::from_be_bytes(random))) };
        private_file().create_new(true).open(&file.path)?.write_all(page(url).as_bytes())?;
        Ok(file)
    }
}

impl Drop for SignInFile {
    fn drop(&mut self) {
        // If the user has deleted it, it is gone.
        let _ = fs::remove_file(&self.path);
    }
}

/// Deletes what logins of killed processes have left in the folder. Nothing depends on it, so errors are ignored.
fn remove_stale(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if !entry.file_name().to_str().is_some_and(is_own_name) {
            continue;
        }
        // That of the entry itself: a link is not a file.
        let Ok(metadata) = entry.metadata() else { continue };
        let age = metadata.modified().ok().and_then(|modified| modified.elapsed().ok());
        if metadata.is_file() && age.is_some_and(|age| age > STALE) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Whether [`SignInFile::write`] gives such names.
fn is_own_name(name: &str) -> bool {
    let random = name.strip_prefix("sign-in-").and_then(|rest| rest.strip_suffix(".html"));
    random.is_some_and(|hex| hex.len() == 16 && hex.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')))
}

fn page(url: &str) -> String {
    let url = url.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;");
    format!(
        "<!doctype html>\n<meta charset=\"utf-8\">\n<meta name=\"referrer\" content=\"no-referrer\">\n\
         <meta http-equiv=\"refresh\" content=\"0; url={url}\">\n<title>Sign in</title>\n\
         <p><a href=\"{url}\">Continue to sign in</a>\n"
    )
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    const URL: &str = "https://music.example/v1/oauth/authorize?state=1&scope=read\"<";

    #[test]
    fn file_is_private_and_deleted_when_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let file = SignInFile::write(folder.path(), URL).unwrap();
        assert_eq!(fs::metadata(&file.path).unwrap().permissions().mode() & 0o777, 0o600);
        let page = fs::read_to_string(&file.path).unwrap();
        let escaped = "https://music.example/v1/oauth/authorize?state=1&amp;scope=read&quot;&lt;";
        assert!(page.contains(&format!("content=\"0; url={escaped}\"")) && page.contains("no-referrer"), "{page}");
        let path = file.path.clone();
        assert!(!path.to_string_lossy().contains("state"));
        drop(file);
        assert!(!path.exists());
    }

    #[test]
    fn folder_is_visible_to_confined_browsers() {
        let home = tempfile::tempdir().unwrap();
        let folder_of_next = || SignInFile::write_visibly(home.path(), URL).unwrap().path.parent().unwrap().to_owned();
        assert_eq!(folder_of_next(), home.path());
        let downloads = home.path().join("Downloads");
        // Nothing can be written into it.
        fs::write(&downloads, "").unwrap();
        assert_eq!(folder_of_next(), home.path());
        fs::remove_file(&downloads).unwrap();
        fs::create_dir(&downloads).unwrap();
        assert_eq!(folder_of_next(), downloads);
    }

    /// A killed process leaves it. Files with other names are kept.
    #[test]
    fn hour_old_sign_in_file_is_deleted() {
        let home = tempfile::tempdir().unwrap();
        let left = |name: &str, minutes: u64| {
            let path = home.path().join(name);
            fs::write(&path, "").unwrap();
            let file = fs::File::options().write(true).open(&path).unwrap();
            let written = file.metadata().unwrap().modified().unwrap();
            file.set_modified(written - Duration::from_mins(minutes)).unwrap();
            path
        };
        let stale = left("sign-in-0123456789abcdef.html", 61);
        let others = [
            left("sign-in-0123456789abcde0.html", 59),
            left("sign-in-0123456789abcdeF.html", 61),
            left("sign-in-0123456789abcde.html", 61),
            left("sign-in-notes.html", 61),
            left("my-sign-in-0123456789abcdef.html", 61),
        ];
        let folder = home.path().join("sign-in-0123456789abcde1.html");
        fs::create_dir(&folder).unwrap();
        drop(SignInFile::write_visibly(home.path(), URL).unwrap());
        assert!(!stale.exists());
        assert!(others.iter().chain([&folder]).all(|path| path.exists()));
    }
}
