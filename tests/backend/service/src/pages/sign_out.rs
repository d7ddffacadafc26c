//! `POST {base}/sign-out`: signs out this browser. Apps stay connected, and stay signed in unless the operator decided
//! otherwise.

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
use stagepass_store::{AppsOfBrowser, StoreError};

/// Why a sign-out fails.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SignOutError {
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
    // The sign-in page parses and rebuilds it.
    let next = sign_in::address_of(&backend.base_url, form.optional("next").ok().flatten().unwrap_or_default());
    match sign_out(&backend, &headers, &form).await {
        Ok(_) => {
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

/// Ends the session of a submitted form. Returns whether there was one.
pub(crate) async fn sign_out(backend: &Backend, headers: &HeaderMap, form: &Parameters) -> Result<bool, SignOutError> {
    let Some(session) = Session::find(backend, headers).await? else { return Ok(false) };
    let shown = Form::SignOut { session: &session.secret };
    if !form.required("csrf").is_ok_and(|token| shown.accepts(&backend.keys, backend.clock.now(), token)) {
        return Err(SignOutError::Form);
    }
    let device = session::device(backend, headers, &session.user.handle).filter(|_| backend.sign_in.ends_apps);
    let user_id = session.user.user_id;
    let number = device.map(|device| device.number());
    let apps = number.as_deref().map(|device| AppsOfBrowser { user_id, device });
    backend.store.sign_out(&session::hash(&session.secret), apps).await?;
    Ok(true)
}
