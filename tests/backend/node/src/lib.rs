//! A validator node: it keeps audio, and serves a gated track only to an address (URL) that one of the track's authorities has signed.
//!
//! One route, `GET|HEAD /tracks/cidstream/{cid}?signature=…`. Where a request goes through:
//!
//! | where | what |
//! |---|---|
//! | [`catalog`] | which tracks have this content, who may sign for them, where its bytes are |
//! | `track_id` | which track the address names |
//! | `access` | whether this request may have it |
//! | `signers` | the signatures that opened something lately, and who made them |
//! | `stream` | the answer with the bytes, by `stagepass_media::audio` |
//! | `cache`, `service` | where they come from if the service is on another machine |
//! | `stream_error` | the answer without |
//! | `listens`, `reporting` | that it was heard |
//! | `settings`, `start` | how a node starts and stops |

mod access;
mod cache;
pub mod catalog;
mod listen_count;
mod listens;
mod reporting;
mod routes;
mod service;
mod settings;
mod signers;
mod start;
mod state;
mod stream;
mod stream_error;
mod track_id;

pub use self::cache::{CacheError, CachedAudio};
pub use self::catalog::{
    AudioPlace, Catalog, CatalogError, Content, ContentTrack, FileCatalog, RemoteCatalog, RemoteError, RemoteSettings,
    StoreCatalog,
};
pub use self::listen_count::ListenCount;
pub use self::settings::NodeSettings;
pub use self::start::{NodeHandle, Reports, start};
