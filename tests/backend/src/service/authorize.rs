//! `GET {base}/oauth/authorize` (RFC 6749 §3.1): the page on which a listener decides.

use std::sync::Arc;

use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};

use crate::service::Backend;
use crate::service::authorization_request::{AuthorizationRequest, Refusal};
use crate::service::forms::Form;
use crate::service::pages::{self, ConsentPage, Problem};
use crate::service::return_address::AuthorizationErrorCode;
use crate::service::session::Session;
use crate::service::sign_in;

pub(crate) async fn show(
    State(backend): State<Arc<Backend>>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Response {
    let request = match AuthorizationRequest::read(&backend.store, &query.unwrap_or_default()).await {
        Ok(request) => request,
        Err(refusal) => return refused(&backend, refusal),
    };
    match Session::find(&backend, &headers).await {
        Ok(Some(session)) => ask(&backend, &request, &session),
        Ok(None) => pages::see_other(&sign_in::address(&backend.base_url, &request)),
        Err(error) => {
            tracing::error!(%error, "the store failed");
            failed(&backend, &request)
        }
    }
}

fn ask(backend: &Backend, request: &AuthorizationRequest, session: &Session) -> Response {
    let now = backend.clock.now();
    let query = request.to_query();
    let consent = Form::Consent { session: &session.secret, user_id: session.user.user_id, request: &query };
    ConsentPage {
        base: backend.base_url.path(),
        request,
        user: &session.user,
        query: &query,
        consent_token: &consent.token(&backend.keys, now),
        sign_out_token: &Form::SignOut { session: &session.secret }.token(&backend.keys, now),
    }
    .respond()
}

/// The answer to a request that is not shown to a listener: a page, or, for a registered app's mistake, the way back.
pub(crate) fn refused(backend: &Backend, refusal: Refusal) -> Response {
    let base = backend.base_url.path();
    match refusal {
        Refusal::TooLong => Problem::too_long().respond(base),
        Refusal::Client(problem) => Problem::client(&problem).respond(base),
        Refusal::RedirectUri(problem) => Problem::redirect_uri(&problem).respond(base),
        Refusal::Shown(problem) => Problem::request(problem).respond(base),
        Refusal::Redirected { error, to } => {
            pages::see_other(&to.with_error(error.code(), &error.to_string(), backend.base_url.as_str()))
        }
        Refusal::Store(error) => {
            tracing::error!(%error, "the store failed");
            Problem::internal().respond(base)
        }
    }
}

/// The answer where the service fails at a request that is in order. Without a registration nothing is sent anywhere unasked.
pub(crate) fn failed(backend: &Backend, request: &AuthorizationRequest) -> Response {
    if request.is_registered() {
        let code = AuthorizationErrorCode::ServerError;
        let description = "the service has a problem of its own";
        return pages::see_other(&request.return_address.with_error(code, description, backend.base_url.as_str()));
    }
    (StatusCode::INTERNAL_SERVER_ERROR, Problem::internal().respond(backend.base_url.path())).into_response()
}
