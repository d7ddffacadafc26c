//! `POST {base}/account/password`: replaces the password, and signs out all other browsers and all apps.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;

use crate::accounts::password::PasswordError;
use crate::accounts::{PasswordRule, check_password};
use crate::pages::account::password_check::{self, PasswordCheckError};
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
    #[error(transparent)]
    Current(#[from] PasswordCheckError),
    #[error(transparent)]
    NewPassword(#[from] PasswordRule),
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
    let from = password_check::check(backend, session, headers, (current, peer)).await?;
    let to = backend.passwords.hash(new, &*backend.entropy).await?;
    let secret = entropy::random(&*backend.entropy)?;
    let signed_in = SessionCookies::new(backend, headers, &session.user.handle, &secret)?;
    let hash = session::hash(&secret);
    let renewed = session::new(backend, &hash, session.user.user_id);
    let change = PasswordChange {
        user_id: session.user.user_id,
        from: Some(&from),
        to: &to,
        sign_out_apps: !field("sign_out_apps").is_empty(),
        session: Some(renewed),
    };
    // The password was changed in the meantime, so the old one no longer matches.
    let is_changed = backend.store.change_password(&change).await?;
    if is_changed { Ok(signed_in) } else { Err(PasswordCheckError::Mismatch.into()) }
}

fn refused(backend: &Backend, session: &Session, error: &PasswordChangeError) -> Response {
    let mut problems = AccountProblems::default();
    let status = match error {
        PasswordChangeError::NewPassword(rule) => {
            problems.new_password = Some(account_copy::password_problem(*rule));
            Some((StatusCode::BAD_REQUEST, None))
        }
        PasswordChangeError::Current(current) => {
            problems.current_password = current.message();
            current.status()
        }
        PasswordChangeError::Internal(_) => None,
    };
    let Some((status, retry_after)) = status else {
        return ChangeError::Internal(error.to_string()).respond(backend, "/account");
    };
    profile::respond(backend, session, status, FormState { problems, retry_after, ..FormState::default() })
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
