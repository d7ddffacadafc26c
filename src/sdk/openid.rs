//! Clients of any OAuth 2.0 or OpenID provider (feature `openid`). They are those of a Stagepass service, by the same
//! methods and machines, without music: [`OpenId`] is the provider of [`Client`](crate::Client).

mod claims;
#[cfg(any(target_arch = "wasm32", feature = "native"))]
mod client;
mod config;

pub use self::claims::{Claims, OpenId};
#[cfg(any(target_arch = "wasm32", feature = "native"))]
pub use self::client::IdToken;
