//! What only a native app can configure.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use crate::sdk::{ConfigBuilder, Dpop, DpopKeys};

/// For native apps (feature `native`).
impl<P> ConfigBuilder<P> {
    /// Adds another registered redirect URI, for when another program uses the port of the earlier ones.
    #[must_use]
    pub fn or_redirect_uri(mut self, redirect_uri: impl Into<String>) -> Self {
        self.native.other_redirect_uris.push(redirect_uri.into());
        self
    }

    /// Sets the folder of the session and of the locks between processes. It is created with mode 0700, its files
    /// with 0600. Processes with the same folder share the session.
    ///
    /// Default: the folder `stagepass` in `$XDG_DATA_HOME` or `~/.local/share` on Linux, in
    /// `~/Library/Application Support` on macOS, in `%APPDATA%` on Windows. Apps can share it: each has its own
    /// session.
    #[must_use]
    pub fn folder(mut self, folder: impl Into<PathBuf>) -> Self {
        self.native.folder = Some(folder.into());
        self
    }

    /// Sets whether to bind new sessions to a key of this machine (DPoP, RFC 9449). A stolen token is then useless
    /// without the key. Default: no.
    #[must_use]
    pub fn dpop(mut self, dpop: Dpop) -> Self {
        self.raw.dpop = dpop.raw();
        self
    }

    /// Sets who creates and stores the keys of bound sessions. Default: [`SoftwareKeys`](crate::SoftwareKeys), in
    /// memory with [`ConfigBuilder::memory_storage`], otherwise in the folder `keys` within [`ConfigBuilder::folder`].
    #[must_use]
    pub fn dpop_keys(mut self, keys: impl DpopKeys + 'static) -> Self {
        self.native.keys = Some(Arc::new(keys));
        self
    }

    /// Sets how a URL is shown to the user. Default: in the system's browser. Except on Windows, that gets the path of
    /// a file that only the user can read, because other users of the machine can read the arguments of a process.
    ///
    /// The function gets the URL itself: do not pass that as an argument of a process either. It must not wait for the
    /// user. If it returns an error, the login fails with
    /// [`Code::PopupBlocked`](crate::Code::PopupBlocked).
    #[must_use]
    pub fn open_with(mut self, open: impl Fn(&str) -> io::Result<()> + Send + Sync + 'static) -> Self {
        self.native.open = Some(Arc::new(open));
        self
    }
}
