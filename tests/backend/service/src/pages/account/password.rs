//! `POST {base}/account/password`: replaces the password, and signs out all other browsers and all apps.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;

use crate::accounts::password::{MAX_PASSWORD, PasswordError};
use crate::accounts::{PasswordRule, check_password};
use crate::limits::throttle::{PasswordTries, ThrottleError, minutes};
use crate::pages::account::profile::{self, AccountProblems, Change, FormState};
use crate::pages::account_copy;
use crate::pages::csrf_session::{ChangeError, changing_session};
use crate::pages::form::PageForm;
use crate::pages::session::{self, Session, SessionCookies};
use crate::state::Backend;
use stagepass_kit::entropy::{self, EntropyError};
use stagepass_kit::parameters::Parameters;
use stagepass_store::{PasswordChange, StoreError};

/// Why the password was not changed.
#[derive(Debug, thiserror::Error)]
enum PasswordChangeError {
    #[error("The current password is wrong. Try again.")]
    Mismatch,
    #[error("{}", account_copy::password_problem(*.0))]
    NewPassword(#[from] PasswordRule),
    #[error("Too many attempts. Wait {} and try again.", minutes(*retry_after))]
    TooMany { retry_after: i64 },
    #[error("{0}")]
    Internal(String),
}

pub(crate) async fn submit(
    State(backend): State<Arc<Backend>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    PageForm(form): PageForm,
) -> Response {
    let session = match changing_session(&backend, &headers, form.required("csrf").ok(), Change::Password.name()).await
    {
        Ok(session) => session,
        Err(error) => return error.respond(&backend, "/account"),
    };
    match change(&backend, &session, &headers, (&form, peer)).await {
        Ok(signed_in) => signed_in.see_other(&profile::changed(&backend, Change::Password)),
        Err(error) => refused(&backend, &session, &error),
    }
}

async fn change(
    backend: &Backend,
    session: &Session,
    headers: &HeaderMap,
    (form, peer): (&Parameters, SocketAddr),
) -> Result<SessionCookies, PasswordChangeError> {
    let field = |name| form.optional(name).ok().flatten().unwrap_or_default();
    let (current, new) = (field("current_password"), field("new_password"));
    check_password(new)?;
    if current.is_empty() || current.len() > MAX_PASSWORD {
        return Err(PasswordChangeError::Mismatch);
    }
    let handle = &session.user.handle;
    let address = backend.client_address(peer, headers);
    // Counted like a sign-in, so that an attacker at a signed-in browser has no more attempts than others.
    let tries = PasswordTries::new(backend, handle, address, session::device(backend, headers, handle));
    tries.begin(backend).await?;
    let user_id = session.user.user_id;
    let from = backend.store.password_hash(user_id).await?;
    if !backend.passwords.verify(current, from.as_deref()).await? {
        return Err(PasswordChangeError::Mismatch);
    }
    tries.succeed(backend).await?;

    let to = backend.passwords.hash(new, &*backend.entropy).await?;
    let secret = entropy::random(&*backend.entropy)?;
    let signed_in = SessionCookies::new(backend, headers, handle, &secret)?;
    let hash = session::hash(&secret);
    let renewed = session::new(backend, &hash, user_id);
    let change = PasswordChange {
        user_id,
        from: from.as_deref(),
        to: &to,
        sign_out_apps: !field("sign_out_apps").is_empty(),
        session: Some(renewed),
    };
    // The password was changed in the meantime, so the old one no longer matches.
    if backend.store.change_password(&change).await? { Ok(signed_in) } else { Err(PasswordChangeError::Mismatch) }
}

fn refused(backend: &Backend, session: &Session, error: &PasswordChangeError) -> Response {
    let mut problems = AccountProblems::default();
    let status = match error {
        PasswordChangeError::Internal(reason) => {
            return ChangeError::Internal(reason.clone()).respond(backend, "/account");
        }
        PasswordChangeError::NewPassword(_) => {
            problems.new_password = Some(error.to_string());
            StatusCode::BAD_REQUEST
        }
        PasswordChangeError::Mismatch => {
            problems.current_password = Some(error.to_string());
            StatusCode::FORBIDDEN
        }
        PasswordChangeError::TooMany { .. } => {
            problems.current_password = Some(error.to_string());
            StatusCode::TOO_MANY_REQUESTS
        }
    };
    let mut response = profile::respond(backend, session, status, FormState { problems, ..FormState::default() });
    if let PasswordChangeError::TooMany { retry_after } = error {
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(*retry_after));
    }
    response
}

impl From<ThrottleError> for PasswordChangeError {
    fn from(error: ThrottleError) -> Self {
        match error {
            ThrottleError::TooMany { retry_after } => Self::TooMany { retry_after },
            ThrottleError::Store(error) => error.into(),
        }
    }
}

impl From<StoreError> for PasswordChangeError {
    fn from(error: StoreError) -> Self {
        Self::Internal(error.to_string())
    }
}

impl From<PasswordError> for PasswordChangeError {
    fn from(error: PasswordError) -> Self {
        Self::Internal(error.to_string())
    }
}

impl From<EntropyError> for PasswordChangeError {
    fn from(error: EntropyError) -> Self {
        Self::Internal(error.to_string())
    }
}
