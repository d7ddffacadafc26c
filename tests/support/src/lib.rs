//! What tests that start a service stand on: a database of its own, a bucket if it wants one, its log, and a note of every secret that must not be
//! in that.
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
    clippy::missing_panics_doc,
    reason = "test support: what can't be set up must stop the test, loudly"
)]

pub mod dump;
pub mod log;
mod place;
mod postgres;
pub mod s3;
pub mod secrets;

use std::env;
use std::path::PathBuf;

pub use place::{Place, database, settings};

/// The folder named by `STAGEPASS_TEST_FOLDER`.
fn folder() -> Option<PathBuf> {
    env::var_os("STAGEPASS_TEST_FOLDER").filter(|folder| !folder.is_empty()).map(PathBuf::from)
}
