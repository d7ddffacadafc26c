//! The Rust API of native apps (feature `native`) against the real service. A scripted browser is the user. Other
//! providers (feature `openid`) are a small one in this process.

#![expect(clippy::panic, clippy::unwrap_used, reason = "test code: a test stops if its setup fails")]

mod app;
mod dpop;
mod foreign_requests;
mod front;
mod login;
mod openid;
mod refresh;
mod rejected_token;
mod session;
