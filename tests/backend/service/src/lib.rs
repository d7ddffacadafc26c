//! The authorization server: users, the apps that they sign in to, and their tracks.
//!
//! It is written from the specifications alone and shares no code with the SDK. A mistake in the SDK therefore shows up
//! in the tests of both together.
//!
//! | address | where it is answered |
//! |---|---|
//! | every address, on one page | `router` |
//! | `/oauth/…`, `/.well-known/…` | `oauth/`: a file an address |
//! | `/sign-in`, `/sign-up`, `/sign-out`, `/oauth/end-session`, `/account`, `/connected-apps`, `/apps`, `/embed`, `/assets` | `pages/`: a file an address |
//! | `/me`, `/tickets`, `/tracks`, `/oembed`, `/users`, `/pictures` | `api/`: `/tracks/{id}/artwork` is `api/tracks/artwork.rs` |
//! | `/developer-apps` | `developer/` |
//! | `/nodes/…` | `nodes/` |
//! | `/uploads` | `uploads/` |
//! | `/healthz`, `/readyz`, `/openapi.json` | `stagepass_server::health`, `health`, `openapi` |
//!
//! An authorization code is exchanged once: `oauth/token/exchange.rs` checks it, and `Store::rotate`
//! (`tests/backend/store/src/grants.rs`) uses it up in one statement. `oauth/token/refresh.rs` answers a refresh token.
//!
//! The tests are in the same folders, for example `tests/backend/tests/service/api/tracks/artwork.rs`. Creating,
//! reading and deleting a track is tested in `api/tracks.rs` there. `/nodes/…` is tested together with nodes, in
//! `tests/backend/tests/node/nodes.rs`.
//!
//! | module | contents |
//! |---|---|
//! | `start`, `state` | starting and stopping the service; the state that request handlers share |
//! | `shared_track` | what every user may know of a track: its page, its player in a frame, oEmbed |
//! | `limits` | rate limits of requests and password attempts |
//! | [`accounts`], [`tracks`] | users and their passwords, apps and their redirect URIs, tracks |
//! | `dpop` | tokens that are bound to a key of their client |
//! | [`token`] | the format of codes and tokens, and the keys that sign them |
//! | [`settings`] | the settings of the service |
//! | [`texts`], [`look`] | the texts of the pages in several languages; their name, colour and mark |

pub mod accounts;
mod api;
mod body_type;
mod developer;
mod dpop;
mod error_answer;
#[cfg(feature = "fuzzing")]
pub mod fuzzing;
mod health;
mod limits;
pub mod look;
mod nodes;
mod oauth;
mod openapi;
mod pages;
mod router;
pub mod settings;
mod shared_track;
mod start;
mod state;
pub mod texts;
pub mod token;
pub mod tracks;
mod uploads;

pub use settings::{Settings, TokenKeys, UploadLimits};
pub use start::{Service, ServiceHandle, StartError, start};
pub use token::key_file::{KeyFileError, read_existing as existing_token_keys};
