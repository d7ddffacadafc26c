// The crate's page: for the developer of an app. Each file has examples that compile on the targets that show it.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(any(target_arch = "wasm32", feature = "native"), doc = include_str!("README.md"))]
#![cfg_attr(target_arch = "wasm32", doc = include_str!("guide/browser.md"))]
#![cfg_attr(all(not(target_arch = "wasm32"), feature = "native"), doc = include_str!("guide/native.md"))]
#![cfg_attr(any(target_arch = "wasm32", feature = "native"), doc = include_str!("guide/common.md"))]
#![cfg_attr(
    not(any(target_arch = "wasm32", feature = "native")),
    doc = "Stagepass for Rust. Outside of a browser, `Client` needs the feature `native`."
)]

// Stagepass: sign users in with their music account, from a web, mobile or native app.
//
// OAuth 2.0 authorization code with PKCE, as pure and synchronous machines. This file is the map. `client` follows a
// login from start to end, and names the file of each step.
//
// A machine returns the next `effect::Effect` and is resumed with its `effect::Outcome`. It names no clock, storage,
// network or browser. The rim performs effects and decides nothing: TypeScript in the npm package, `rim::web` and
// `rim::native` in Rust apps. The npm package calls the machines by `rim::exports`, an app in Rust by `sdk`.
//
// Only what `sdk` exports is the crate's API. The modules below are public for this project's own tests and tools.

// The input of the app.
#[doc(hidden)]
pub mod config;
#[doc(hidden)]
pub mod redirect_uri;

// The way out: from the click to the service.
#[doc(hidden)]
pub mod authorize; // the options of a login, and the URL of the service
#[doc(hidden)]
pub mod pkce;
#[doc(hidden)]
pub mod popup_watch; // when a popup looks closed for good; `client/login.rs` then ends the login
#[doc(hidden)]
pub mod transaction; // a login in progress, as it is stored

// The way back: from the callback to the tokens …
#[doc(hidden)]
pub mod callback; // the response in the callback's URL
#[doc(hidden)]
pub mod dpop; // whether tokens are bound to a key
#[doc(hidden)]
pub mod handoff; // the messages between opener and popup
#[doc(hidden)]
pub mod token; // the tokens in the service's response

// … to the session, claimed and stored once …
#[doc(hidden)]
pub mod code_exchange; // where a code is exchanged exactly once
#[doc(hidden)]
pub mod session;

// … which calls use, and which is refreshed for them.
#[doc(hidden)]
pub mod refresh;

// All of it: login, return, call, logout.
#[doc(hidden)]
pub mod client;

// The border to the platform, and shared parts.
#[doc(hidden)]
pub mod border;
#[doc(hidden)]
pub mod document;
#[doc(hidden)]
pub mod effect;
#[doc(hidden)]
pub mod error; // the error table; CONTRIBUTING.md describes how to add a code
#[doc(hidden)]
pub mod parsed;
mod shared; // `Rc` in a browser, `Arc` natively
#[doc(hidden)]
pub mod text;

// The API for Rust apps.
#[cfg(feature = "rust")]
mod sdk;
#[cfg(feature = "rust")]
pub use sdk::*;

// The rim.
#[cfg(any(target_arch = "wasm32", feature = "native", test))]
#[doc(hidden)]
pub mod rim;
