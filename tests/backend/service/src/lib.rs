//! The authorization server: users, the apps that they sign in to, and their tracks.
//!
//! It is written from the specifications alone and shares no line with the SDK: where the two agree, two readings agree.
//!
//! | address | where it is answered |
//! |---|---|
//! | every address, on one page | `router` |
//! | `/oauth/…`, `/.well-known/…` | `oauth/`: a file an address |
//! | `/sign-in`, `/sign-up`, `/sign-out`, `/account`, `/connected-apps`, `/apps`, `/assets` | `pages/`: a file an address |
//! | `/me`, `/tickets`, `/tracks`, `/users`, `/pictures` | `api/`: `/tracks/{id}/artwork` is `api/tracks/artwork.rs` |
//! | `/developer-apps` | `developer/` |
//! | `/nodes/…` | `nodes/` |
//! | `/uploads` | `uploads/` |
//! | `/healthz`, `/readyz`, `/openapi.json` | `stagepass_server::health`, `health`, `openapi` |
//!
//! Its tests have the same folders: `tests/backend/tests/service/api/tracks/artwork.rs`. Making, showing and deleting a track are in `api/tracks.rs` there;
//! `/nodes/…` is tested with the nodes that ask, in `tests/backend/tests/node/nodes_routes.rs`.
//!
//! | module | contents |
//! |---|---|
//! | `start`, `state` | how the service starts and stops, and what every request is handled with |
//! | `limits` | how often requests and guesses at passwords may come |
//! | [`accounts`], [`tracks`] | users and their passwords, apps and their redirect URIs, tracks |
//! | [`token`] | what codes and tokens are made of, and the keys that sign them |
//! | [`settings`] | what the service is told |

pub mod accounts;
mod api;
mod body_type;
mod developer;
mod error_answer;
#[cfg(feature = "fuzzing")]
pub mod fuzzing;
mod health;
mod limits;
mod nodes;
mod oauth;
mod openapi;
mod pages;
mod router;
pub mod settings;
mod start;
mod state;
pub mod token;
pub mod tracks;
mod uploads;

pub use settings::{Settings, TokenKeys, UploadLimits};
pub use start::{Service, ServiceHandle, StartError, start};
pub use token::key_file::KeyFileError;
