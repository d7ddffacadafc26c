//! READ FIRST: a login from start to end, as machines.
//!
//! 1. [`Login`] (`login.rs`) runs inside the click. It creates verifier, challenge, state and URL, opens the popup, and
//!    stores the transaction. Then the opener waits for the response. A full-page login stores the transaction first,
//!    and the page leaves.
//! 2. [`HandleRedirect`] (`handle_redirect.rs`) runs on the callback page. It removes the response from the address
//!    bar. A popup hands the response to its opener. A full page, or a popup whose opener does not respond, exchanges
//!    the code here.
//! 3. [`crate::code_exchange`] claims the transaction, exchanges its code and stores the session. Both of the above use
//!    it.
//! 4. [`AccessToken`] (`access_token.rs`) returns the token for a call. [`crate::refresh`] refreshes it if it has
//!    expired or was rejected. The facade or the Rust API makes the calls themselves, also
//!    `/me`.
//! 5. [`Logout`] deletes the session, then revokes it.
//!
//! [`ReadStatus`] reads the status of the session at any time.
//!
//! A machine is pure: the rim performs its effects.

mod access_token;
mod handle_redirect;
mod login;
mod logout;
mod read_status;

pub use access_token::{AccessToken, TokenRequest};
pub use handle_redirect::HandleRedirect;
pub use login::Login;
pub use logout::{Logout, Revocation};
pub use read_status::{ReadStatus, SessionStatus};

use crate::code_exchange::CompletedLogin;

/// The result of a login, or of a callback page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The URL had no response of ours.
    Nothing,
    /// The opener has the response.
    HandedOver,
    /// The user is signed in.
    SignedIn(Box<CompletedLogin>),
    /// The page is leaving for the service.
    Redirecting,
    /// The user is signed in, and the page is leaving for the URL at which the login ends.
    Returning(Box<CompletedLogin>),
}
