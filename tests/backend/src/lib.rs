//! The reference backend of Stagepass: an authorization server for listeners and the apps that they sign in to, and
//! their tracks.
//!
//! This crate is the program `stagepass-backend`, which starts each of the three servers, and one name for what tests
//! of them need. The table lists the crates that it is made of. Each may use some of those above it and none below.
//! `Cargo.toml` of a crate says what it uses, and `deny.toml` at the top of the repository says who may use it.
//! `stagepass-NAME` is the folder `tests/backend/NAME/`; the tests of a server are in `tests/backend/tests/NAME/`.
//!
//! | crate | contents |
//! |---|---|
//! | `stagepass-gate` (`gate/`) | signs and verifies signed URLs |
//! | `stagepass-rules` (`rules/`) | evaluates rules |
//! | `stagepass-kit` | time, randomness, secrets, rate limits, values with a form |
//! | `stagepass-server` | what every server is made of: connections, limits, health, metrics, calls to other servers |
//! | `stagepass-store` | all SQL, on SQLite or PostgreSQL |
//! | `stagepass-media` | audio and pictures: inspection in processes of their own, storage, ranges |
//! | `stagepass-music` | music for development |
//! | `stagepass-node` | the stream node: verifies and serves |
//! | `stagepass-access` | the access server: decides who may hear its owner's tracks, and signs for them |
//! | `stagepass-service` | the authorization server |
//!
//! Within a process of one's own:
//!
//! ```
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use stagepass_backend::accounts::NewUser;
//! use stagepass_backend::{Settings, start};
//!
//! let service = start(Settings::in_memory()).await?;
//! let [handle, name, password] = ["demo", "Demo", "correct horse"].map(str::to_owned);
//! let demo = NewUser { handle, name, password, ..NewUser::default() };
//! assert_eq!(service.accounts().add_user(demo).await?.handle, "demo");
//! assert!(service.base_url().starts_with("http://127.0.0.1:"));
//! service.shutdown().await;
//! # Ok(())
//! # }
//! ```

mod all;
mod check;
pub mod cli;
mod dev;
mod init;
mod servers;
mod settings_file;

pub use stagepass_access as access;
pub use stagepass_kit::private::SecretFileError;
pub use stagepass_kit::rate::Rate;
pub use stagepass_kit::secret::Secret;
pub use stagepass_kit::{clock, entropy, origin};
pub use stagepass_media as media;
pub use stagepass_media::{Media, picture};
pub use stagepass_node as node;
pub use stagepass_server::base_url;
pub use stagepass_server::serve::{ConnectionLimits, Limits, ListenError, Patience};
pub use stagepass_server::settings::ServerSettings;
pub use stagepass_service::{
    KeyFileError, ServiceHandle, Settings, StartError, TokenKeys, UploadLimits, accounts, look, settings, start, texts,
    token, tracks,
};
pub use stagepass_store as store;

/// The catalogue of a node in the process of this service.
pub fn catalog(service: &ServiceHandle) -> node::StoreCatalog {
    node::StoreCatalog::new(service.store().into(), service.audio(), service.clock())
}
