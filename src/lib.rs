//! Stagepass: sign users in with their music account, from a web or mobile app.
//!
//! OAuth 2.0 authorization code with PKCE, as pure and synchronous machines. This file is the map. [`client`] follows a
//! login from start to end, and names the file of each step.
//!
//! A machine returns the next [`effect::Effect`] and is resumed with its [`effect::Outcome`]. It names no clock,
//! storage, network or browser. The rim (`rim::exports`, and `rim::web` or `rim::host`, compiled only for wasm32)
//! performs effects and decides nothing. So the same machines run in a browser, in React Native, and natively in tests
//! against a real service.

// The input of the app.
pub mod config;
pub mod redirect_uri;

// The way out: from the click to the service.
pub mod authorize; // the options of a login, and the URL of the service
pub mod pkce;
pub mod popup_watch; // when a popup looks closed for good; `client/login.rs` then ends the login
pub mod transaction; // a login in progress, as it is stored

// The way back: from the callback to the tokens …
pub mod callback; // the response in the callback's URL
pub mod handoff; // the messages between opener and popup
pub mod token; // the tokens in the service's response

// … to the session, claimed and stored once …
pub mod code_exchange; // where a code is exchanged exactly once
pub mod session;

// … which calls use, and which is refreshed for them.
pub mod refresh;

// All of it: login, return, call, logout.
pub mod client;

// The border to the platform, and shared parts.
pub mod border;
pub mod document;
pub mod effect;
pub mod error; // the error table; CONTRIBUTING.md describes how to add a code
mod shared; // `Rc` in a browser, `Arc` natively
pub mod text;

// The API for Rust apps.
#[cfg(feature = "rust")]
mod sdk;
#[cfg(feature = "rust")]
pub use sdk::*;

// The rim.
#[cfg(any(target_arch = "wasm32", feature = "native", test))]
pub mod rim;
