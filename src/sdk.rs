//! The API for Rust apps: asynchronous and typed, over the same machines as the npm package.
//!
//! [`Client`] is its entrance. `rim::drive` performs the effects of a machine by a `Platform`: the browser's
//! (`rim::web`) or the native one (`rim::native`). Each call is a [`Call`].

// Natively without the feature `native`, only tests use what a platform needs.
#![cfg_attr(not(any(target_arch = "wasm32", feature = "native")), expect(dead_code, reason = "used with a platform"))]

mod added_parameters;
mod config_builder;
#[cfg(all(feature = "native", not(target_arch = "wasm32")))]
pub(crate) mod dpop;
#[cfg(any(all(feature = "native", not(target_arch = "wasm32")), all(feature = "dpop", target_arch = "wasm32")))]
mod dpop_setting;
mod fetch_target;
mod http_date;
pub(crate) mod json;
mod login_options;
#[cfg(feature = "openid")]
mod openid;
mod provider;
mod retry;
mod session_state;
mod user;

// What needs a platform: a browser, or the feature `native`.
#[cfg(any(target_arch = "wasm32", feature = "native"))]
pub(crate) mod call;
#[cfg(any(target_arch = "wasm32", feature = "native"))]
pub(crate) mod client;
#[cfg(any(target_arch = "wasm32", feature = "native"))]
pub(crate) mod environment;
#[cfg(any(target_arch = "wasm32", feature = "native"))]
mod fetch;
#[cfg(any(target_arch = "wasm32", feature = "native"))]
mod here;
#[cfg(any(target_arch = "wasm32", feature = "native"))]
mod logout_url;
#[cfg(any(target_arch = "wasm32", feature = "native"))]
mod metadata;
#[cfg(any(target_arch = "wasm32", feature = "native"))]
mod music;
#[cfg(any(target_arch = "wasm32", feature = "native"))]
mod redirect;
#[cfg(any(target_arch = "wasm32", feature = "native"))]
mod session;
#[cfg(any(target_arch = "wasm32", feature = "native"))]
pub(crate) mod session_watch;
#[cfg(any(target_arch = "wasm32", feature = "native"))]
mod sign_out;

pub use self::config_builder::{Config, ConfigBuilder};
#[cfg(all(feature = "native", not(target_arch = "wasm32")))]
pub use self::dpop::{DpopKey, DpopKeys, KeyFuture, P256PublicKey};
#[cfg(any(all(feature = "native", not(target_arch = "wasm32")), all(feature = "dpop", target_arch = "wasm32")))]
pub use self::dpop_setting::Dpop;
pub use self::json::AppState;
pub use self::login_options::{LoginOptions, Prompt};
#[cfg(all(feature = "openid", any(target_arch = "wasm32", feature = "native")))]
pub use self::openid::IdToken;
#[cfg(feature = "openid")]
pub use self::openid::{Claims, OpenId};
pub use self::provider::{Provider, Stagepass};
pub use self::session_state::Session;
pub use self::user::{ProfilePicture, User};
pub use crate::error::{Code, Error};
#[cfg(all(feature = "native", not(target_arch = "wasm32")))]
pub use crate::rim::native::SoftwareKeys;
pub use crate::rim::storage::Storage;
#[doc(inline)]
pub use stagepass_core::authorize::{Display, ResponseMode};
#[doc(inline)]
pub use stagepass_core::config::{Fault, Field};
pub use stagepass_core::scope::Scope;

/// The crate whose requests and responses [`Client::fetch`] takes and returns.
#[cfg(any(target_arch = "wasm32", feature = "native"))]
pub use http;

#[cfg(any(target_arch = "wasm32", feature = "native"))]
pub use self::{
    call::Call,
    client::{AccessToken, Client, SignedIn},
    music::*,
    redirect::Redirect,
    session::SessionChanges,
    sign_out::LoggedOut,
};
