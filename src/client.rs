//! READ FIRST: the story of a login, as machines.
//!
//! 1. [`Login`]: inside the click, verifier, challenge, state and address are made and the popup opens there; the login is
//!    put away under its state; then the opener waits for its answer. As a full page it is put away first, and the page
//!    leaves.
//! 2. [`HandleRedirect`]: on the callback page. The answer leaves the address bar; in a popup it is handed to the opener, in
//!    a full page, or where no opener answers, it is redeemed here.
//! 3. [`crate::redeem`]: claim the login, exchange its code, store the session. Both of the above come to this.
//! 4. [`AccessToken`]: what a call is made with; [`crate::refresh`] renews it when it is stale or was refused. The calls
//!    themselves, `/me` among them, are the host's.
//! 5. [`Logout`]: the session is discarded, then revoked.
//!
//! [`ReadStatus`] reads the status of the session at any time.
//!
//! A machine is pure: the rim (`web` and `exports`, in a browser) performs what it asks for.

mod access_token;
mod handle_redirect;
mod login;
mod logout;
mod read_status;

pub use access_token::{AccessToken, TokenRequest};
pub use handle_redirect::HandleRedirect;
pub use login::Login;
pub use logout::Logout;
pub use read_status::{ReadStatus, SessionStatus};

use crate::config::Config;

/// What a login, or a callback page, comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// There was no answer of ours in the address.
    Nothing,
    /// The answer is with the window that opened this one.
    HandedOver,
    /// Somebody is signed in.
    SignedIn {
        /// To this client, whose session is stored.
        config: Config,
        /// The app's own value; empty: none.
        app_state: String,
    },
    /// The page is on its way to somewhere else.
    Redirecting,
}
