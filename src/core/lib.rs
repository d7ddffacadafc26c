//! The core of Stagepass: OAuth 2.0 authorization code with PKCE, as pure and synchronous machines. Use the crate
//! `stagepass`. This one has no promise of its own, and each version of `stagepass` needs exactly its own.
//!
//! A machine returns the next [`effect::Effect`] and is resumed with its [`effect::Outcome`]. It names no clock,
//! storage, network or browser. The rims of `stagepass` perform effects and decide nothing. This file is the map:
//! [`client`] follows a login from start to end, and names the file of each step.

// The input of the app.
pub mod config;
pub mod provider; // its endpoints: those of a service of Stagepass, or of any provider
pub mod redirect_uri;

// The way out: from the click to the service.
pub mod authorize; // the options of a login, and the URL of the service
pub mod pkce;
pub mod popup_watch; // when a popup looks closed for good; `client/login.rs` then ends the login
pub mod scope; // what an app asks for, and what a token allows
pub mod transaction; // a login in progress, as it is stored

// The way back: from the callback to the tokens …
pub mod callback; // the response in the callback's URL
pub mod dpop; // whether tokens are bound to a key
pub mod handoff; // the messages between opener and popup
pub mod token; // the tokens in the service's response

// … to the session, claimed and stored once …
pub mod code_exchange; // where a code is exchanged exactly once
pub mod session;

// … which calls use, and which is refreshed for them.
pub mod refresh;

// All of it: login, return, call, logout.
pub mod client;

// What any other provider needs besides.
#[cfg(feature = "openid")]
pub mod openid;

// The border to the platform, and shared parts.
pub mod border;
pub mod document;
pub mod effect;
pub mod error; // the error table; CONTRIBUTING.md describes how to add a code
pub mod text;
