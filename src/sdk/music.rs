//! The REST API for music: tracks, uploads, access and playback, typed by serde.
//!
//! Everything that decides is a pure function or a machine without I/O, with tests that run natively: `failure` (which
//! status is which error), `uploads::tus` (an upload), `uploads::resume_point`, `access::ticket`, `renewal` (when a
//! signed URL is renewed). The rest is a thin layer over the client's requests: `service` and `access::server`.

mod access;
mod failure;
mod json;
mod library;
mod listening;
mod own_tracks;
mod page;
#[cfg(target_arch = "wasm32")]
mod playback;
#[cfg(any(target_arch = "wasm32", test))]
mod renewal;
mod service;
pub(crate) mod state;
mod ticket;
mod track;
mod tracks;
mod uploads;

pub use self::access::decision::{Access, Denied, Joined, Refusal};
pub use self::access::rule::{Geo, Rule, Schedule, SignedInCondition, Site, TrackRule, Weekday, WeeklyHours};
pub use self::access::site_token::SiteToken;
pub use self::page::{MAX_PAGE, Page, PageOptions};
pub use self::track::{Listens, ListensOfDay, NewTrack, Removal, Track, TrackChange};
pub use self::uploads::entry::{Quota, Upload, UploadEntry, UploadPage, UploadProgress, UploadStatus};
pub use self::uploads::options::UploadOptions;
#[cfg(not(target_arch = "wasm32"))]
pub use self::uploads::source::FileSource;
pub use self::uploads::source::{Reading, UploadSource};

#[cfg(target_arch = "wasm32")]
pub use self::playback::Playback;
pub use self::{
    library::{Library, Users},
    ticket::Ticket,
    tracks::Tracks,
};
