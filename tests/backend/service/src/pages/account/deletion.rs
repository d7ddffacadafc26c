//! `POST {base}/account/delete`: marks the account for deletion after a week. `POST {base}/account/keep` takes that
//! back, with a token that only the user's password gives: there is no session meanwhile.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderMap, header};
use axum::response::Response;

use crate::pages::account::password_check::{self, PasswordCheckError};
use crate::pages::account::profile::{self, AccountProblems, Change, FormState};
use crate::pages::cookies::Cookie;
use crate::pages::csrf::Form;
use crate::pages::csrf_session::{ChangeError, changing_session};
use crate::pages::form::PageForm;
use crate::pages::marked_account::marked;
use crate::pages::page;
use crate::pages::problem::Problem;
use crate::pages::session::Session;
use crate::state::Backend;
use stagepass_kit::parameters::Parameters;
use stagepass_store::DeletionRequest;

/// How long a deletion can be taken back, in seconds.
const WEEK: i64 = 7 * 24 * 60 * 60;

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
) -> Result<i64, PasswordCheckError> {
    let password = form.optional("password").ok().flatten().unwrap_or_default();
    let password_hash = &password_check::check(backend, session, headers, (password, peer)).await?;
    let user_id = session.user.user_id;
    let now = backend.clock.now();
    let deletion_at = now + WEEK;
    let request = DeletionRequest { user_id, password_hash, now, deletion_at };
    if backend.store.request_deletion(request).await? { Ok(deletion_at) } else { Err(PasswordCheckError::Mismatch) }
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

fn refused(backend: &Backend, session: &Session, error: &PasswordCheckError) -> Response {
    let Some((status, retry_after)) = error.status() else {
        return ChangeError::Internal(error.to_string()).respond(backend, "/account");
    };
    let problems = AccountProblems { deletion: error.message(), ..AccountProblems::default() };
    profile::respond(backend, session, status, FormState { problems, retry_after, ..FormState::default() })
}
