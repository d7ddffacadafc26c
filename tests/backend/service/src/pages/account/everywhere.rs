//! `POST {base}/account/sign-out-everywhere`: signs the user out of all browsers and apps, and of the
//! servers of apps if the box is checked.

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
    // A box that is not checked is not sent.
    let of_servers = form.optional("of_servers").is_ok_and(|value| value.is_some());
    backend.store.sign_out_everywhere(session.user.user_id, of_servers).await?;
    let mut response = page::see_other(&format!("{}/sign-in", backend.base_url.path()));
    response.headers_mut().append(header::SET_COOKIE, Cookie::Session.remove(&backend.base_url));
    Ok(response)
}
