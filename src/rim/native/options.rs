//! The part of a configuration that only a native app has.

use std::path::PathBuf;
use std::sync::Arc;
use std::{fmt, io};

use etcetera::{BaseStrategy as _, base_strategy};
use stagepass_core::config::{Config, Field, InvalidField};
use stagepass_core::redirect_uri;

use super::sign_in_file::SignInFile;
use super::software_keys::SoftwareKeys;
use crate::error::{Code, Error};
use crate::sdk::DpopKeys;

/// Shows a URL to the user.
pub(super) type Open = Arc<dyn Fn(&str) -> io::Result<()> + Send + Sync>;

/// What only a native app can set.
#[derive(Clone, Default)]
pub(crate) struct Options {
    pub(super) other_redirect_uris: Vec<String>,
    pub(super) folder: Option<PathBuf>,
    pub(super) open: Option<Open>,
    pub(super) keys: Option<Arc<dyn DpopKeys>>,
}

impl Options {
    /// Checks each field.
    ///
    /// # Errors
    /// [`Code::ConfigInvalid`] for the first field that is not valid.
    pub(crate) fn check(&self) -> Result<(), Error> {
        for uri in &self.other_redirect_uris {
            let invalid = |rule| InvalidField(Field::RedirectUri, rule).into_error(Code::ConfigInvalid);
            redirect_uri::check(uri).map_err(|rule| invalid(rule.into()))?;
        }
        Ok(())
    }

    /// Returns the redirect URIs in the order in which their ports are tried.
    pub(super) fn redirect_uris<'a>(&'a self, config: &'a Config) -> impl Iterator<Item = &'a str> {
        [&*config.redirect_uri].into_iter().chain(self.other_redirect_uris.iter().map(String::as_str))
    }

    /// Returns the folder of tokens and locks. `None` if the user has no home folder.
    pub(super) fn folder(&self) -> Option<PathBuf> {
        let of_user = || Some(base_strategy::choose_native_strategy().ok()?.data_dir().join("stagepass"));
        self.folder.clone().or_else(of_user)
    }

    /// Returns the keys of bound sessions. `is_in_memory` is whether the sessions are only in memory.
    pub(super) fn keys(&self, is_in_memory: bool) -> Arc<dyn DpopKeys> {
        let software_keys = || match self.folder().filter(|_| !is_in_memory) {
            Some(folder) => SoftwareKeys::in_folder(folder.join("keys")),
            None => SoftwareKeys::in_memory(),
        };
        self.keys.clone().unwrap_or_else(|| Arc::new(software_keys()))
    }

    /// Opens `url`, the app's way or in the system's browser. Returns the file that the browser reads, if there is one.
    pub(super) fn open(&self, url: &str) -> io::Result<Option<SignInFile>> {
        match &self.open {
            Some(open) => open(url).map(|()| None),
            None => SignInFile::open(url),
        }
    }

    /// Returns these options with another way to open a URL.
    pub(super) fn opening_by(&self, open: impl Fn(&str) -> io::Result<()> + Send + Sync + 'static) -> Self {
        Self { open: Some(Arc::new(open)), ..self.clone() }
    }
}

impl fmt::Debug for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { other_redirect_uris, folder, open: _, keys: _ } = self;
        let mut options = f.debug_struct("Options");
        options.field("other_redirect_uris", other_redirect_uris).field("folder", folder).finish_non_exhaustive()
    }
}
