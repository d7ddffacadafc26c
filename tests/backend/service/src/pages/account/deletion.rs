//! `POST {base}/account/delete`: marks the account for deletion after a week. `POST {base}/account/keep` takes that
//! back, with a token that only the user's password gives: there is no session meanwhile.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;

use crate::accounts::password::{MAX_PASSWORD, PasswordError};
use crate::limits::throttle::{PasswordTries, ThrottleError, minutes};
use crate::pages::account::profile::{self, AccountProblems, Change, FormState};
use crate::pages::cookies::Cookie;
use crate::pages::csrf::Form;
use crate::pages::csrf_session::{ChangeError, changing_session};
use crate::pages::form::PageForm;
use crate::pages::marked_account::marked;
use crate::pages::page;
use crate::pages::problem::Problem;
use crate::pages::session::{self, Session};
use crate::state::Backend;
use stagepass_kit::parameters::Parameters;
use stagepass_store::{DeletionRequest, StoreError};

/// How long a deletion can be taken back, in seconds.
const WEEK: i64 = 7 * 24 * 60 * 60;

/// Why an account is not marked for deletion.
#[derive(Debug, thiserror::Error)]
enum DeletionError {
    #[error("The password is wrong. Try again.")]
    Mismatch,
    #[error("Too many attempts. Wait {} and try again.", minutes(*retry_after))]
    TooMany { retry_after: i64 },
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Password(#[from] PasswordError),
}

/// `POST …/account/delete`.
pub(crate) async fn submit(
    State(backend): State<Arc<Backend>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    PageForm(form): PageForm,
) -> Response {
    let session = match changing_session(&backend, &headers, form.required("csrf").ok(), Change::Deletion.name()).await
    {
        Ok(session) => session,
        Err(error) => return error.respond(&backend, "/account"),
    };
    match mark(&backend, &session, &headers, (&form, peer)).await {
        Ok(deletion_at) => {
            let user = (session.user.user_id, session.user.handle.as_str());
            let mut response = marked(&backend, user, deletion_at, false);
            response.headers_mut().append(header::SET_COOKIE, Cookie::Session.remove(&backend.base_url));
            response
        }
        Err(error) => refused(&backend, &session, &error),
    }
}

/// Marks the account. Returns when it is deleted.
async fn mark(
    backend: &Backend,
    session: &Session,
    headers: &HeaderMap,
    (form, peer): (&Parameters, SocketAddr),
) -> Result<i64, DeletionError> {
    let password = form.optional("password").ok().flatten().unwrap_or_default();
    if password.is_empty() || password.len() > MAX_PASSWORD {
        return Err(DeletionError::Mismatch);
    }
    let (user_id, handle) = (session.user.user_id, &session.user.handle);
    let address = backend.client_address(peer, headers);
    let tries = PasswordTries::new(backend, handle, address, session::device(backend, headers, handle));
    tries.begin(backend).await?;
    let stored = backend.store.password_hash(user_id).await?;
    if !backend.passwords.verify(password, stored.as_deref()).await? {
        return Err(DeletionError::Mismatch);
    }
    tries.succeed(backend).await?;
    let password_hash = stored.as_deref().unwrap_or_default();
    let now = backend.clock.now();
    let deletion_at = now + WEEK;
    let request = DeletionRequest { user_id, password_hash, now, deletion_at };
    if backend.store.request_deletion(request).await? { Ok(deletion_at) } else { Err(DeletionError::Mismatch) }
}

/// `POST …/account/keep`.
pub(crate) async fn keep(State(backend): State<Arc<Backend>>, PageForm(form): PageForm) -> Response {
    let base = backend.base_url.path();
    let user_id = form.required("user").ok().and_then(|user| user.parse().ok()).unwrap_or_default();
    let shown = Form::KeepAccount { user_id };
    if !form.required("csrf").is_ok_and(|token| shown.accepts(&backend.keys, backend.clock.now(), token)) {
        return Problem::stale_form(&format!("{base}/sign-in")).respond(base);
    }
    match backend.store.keep_account(user_id, backend.clock.now()).await {
        // If it is not kept, it was before, in another tab, or it is too late. Signing in then shows which.
        Ok(_) => page::see_other(&format!("{base}/sign-in")),
        Err(error) => ChangeError::from(error).respond(&backend, "/account"),
    }
}

fn refused(backend: &Backend, session: &Session, error: &DeletionError) -> Response {
    let status = match error {
        DeletionError::Mismatch => StatusCode::FORBIDDEN,
        DeletionError::TooMany { .. } => StatusCode::TOO_MANY_REQUESTS,
        DeletionError::Store(_) | DeletionError::Password(_) => {
            return ChangeError::Internal(error.to_string()).respond(backend, "/account");
        }
    };
    let problems = AccountProblems { deletion: Some(error.to_string()), ..AccountProblems::default() };
    let mut response = profile::respond(backend, session, status, FormState { problems, ..FormState::default() });
    if let DeletionError::TooMany { retry_after } = error {
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(*retry_after));
    }
    response
}

impl From<ThrottleError> for DeletionError {
    fn from(error: ThrottleError) -> Self {
        match error {
            ThrottleError::TooMany { retry_after } => Self::TooMany { retry_after },
            ThrottleError::Store(error) => Self::Store(error),
        }
    }
}
