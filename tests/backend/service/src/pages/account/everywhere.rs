//! `POST {base}/account/sign-out-everywhere`: signs the user out of all browsers and apps.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::Response;

use crate::pages::account::profile::Change;
use crate::pages::cookies::Cookie;
use crate::pages::csrf_session::{ChangeError, changing_session};
use crate::pages::form::PageForm;
use crate::pages::page;
use crate::state::Backend;
use stagepass_kit::parameters::Parameters;

pub(crate) async fn submit(
    State(backend): State<Arc<Backend>>,
    headers: HeaderMap,
    PageForm(form): PageForm,
) -> Response {
    sign_out(&backend, &headers, &form).await.unwrap_or_else(|error| error.respond(&backend, "/account"))
}

async fn sign_out(backend: &Backend, headers: &HeaderMap, form: &Parameters) -> Result<Response, ChangeError> {
    let session =
        changing_session(backend, headers, form.required("csrf").ok(), Change::SignOutEverywhere.name()).await?;
    backend.store.sign_out_everywhere(session.user.user_id).await?;
    let mut response = page::see_other(&format!("{}/sign-in", backend.base_url.path()));
    response.headers_mut().append(header::SET_COOKIE, Cookie::Session.remove(&backend.base_url));
    Ok(response)
}
