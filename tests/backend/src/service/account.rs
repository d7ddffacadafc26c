//! `GET {base}/account`: where one lands after signing in without an app that asked.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;

use crate::service::Backend;
use crate::service::forms::Form;
use crate::service::pages::{self, AccountPage, Problem};
use crate::service::session::Session;

pub(crate) async fn show(State(backend): State<Arc<Backend>>, headers: HeaderMap) -> Response {
    let base = backend.base_url.path();
    match Session::find(&backend, &headers).await {
        Ok(Some(session)) => AccountPage {
            base,
            user: &session.user,
            sign_out_token: &Form::SignOut { session: &session.secret }.token(&backend.keys, backend.clock.now()),
        }
        .respond(),
        Ok(None) => pages::see_other(&format!("{base}/sign-in")),
        Err(error) => {
            tracing::error!(%error, "the store failed");
            Problem::internal().respond(base)
        }
    }
}
