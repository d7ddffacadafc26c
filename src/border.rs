//! The numbers and names that both halves of the package know. They stand here; `cargo xtask codes` writes them down for
//! TypeScript, as `pkg-template/src/border.gen.ts`.

/// A session is asked how it stands.
pub const READ_STATUS: u32 = 0;
/// A session is asked for the token to call with.
pub const ACCESS_TOKEN: u32 = 1;
/// A session is asked to end.
pub const LOGOUT: u32 = 2;

/// How a session stands: nobody is signed in.
pub const SIGNED_OUT: u32 = 0;
/// How a session stands: somebody is signed in.
pub const SIGNED_IN: u32 = 1;
/// How a session stands: it has expired.
pub const EXPIRED: u32 = 2;

/// By how many bits the number of a field stands above that of its fault, in the detail of a failure.
pub const FIELD_SHIFT: u32 = 8;

/// How the keys of all stored sessions begin.
pub const SESSION_PREFIX: &str = "stagepass/session/";
/// How the keys of logins under way begin.
pub const LOGIN_PREFIX: &str = "stagepass/login/";
