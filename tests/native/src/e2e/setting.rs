//! What a story may want to be different.

use std::time::Duration;

use axum::Router;

use super::engine::{Engine, WebAssembly};
use super::pages::{PagePatch, Pages};

/// What a story may want to be different.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a wish of its own")]
pub struct Setting {
    /// Other pages than the demo's.
    pub pages: Pages,
    /// The path of their callback page, where it is not `/callback.html`.
    pub callback_path: Option<&'static str>,
    /// The story itself sees to it which engines of the core are loaded.
    pub has_own_engines: bool,
    /// How WebAssembly fares in the pages.
    pub webassembly: WebAssembly,
    /// The engine that the app chooses, where it chooses.
    pub engine: Option<Engine>,
    /// Whose pages have a Cross-Origin-Opener-Policy: popup and app no longer see each other.
    pub isolation: Isolation,
    /// What the service knows of the app.
    pub registration: Registration,
    /// What the browser lets the app keep.
    pub storage: Storage,
    /// The listener has agreed to whatever the service asks: nobody sees its pages, and its own time is all that a login takes.
    pub auto_consent: bool,
    /// What stands in the service's place, and speaks another language to another client.
    pub stand_in: Option<Router>,
    /// How long the story may take, where that is longer than others may.
    pub takes: Option<Duration>,
    /// How long the node takes a signature, where that is not as long as the track.
    pub longest_signature: Option<Duration>,
    /// How many bytes of audio the node sends a second, where not as many as it can.
    pub audio_pace: Option<u32>,
    /// How much each listener's uploads may take, in bytes, where not as much as ever.
    pub upload_quota: Option<u64>,
    /// There is a track that another listener has gated, and that the demo shows to everybody ([`Site::gated`](super::site::Site::gated)). Listeners are where
    /// their addresses are, which a proxy in front of the access server tells; the app's own server vouches for its pages.
    pub gated: bool,
    /// The browser is told no other story, neither before nor after: for what a browser does only at first, or what cannot be undone.
    pub fresh: bool,
}

impl Setting {
    /// Pages with nothing but a client, each with this changed before all else, and a listener who agrees to everything.
    pub fn client(first: &'static [PagePatch]) -> Self {
        Self { pages: Pages::ClientOnly(first), auto_consent: true, ..Self::default() }
    }

    /// The demo, with a gated track.
    pub fn gated() -> Self {
        Self { gated: true, ..Self::default() }
    }

    /// Whether it asks for nothing but a [browser like all others](super::pool). What is kept apart for an app in a frame is not found again everywhere.
    pub(super) fn shares_a_browser(&self) -> bool {
        !self.fresh && self.storage == Storage::Ordinary && self.webassembly != WebAssembly::Missing
    }
}

/// Whose pages have a Cross-Origin-Opener-Policy of `same-origin`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Isolation {
    /// Nobody's.
    #[default]
    None,
    /// The app's.
    App,
    /// The service's.
    Service,
    /// Both.
    Both,
}

/// What the service knows of the app.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Registration {
    /// All that it needs to.
    #[default]
    AsItIs,
    /// Another redirect URI than the one that the app asks to be sent back to.
    OtherRedirectUri,
    /// Nothing: the app's API key is nobody's.
    None,
}

/// What the browser lets the app keep.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Storage {
    /// What it lets everybody.
    #[default]
    Ordinary,
    /// Nothing, by the browser's own settings. The service may go on.
    Denied,
    /// What it keeps apart for an app that another site shows in a frame. The story goes there.
    Partitioned,
}
