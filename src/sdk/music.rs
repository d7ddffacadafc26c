//! The REST API for music: tracks, their URLs, and uploads, typed by serde. The npm package has more of it.
//!
//! Everything that decides is a pure function or a machine without I/O, with tests that run natively: `failure` (which
//! status is which error), `uploads::tus` (an upload), `uploads::resume_point`, `ticket_cache`. The rest is a thin
//! layer over the client's requests: `service` and `access_server`.

mod access_server;
mod denied;
mod failure;
mod json;
mod origin;
mod page;
mod service;
mod ticket;
pub(crate) mod ticket_cache;
mod track;
mod tracks;
mod uploads;

pub use self::denied::{Denied, Refusal};
pub use self::page::{Page, PageOptions};
pub use self::ticket::Ticket;
pub use self::track::{NewTrack, Track};
pub use self::tracks::Tracks;
pub use self::uploads::options::{Upload, UploadOptions, UploadProgress};
#[cfg(not(target_arch = "wasm32"))]
pub use self::uploads::source::FileSource;
pub use self::uploads::source::{Reading, UploadSource};
