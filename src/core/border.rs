//! Names and numbers that Rust and TypeScript share. `cargo xtask codes` writes them to
//! `pkg-template/src/border.gen.ts`. Those of messages and states are in `handoff.rs` and `transaction.rs`.

use crate::dpop::Dpop;

/// A code exchange with a key if the service offers proofs: a number of [`Dpop`].
pub const DPOP_OFFERED: u32 = Dpop::Offered as u32;
/// A request of a session that is bound to a key: another number of it.
pub const DPOP_BOUND: u32 = Dpop::Bound as u32;

/// The prefix of the keys of stored sessions.
pub const SESSION_PREFIX: &str = "stagepass/session/";
/// The prefix of the keys of what a page reads of a session before the core is loaded.
pub const HINT_PREFIX: &str = "stagepass/hint/";
/// The prefix of the keys of stored transactions.
pub const LOGIN_PREFIX: &str = "stagepass/login/";

/// The parameters of an authorization request that `extraParams` cannot set, separated by spaces: those that Stagepass
/// sends, their other names, and those that would replace them (RFC 9101). The facade checks it.
pub const OWN_PARAMETERS: &str = "response_type scope api_key app_name redirect_uri state code_challenge \
    code_challenge_method response_mode display prompt login_hint max_age ui_locales client_id nonce request request_uri";

/// The version of this crate, and of the npm package.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
