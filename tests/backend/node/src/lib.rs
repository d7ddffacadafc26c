//! A stream node (the specification says validator node): it serves audio, and a gated track only at a URL that one of
//! the track's authorities has signed.
//!
//! It may depend on gate, kit, server, store and media, never on the service or the access server. `deny.toml` keeps it
//! so.
//!
//! | address | where it is answered |
//! |---|---|
//! | every address, on one page | `routes` |
//! | `/tracks/cidstream/{cid}` | `cidstream` |
//! | `/tracks/cidstream/{cid}/waveform` | `waveform` |
//! | `/healthz`, `/readyz`, `/openapi.json` | `stagepass_server::health`, `routes`, `openapi` |
//!
//! The tests have the same names, for example `tests/backend/tests/node/cidstream.rs`. Those of the other modules
//! are named by the module. The path of a request for audio:
//!
//! | module | contents |
//! |---|---|
//! | [`catalog`] | the tracks with a content, their authorities, and the place of the audio |
//! | `track_id` | the track in the URL |
//! | `access` | the decision whether the request may have the content |
//! | `signers` | recently verified signatures |
//! | `cidstream` | the response with the audio, by `stagepass_media::audio` |
//! | `cache`, `service` | the audio of a service on another machine |
//! | `stream_error` | error responses |
//! | `listens`, `reporting` | counting and reporting listens |
//! | `openapi` | the `OpenAPI` document |
//! | `settings`, `start`, `state` | starting and stopping a node |

mod access;
mod cache;
pub mod catalog;
mod cidstream;
mod listen_count;
mod listens;
mod openapi;
mod reporting;
mod routes;
mod service;
mod settings;
mod signers;
mod start;
mod state;
mod stream_error;
mod track_id;
mod waveform;

pub use self::cache::{CacheError, CachedAudio};
pub use self::catalog::{
    AudioPlace, Catalog, CatalogError, Content, ContentTrack, FileCatalog, RemoteCatalog, RemoteError, RemoteSettings,
    StoreCatalog,
};
pub use self::listen_count::ListenCount;
pub use self::settings::NodeSettings;
pub use self::start::{NodeHandle, Reports, start};
