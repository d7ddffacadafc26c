//! `POST {base}/oauth/consent`: the user's decision.
//!
//! The response is a redirect. For `response_mode=web_message`, the script of the consent page asks for it as JSON
//! (`assets/web_message.js`). The same CSRF token is required, and other origins cannot read it.

use std::sync::Arc;

use axum::Json;
use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse as _, Response};
use serde_json::json;

use crate::oauth::authorization_request::{AuthorizationRequest, Refusal};
use crate::oauth::authorization_response::Trigger;
use crate::oauth::authorize::{failed, refused};
use crate::oauth::code::{self, ConsentSource};
use crate::oauth::consent_memory::terms_hash;
use crate::oauth::return_address::{Answer, AuthorizationErrorCode};
use crate::pages::csrf::Form;
use crate::pages::form::PageForm;
use crate::pages::page;
use crate::pages::problem::Problem;
use crate::pages::session::Session;
use crate::pages::sign_in;
use crate::state::Backend;
use stagepass_kit::parameters::{ParameterError, Parameters};

/// Why a decision is refused.
#[derive(Debug, thiserror::Error)]
enum ConsentError {
    #[error(transparent)]
    Request(#[from] Refusal),
    /// The session has ended since the page was shown, or is older than `max_age`. The user signs in and is asked
    /// again.
    #[error("nobody is signed in, or not recently")]
    SignedOut(Box<AuthorizationRequest>),
    /// The form was made for another request, user, session or name of the app, has expired, or is forged.
    #[error("the form is not one that was shown for this request to this person")]
    Form(Box<AuthorizationRequest>),
    #[error("the form says neither approve nor deny")]
    Decision(#[from] ParameterError),
    /// A page that the app is not sent.
    #[error("no code was issued")]
    NoCode(Response),
    /// `trigger` states whether the form had been verified by then.
    #[error("{reason}")]
    Internal { request: Box<AuthorizationRequest>, reason: String, trigger: Trigger },
}

impl ConsentError {
    fn internal(request: AuthorizationRequest, error: &impl ToString, trigger: Trigger) -> Self {
        Self::Internal { request: Box::new(request), reason: error.to_string(), trigger }
    }
}

pub(crate) async fn decide(
    State(backend): State<Arc<Backend>>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
    PageForm(form): PageForm,
) -> Response {
    match decided(&backend, &query.unwrap_or_default(), &headers, &form).await {
        Ok((request, answer)) => sent(&request, &answer, &headers),
        // No page of this service has a form for such a request.
        Err(ConsentError::Request(refusal)) => refused(&backend, refusal, Trigger::Opening),
        Err(ConsentError::SignedOut(request)) => page::see_other(&sign_in::address(&backend.base_url, &request)),
        Err(ConsentError::Form(request)) => {
            let base = backend.base_url.path();
            Problem::stale_form(&request.path_and_query(base)).respond(base)
        }
        Err(ConsentError::Decision(_)) => Problem::no_decision().respond(backend.base_url.path()),
        Err(ConsentError::NoCode(page)) => page,
        Err(ConsentError::Internal { request, reason, trigger }) => {
            tracing::error!(reason, "could not store a consent");
            failed(&backend, &request, trigger)
        }
    }
}

async fn decided(
    backend: &Backend,
    query: &str,
    headers: &HeaderMap,
    form: &Parameters,
) -> Result<(AuthorizationRequest, Answer), ConsentError> {
    let request = AuthorizationRequest::read(&backend.store, query).await?;
    let session = match Session::find(backend, headers).await {
        Ok(Some(session)) => session,
        Ok(None) => return Err(ConsentError::SignedOut(Box::new(request))),
        Err(error) => return Err(ConsentError::internal(request, &error, Trigger::Opening)),
    };
    let user_id = session.user.user_id;
    // If the app was renamed since, the page is shown again: the user has not seen these terms.
    let terms = terms_hash(request.client.name(), request.scope);
    let shown = Form::Consent { session: &session.secret, user_id, request: &request.to_query(), terms: &terms };
    if !form.required("csrf").is_ok_and(|token| shown.accepts(&backend.keys, backend.clock.now(), token)) {
        return Err(ConsentError::Form(Box::new(request)));
    }
    let issuer = backend.base_url.as_str();
    match form.required("decision")? {
        // The page lay open for longer than `max_age`.
        "approve" if request.interaction.requires_sign_in(&session, backend.clock.now()) => {
            Err(ConsentError::SignedOut(Box::new(request)))
        }
        "approve" => match code::issue(backend, &request, &session, headers, ConsentSource::Page).await {
            Ok(code) => {
                let answer = request.return_address.code(&code, issuer);
                Ok((request, answer))
            }
            Err(error) => Err(match error.page(backend.base_url.path()) {
                Some(page) => ConsentError::NoCode(page),
                None => ConsentError::internal(request, &error, Trigger::Click),
            }),
        },
        "deny" => {
            let description = "the user did not approve";
            let answer = request.return_address.error(AuthorizationErrorCode::AccessDenied, description, issuer);
            Ok((request, answer))
        }
        _ => Err(ParameterError::Missing("decision").into()),
    }
}

/// Sends the response to the app by a redirect or, for the script of the consent page, as JSON.
fn sent(request: &AuthorizationRequest, answer: &Answer, headers: &HeaderMap) -> Response {
    let address = request.return_address.with(answer);
    // Browsers send another value with a form.
    let is_script = headers.get(header::ACCEPT).is_some_and(|accept| accept.as_bytes() == b"application/json");
    if is_script && request.posts_message() {
        return Json(json!({ "address": address, "response": answer.to_json() })).into_response();
    }
    page::see_other(&address)
}
