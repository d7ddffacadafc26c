//! `POST {base}/sign-out`: this browser is somebody else's, or nobody's. Apps that were approved stay so.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::Response;

use crate::pages::cookies::Cookie;
use crate::pages::csrf::Form;
use crate::pages::form::PageForm;
use crate::pages::page;
use crate::pages::problem::Problem;
use crate::pages::session::{self, Session};
use crate::pages::sign_in;
use crate::state::Backend;
use stagepass_kit::parameters::Parameters;
use stagepass_store::StoreError;

/// The ways in which nobody gets signed out.
#[derive(Debug, thiserror::Error)]
enum SignOutError {
    #[error("the form was not shown in this session, or is too old")]
    Form,
    #[error(transparent)]
    Store(#[from] StoreError),
}

pub(crate) async fn submit(
    State(backend): State<Arc<Backend>>,
    headers: HeaderMap,
    PageForm(form): PageForm,
) -> Response {
    let base = backend.base_url.path();
    // Read again, and written anew, by the page that it is for.
    let next = sign_in::address_of(&backend.base_url, form.optional("next").ok().flatten().unwrap_or_default());
    match sign_out(&backend, &headers, &form).await {
        Ok(()) => {
            let mut response = page::see_other(&next);
            response.headers_mut().append(header::SET_COOKIE, Cookie::Session.remove(&backend.base_url));
            response
        }
        Err(SignOutError::Form) => Problem::stale_form(&next).respond(base),
        Err(SignOutError::Store(error)) => {
            tracing::error!(%error, "could not sign out");
            Problem::internal().respond(base)
        }
    }
}

/// Signing out where nobody is signed in is done already.
async fn sign_out(backend: &Backend, headers: &HeaderMap, form: &Parameters) -> Result<(), SignOutError> {
    let Some(session) = Session::find(backend, headers).await? else { return Ok(()) };
    let shown = Form::SignOut { session: &session.secret };
    if !form.required("csrf").is_ok_and(|token| shown.accepts(&backend.keys, backend.clock.now(), token)) {
        return Err(SignOutError::Form);
    }
    Ok(backend.store.delete_session(&session::hash(&session.secret)).await?)
}
