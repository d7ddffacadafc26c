//! What the error page for a refused app or redirect URI posts to the window that opened it.
//!
//! Without the notice, the app would learn only that the popup was closed. It is made from the request alone, before
//! any cookie is read, so it cannot reveal who is signed in. It goes to the origin of the requested redirect URI and to
//! no other, and has nothing but its type, the request's state and a code.

use crate::accounts::redirect_uri::{Kind, RedirectUri};
use crate::oauth::authorization_request::MAX_STATE;
use crate::oauth::recipient::RecipientProblem;
use stagepass_kit::parameters::Parameters;

/// A message for the opener of the error page (`assets/refused.js` posts it).
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct RefusalNotice {
    /// The origin that may receive it.
    pub(crate) origin: String,
    /// The state of the request.
    pub(crate) state: String,
    /// `invalid_client` or `invalid_redirect_uri`.
    pub(crate) code: &'static str,
}

impl RefusalNotice {
    /// Returns the notice for the query of a refused authorization request. `None` if the request has no API key, no
    /// state, or no redirect URI that a script on a web page could have.
    pub(crate) fn new(query: &str, problem: &RecipientProblem) -> Option<Self> {
        let parameters = Parameters::from_form(query.as_bytes());
        let read = |name| parameters.optional(name).ok().flatten();
        read("api_key").or_else(|| read("client_id"))?;
        let state = read("state").filter(|state| state.len() <= MAX_STATE)?;
        let redirect_uri = RedirectUri::parse(read("redirect_uri")?).ok().filter(|uri| uri.kind() == Kind::Web)?;
        let code = match problem {
            RecipientProblem::Client(_) => "invalid_client",
            RecipientProblem::RedirectUri(_) => "invalid_redirect_uri",
        };
        Some(Self { origin: redirect_uri.origin()?, state: state.to_owned(), code })
    }
}
