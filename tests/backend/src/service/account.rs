//! `GET {base}/account`: where one lands after signing in without an app that asked.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;

use crate::service::Backend;
use crate::service::pages::{self, AccountPage, Place, Problem};
use crate::service::session::Session;

pub(crate) async fn show(State(backend): State<Arc<Backend>>, headers: HeaderMap) -> Response {
    let base = backend.base_url.path();
    match Session::find(&backend, &headers).await {
        Ok(Some(session)) => AccountPage {
            base,
            user: &session.user,
            sign_out_token: &session.sign_out_token(&backend),
            place: Place::Profile,
        }
        .respond(),
        Ok(None) => pages::see_other(&format!("{base}/sign-in")),
        Err(error) => {
            tracing::error!(%error, "the store failed");
            Problem::internal().respond(base)
        }
    }
}
