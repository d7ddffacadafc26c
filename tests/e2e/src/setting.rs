//! The options of a test in a browser.

use std::time::Duration;

use axum::Router;

use super::browser::Build;
use super::engine::{Engine, WebAssembly};
use super::pages::{PagePatch, Pages};
use super::slow_network::SlowNetwork;

/// The options of a test in a browser.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub struct Setting {
    /// The app's pages.
    pub pages: Pages,
    /// The path of the callback page, if it is not `/callback.html`.
    pub callback_path: Option<&'static str>,
    /// The path of a second callback page, which is registered too.
    pub other_callback_path: Option<&'static str>,
    /// Whether the test checks by itself which engines were loaded.
    pub has_own_engines: bool,
    /// How WebAssembly fares in the pages.
    pub webassembly: WebAssembly,
    /// The engine that the app chooses, if any.
    pub engine: Option<Engine>,
    /// The pages with a Cross-Origin-Opener-Policy: popup and app cannot reference each other.
    pub isolation: Isolation,
    /// What the app may store.
    pub storage: Storage,
    /// Whether authorization requests are approved without the service's pages.
    pub auto_consent: bool,
    /// Replaces the service, for clients with another protocol.
    pub stand_in: Option<Router>,
    /// The timeout of the test, if it differs from the default.
    pub takes: Option<Duration>,
    /// The longest lifetime of a signed URL, if it is not the track's length.
    pub longest_signature: Option<Duration>,
    /// Limits the node's audio, in bytes per second.
    pub audio_pace: Option<u32>,
    /// Whether the demo shows a gated track of another user ([`Site::gated`](super::site::Site::gated)). A proxy in
    /// front of the access server sets the listeners' addresses.
    pub gated: bool,
    /// The network between the browser and the servers of app and service, if it is slow.
    pub network: Option<SlowNetwork>,
    /// Whether the windows are private. WebKit's driver has no others.
    pub is_private: bool,
    /// Whether the test has a new browser of its own, the whole Chromium: for its popup blocker, and for what cannot be
    /// reset, such as a minimized window.
    pub whole_browser: bool,
}

impl Setting {
    /// Pages with only a client, these patches, and automatic consent.
    pub fn client(first: &'static [PagePatch]) -> Self {
        Self { pages: Pages::ClientOnly(first), auto_consent: true, ..Self::default() }
    }

    /// The demo, with a gated track.
    pub fn gated() -> Self {
        Self { gated: true, ..Self::default() }
    }

    /// Returns the build of Chromium that the test needs. The shell has no private windows, and no settings of content.
    pub(super) fn build(&self) -> Build {
        let needs_whole = self.whole_browser || self.is_private || self.storage == Storage::Denied;
        if needs_whole { Build::Whole } else { Build::Shell }
    }

    /// Whether the test can use a [shared browser](super::pool). Partitioned storage cannot be reset in every browser.
    pub(super) fn shares_a_browser(&self) -> bool {
        self.build() == Build::Shell && self.storage == Storage::Ordinary && self.webassembly != WebAssembly::Missing
    }
}

/// The pages with `Cross-Origin-Opener-Policy: same-origin`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Isolation {
    /// No pages.
    #[default]
    None,
    /// The app's.
    App,
    /// The service's.
    Service,
    /// Both.
    Both,
}

/// What the app may store.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Storage {
    /// As the browser allows by default.
    #[default]
    Ordinary,
    /// Nothing, by the browser's settings. The service can store its cookies.
    Denied,
    /// Partitioned: the test opens the app in a frame of another site.
    Partitioned,
}
