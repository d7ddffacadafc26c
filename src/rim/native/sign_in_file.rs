//! The file that sends the system's browser to the service.
//!
//! Other users of the machine can read the arguments of a process. With a whole authorization URL, they could approve
//! it as themselves and post the code to this app's port, so the app would be signed in as them. So the browser gets
//! the path of a file that only this user can read, and the file redirects. On Windows, the arguments of a process are
//! private, and the browser gets the URL.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use super::file_storage::private_file;

/// The file. It is deleted when this is dropped.
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
        let file = Self::write(&visible_folder(&home), url)?;
        open::that_detached(&file.path)?;
        Ok(Some(file))
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

fn visible_folder(home: &Path) -> PathBuf {
    let downloads = home.join("Downloads");
    if downloads.is_dir() { downloads } else { home.to_owned() }
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
    fn only_the_user_can_read_it_until_it_is_dropped() {
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
        assert_eq!(visible_folder(home.path()), home.path());
        let downloads = home.path().join("Downloads");
        fs::create_dir(&downloads).unwrap();
        assert_eq!(visible_folder(home.path()), downloads);
    }
}
