//! The session for a change to the user's own data, after the CSRF token was verified.

use axum::http::HeaderMap;
use axum::response::Response;

use crate::pages::csrf::Form;
use crate::pages::page;
use crate::pages::problem::Problem;
use crate::pages::session::Session;
use crate::pages::sign_in;
use crate::state::Backend;
use stagepass_store::StoreError;

/// Why a change is refused.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ChangeError {
    #[error("nobody is signed in")]
    SignedOut,
    #[error("the form was not shown in this session, or is too old")]
    Form,
    #[error("{0}")]
    Internal(String),
}

/// Returns the session that submitted a form with the CSRF token `csrf`, to change `what`.
pub(crate) async fn changing_session(
    backend: &Backend,
    headers: &HeaderMap,
    csrf: Option<&str>,
    what: &str,
) -> Result<Session, ChangeError> {
    let session = Session::find(backend, headers).await?.ok_or(ChangeError::SignedOut)?;
    let shown = Form::Change { session: &session.secret, what };
    let accepted = csrf.is_some_and(|token| shown.accepts(&backend.keys, backend.clock.now(), token));
    if accepted { Ok(session) } else { Err(ChangeError::Form) }
}

impl ChangeError {
    /// Returns the error response. `page` is the page with the form, for example `/account`.
    pub(crate) fn respond(&self, backend: &Backend, page: &str) -> Response {
        let base = backend.base_url.path();
        match self {
            Self::SignedOut => page::see_other(&sign_in::address_of(&backend.base_url, &format!("{base}{page}"))),
            Self::Form => Problem::stale_form(&format!("{base}{page}")).respond(base),
            Self::Internal(reason) => {
                tracing::error!(reason, page, "could not change the account");
                Problem::internal().respond(base)
            }
        }
    }
}

impl From<StoreError> for ChangeError {
    fn from(error: StoreError) -> Self {
        Self::Internal(error.to_string())
    }
}
