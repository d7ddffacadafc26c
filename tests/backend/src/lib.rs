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

pub mod access;
pub mod accounts;
mod audio;
pub mod base_url;
pub mod cli;
mod client_address;
pub mod clock;
pub mod decoder;
mod disk;
pub mod display_name;
pub mod entropy;
#[cfg(feature = "fuzzing")]
pub mod fuzzing;
mod health;
mod hex;
pub mod http;
mod key_file;
pub mod keys;
pub mod media;
mod metrics;
pub mod node;
mod openapi;
pub mod origin;
mod parameters;
pub mod password;
pub mod picture;
mod private;
mod rate;
mod recent;
pub mod redirect_uri;
mod request_id;
mod router;
mod secret;
mod serve;
mod service;
pub mod settings;
pub mod store;
pub mod tls;
pub mod token;
pub mod tracks;
mod uploads;

pub use key_file::KeyFileError;
pub use private::SecretFileError;
pub use rate::Rate;
pub use secret::Secret;
pub use serve::{ConnectionLimits, Limits, ListenError, Patience};
pub use service::{Running, StartError, start};
pub use settings::{Media, Settings, TokenKeys, UploadLimits};
