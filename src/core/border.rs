//! The numbers and names that Rust and TypeScript share. `cargo xtask codes` writes them to
//! `pkg-template/src/border.gen.ts`.

use crate::dpop::Dpop;

// The calls.

/// Request to a session: its status.
pub const READ_STATUS: u32 = 0;
/// Request to a session: its access token.
pub const ACCESS_TOKEN: u32 = 1;
/// Request to a session: sign out.
pub const LOGOUT: u32 = 2;
/// Request to a session: revoke the one that was signed out.
pub const REVOKE: u32 = 3;
/// Sign a user in.
pub const LOGIN: u32 = 4;
/// Handle the URL of a callback page.
pub const HANDLE_REDIRECT: u32 = 5;
/// Compute the SHA-256 of a text. A phone may have no function for it.
pub const DIGEST: u32 = 6;

/// The object that was read last, as a member of another one.
pub const LAST_OBJECT: u32 = 2;
/// A member of what an outcome has brought, as JSON.
pub const DATA_AS_JSON: u32 = 3;

/// Status of a session: signed out.
pub const SIGNED_OUT: u32 = 0;
/// Status of a session: signed in.
pub const SIGNED_IN: u32 = 1;
/// Status of a session: expired.
pub const EXPIRED: u32 = 2;

/// A code exchange with a key if the service offers proofs: a number of [`Dpop`].
pub const DPOP_OFFERED: u32 = Dpop::Offered as u32;
/// A request of a session that is bound to a key: another number of it.
pub const DPOP_BOUND: u32 = Dpop::Bound as u32;

/// An error's detail is the number of the field, shifted left by these bits, and the number of the fault.
pub const FIELD_SHIFT: u32 = 8;

// The kinds of effects (`crate::effect::Effect`).

/// `Effect::Now`
pub const GET_TIME: u32 = 1;
/// `Effect::Random`
pub const GET_RANDOM: u32 = 2;
/// `Effect::Read`
pub const READ: u32 = 3;
/// `Effect::Write`
pub const WRITE: u32 = 4;
/// `Effect::Delete`
pub const DELETE: u32 = 5;
/// `Effect::Keys`
pub const LIST_KEYS: u32 = 6;
/// `Effect::OpenPopup`
pub const OPEN_POPUP: u32 = 7;
/// `Effect::LookAtPopup`
pub const LOOK_AT_POPUP: u32 = 8;
/// `Effect::ClosePopup`
pub const CLOSE_POPUP: u32 = 9;
/// `Effect::CloseSelf`
pub const CLOSE_SELF: u32 = 10;
/// `Effect::Navigate`
pub const NAVIGATE: u32 = 11;
/// `Effect::Navigate` with `replace`
pub const REPLACE_PAGE: u32 = 12;
/// `Effect::SetAddress`
pub const SET_ADDRESS: u32 = 13;
/// `Effect::Listen`
pub const LISTEN: u32 = 14;
/// `Effect::Post`
pub const POST: u32 = 15;
/// `Effect::Receive`
pub const RECEIVE: u32 = 16;
/// `Effect::Lock`
pub const LOCK: u32 = 17;
/// `Effect::Unlock`
pub const UNLOCK: u32 = 18;
/// `Effect::Http`
pub const SEND: u32 = 19;

// How a flow has ended, beside these kinds.

/// With a result.
pub const END: u32 = 20;
/// With an error.
pub const FAILED: u32 = 21;

// The kinds of outcomes (`crate::effect::Outcome`).

/// The effect is done.
pub const DONE: u32 = 0;
/// It was refused, or is not available here.
pub const REFUSED: u32 = 1;
/// The popup is closed.
pub const CLOSED: u32 = 2;
/// The timeout has passed.
pub const ELAPSED: u32 = 3;
/// The caller has aborted.
pub const ABORTED: u32 = 4;
/// The service could not be reached.
pub const OFFLINE: u32 = 5;
/// The number is the time.
pub const NOW: u32 = 6;
/// `data` has 48 characters, each a random byte.
pub const RANDOM: u32 = 7;
/// `data` is the stored text, if there is one.
pub const TEXT: u32 = 8;
/// `data` has a key on each line.
pub const KEYS: u32 = 9;
/// `data` and `origin` are those of a message, and the number is the sum of [`OWN_ORIGIN`] and [`FROM_PEER`].
pub const MESSAGE: u32 = 10;
/// The number is the HTTP status, and `data` the parsed body. `undefined` if it is not JSON.
pub const ANSWER: u32 = 11;
/// The number is the time. [`LOOKS_CLOSED`], [`FOCUS_CAME_BACK`] and [`IS_SUPERSEDED`] are added.
pub const POPUP: u32 = 16;

/// A message comes from this page's own origin.
pub const OWN_ORIGIN: u32 = 1;
/// A message comes from the other window of the login.
pub const FROM_PEER: u32 = 2;

/// The popup looks closed.
pub const LOOKS_CLOSED: u32 = 1;
/// The user has returned to this window.
pub const FOCUS_CAME_BACK: u32 = 2;
/// The page has opened another popup.
pub const IS_SUPERSEDED: u32 = 4;

/// A request's number is that of its [`Dpop`]. This is added if its body is sent as a form.
pub const IS_FORM: u32 = 4;
/// This is added if it is sent even if the page is left.
pub const OUTLIVES_PAGE: u32 = 8;

/// The prefix of the keys of stored sessions.
pub const SESSION_PREFIX: &str = "stagepass/session/";
/// The prefix of the keys of stored transactions.
pub const LOGIN_PREFIX: &str = "stagepass/login/";

/// The parameters of an authorization request that `extraParams` cannot set, separated by spaces: those that Stagepass
/// sends, their other names, and those that would replace them (RFC 9101). The facade checks it.
pub const OWN_PARAMETERS: &str = "response_type scope api_key app_name redirect_uri state code_challenge \
    code_challenge_method response_mode display prompt login_hint max_age ui_locales client_id request request_uri";

/// The version of this crate, and of the npm package.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
