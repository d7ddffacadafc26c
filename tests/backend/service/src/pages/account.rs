//! `{base}/account`: the user's profile. Each change is a form of its own and returns to this page.

pub(crate) mod deletion;
pub(crate) mod everywhere;
pub(crate) mod export;
pub(crate) mod name;
pub(crate) mod password;
mod password_check;
pub(crate) mod picture;
mod profile;

use std::sync::Arc;

use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;

use crate::pages::account::profile::{Change, FormState};
use crate::pages::page;
use crate::pages::problem::Problem;
use crate::pages::session::Session;
use crate::state::Backend;
use stagepass_kit::parameters::Parameters;

pub(crate) async fn show(
    State(backend): State<Arc<Backend>>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Response {
    let query = Parameters::from_form(query.unwrap_or_default().as_bytes());
    let notice = query.optional("changed").ok().flatten().and_then(Change::notice);
    let base = backend.base_url.path();
    match Session::find(&backend, &headers).await {
        Ok(Some(session)) => {
            profile::respond(&backend, &session, StatusCode::OK, FormState { notice, ..FormState::default() })
        }
        Ok(None) => page::see_other(&format!("{base}/sign-in")),
        Err(error) => {
            tracing::error!(%error, "the store failed");
            Problem::internal().respond(base)
        }
    }
}

/// Redirects to the page if the address of one of its forms is opened.
pub(crate) async fn back(State(backend): State<Arc<Backend>>) -> Response {
    page::see_other(&format!("{}/account", backend.base_url.path()))
}
