//! The reference backend of Stagepass: an authorization server for listeners and the apps that they sign in to, and their tracks.
//!
//! It is written from the specifications alone and shares no line with the SDK: where the two agree, two readings agree.
//!
//! | where | what |
//! |---|---|
//! | `router` | every address, on one page |
//! | `service` | one file an endpoint, and how the service starts and stops |
//! | [`access`] | the access server: decides who may hear its owner's tracks, and signs for them |
//! | [`node`] | the validator node: who may hear a track, and its audio |
//! | [`redirect_uri`] | the rules for a redirect URI |
//! | [`token`], [`keys`] | what codes and tokens are made of |
//! | [`store`] | all SQL |
//! | [`accounts`], [`password`], [`picture`] | listeners and apps |
//! | [`tracks`], [`media`], `audio` | tracks, the audio of which they are made, and how that is read and sent |
//! | [`decoder`] | decoding of what users have sent, in processes of their own |
//! | `uploads` | from bytes that come in to audio, whatever is killed meanwhile |
//! | `serve`, `rate` | what the servers have in common: connections, their limits, and how often one may ask |
//! | [`http`], [`tls`] | calls to others, and who is trusted in them |
//! | [`settings`], [`clock`], [`entropy`] | what comes in from outside: configuration, time, chance |
//! | [`cli`] | the command line |
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
//! let demo = NewUser { handle: "demo".into(), name: "Demo".into(), password: "correct horse".into(), ..NewUser::default() };
//! assert_eq!(service.accounts().add_user(demo).await?.handle, "demo");
//! assert!(service.base_url().starts_with("http://127.0.0.1:"));
//! service.shutdown().await;
//! # Ok(())
//! # }
//! ```

pub mod accounts;
pub mod cli;
#[cfg(feature = "fuzzing")]
pub mod fuzzing;
mod key_file;
pub mod keys;
mod openapi;
pub mod password;
pub mod redirect_uri;
mod router;
mod service;
pub mod settings;
pub mod token;
pub mod tracks;

pub use key_file::KeyFileError;
pub use service::{Running, StartError, start};
pub use settings::{Settings, TokenKeys, UploadLimits};
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
pub use stagepass_store as store;
