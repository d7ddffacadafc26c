//! Support for tests: servers, users, audio files, secrets.
//!
//! | module | what |
//! |---|---|
//! | [`test_service`] | a service with a user and an app: authorization requests, tokens |
//! | [`browser`], [`html`] | the user's browser: signs in, approves or denies |
//! | [`approve_all`] | the same for a page in a real browser, as the program `stagepass-user` |
//! | [`api_client`] | a signed-in user with uploads and tracks |
//! | [`dpop`] | the key of an app, and the proofs that it signs |
//! | [`openapi`] | the documents of the API, which every JSON answer must match |
//! | [`wav`] | audio files |
//! | [`process`] | `stagepass-backend` as a process |
//! | [`TestStorage`], [`dump`], [`s3`] | a database and a folder, or a bucket, that several services share; their contents |
//! | [`log`], [`secrets`] | everything that is logged, and every secret that must not be in it |
//!
//! Without the feature `service`, only [`html`] and [`wav`] are there, and no dependencies.
//!
//! `cargo xtask test` says by the environment what is wanted; a plain `cargo test` runs on SQLite and keeps nothing.
//!
//! | variable | what |
//! |---|---|
//! | `STAGEPASS_TEST_POSTGRES` | the URL of a PostgreSQL cluster, for a user who may make roles: every service has a schema of its own there. Without it, SQLite |
//! | `STAGEPASS_TEST_FOLDER` | a folder: everything that is logged goes to `logs` in it, every secret to `secrets`, one a line after its kind and a tab |
//!
//! A test that is about SQLite itself has `sqlite` in its name: it is left out on PostgreSQL.

#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    clippy::missing_panics_doc,
    reason = "test support: what can't be set up must stop the test, loudly"
)]

#[cfg(feature = "service")]
pub mod api_client;
#[cfg(feature = "service")]
mod approver;
#[cfg(feature = "service")]
pub mod browser;
#[cfg(feature = "service")]
pub mod dpop;
#[cfg(feature = "service")]
pub mod dump;
pub mod html;
#[cfg(feature = "service")]
pub mod log;
#[cfg(feature = "service")]
pub mod openapi;
#[cfg(feature = "service")]
mod postgres;
#[cfg(feature = "service")]
pub mod process;
#[cfg(feature = "service")]
mod random;
#[cfg(feature = "service")]
pub mod s3;
#[cfg(feature = "service")]
pub mod secrets;
#[cfg(feature = "service")]
pub mod test_service;
#[cfg(feature = "service")]
mod test_storage;
pub mod wav;

#[cfg(feature = "service")]
pub use approver::approve_all;
#[cfg(feature = "service")]
pub use browser::{Browser, PASSWORD, Reply, answer};
#[cfg(feature = "service")]
pub use test_service::*;
#[cfg(feature = "service")]
pub use test_storage::{TestStorage, database, migrate, settings};

/// The folder named by `STAGEPASS_TEST_FOLDER`.
#[cfg(feature = "service")]
fn folder() -> Option<std::path::PathBuf> {
    std::env::var_os("STAGEPASS_TEST_FOLDER").filter(|folder| !folder.is_empty()).map(Into::into)
}
