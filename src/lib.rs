//! Stagepass: sign a listener in with their music account, from a web or mobile app.
//!
//! OAuth 2.0 authorization code with PKCE, as pure and synchronous machines. This file is the map: the modules stand in
//! the order in which a login runs through them, and data flows down the list; nothing reaches back up. [`client`] tells
//! the story.
//!
//! A machine returns the next [`effect::Effect`] and is resumed with its [`effect::Outcome`]. It names no clock, storage,
//! network or browser; the rim (`rim::exports`, and `rim::web` or `rim::host`, compiled for wasm32 alone) performs effects
//! and decides nothing. So the same machines run in a browser, in React Native, and natively in tests against a real service.

// What the app hands in.
pub mod config;
pub mod redirect_uri;

// The way out: from the click to the service.
pub mod authorize;
pub mod pkce;
pub mod popup_watch; // when a popup counts as closed
pub mod transaction;

// The way back: from the callback to the tokens …
pub mod callback;
pub mod handoff;
pub mod token;

// … to the session, claimed and stored once …
pub mod redeem; // where a code is exchanged exactly once
pub mod session;

// … which calls are made with, and which is renewed for them.
pub mod refresh;

// The whole of it: login, return, call, logout.
pub mod client;

// The border to the world, and what all of the above is made of.
pub mod border;
pub mod document;
pub mod effect;
pub mod error; // the table of error codes; CONTRIBUTING.md says how to add one
pub mod text;

// The rim.
#[cfg(any(target_arch = "wasm32", test))]
pub mod rim;
