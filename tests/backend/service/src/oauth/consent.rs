//! `POST {base}/oauth/consent`: the user's decision. Codes are issued here only.

use std::sync::Arc;

use axum::extract::{RawQuery, State};
use axum::http::HeaderMap;
use axum::response::Response;

use crate::oauth::authorization_request::{AuthorizationRequest, Refusal};
use crate::oauth::authorization_response::Trigger;
use crate::oauth::authorize::{failed, refused};
use crate::oauth::recipient::Client;
use crate::oauth::return_address::AuthorizationErrorCode;
use crate::pages::csrf::Form;
use crate::pages::form::PageForm;
use crate::pages::page;
use crate::pages::problem::Problem;
use crate::pages::session::Session;
use crate::pages::sign_in;
use crate::state::Backend;
use crate::token::Claims;
use crate::token::keys::Purpose;
use stagepass_kit::entropy::{self, EntropyError};
use stagepass_kit::parameters::{ParameterError, Parameters};
use stagepass_store::GrantId;
use stagepass_store::{NewGrant, StoreError};

/// The lifetime of a code in seconds.
const CODE_LIFETIME: i64 = 10 * 60;

/// Why a decision is refused.
#[derive(Debug, thiserror::Error)]
enum ConsentError {
    #[error(transparent)]
    Request(#[from] Refusal),
    /// The session has ended since the page was shown. The user signs in and is asked again.
    #[error("nobody is signed in")]
    SignedOut(Box<AuthorizationRequest>),
    /// The form was made for another request, user or session, has expired, or is forged.
    #[error("the form is not one that was shown for this request to this person")]
    Form(Box<AuthorizationRequest>),
    #[error("the form says neither approve nor deny")]
    Decision(#[from] ParameterError),
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
        Ok(address) => page::see_other(&address),
        // No page of this service has a form for such a request.
        Err(ConsentError::Request(refusal)) => refused(&backend, refusal, Trigger::Opening),
        Err(ConsentError::SignedOut(request)) => page::see_other(&sign_in::address(&backend.base_url, &request)),
        Err(ConsentError::Form(request)) => {
            let again = format!("{}/oauth/authorize?{}", backend.base_url.path(), request.to_query());
            Problem::stale_form(&again).respond(backend.base_url.path())
        }
        Err(ConsentError::Decision(_)) => Problem::no_decision().respond(backend.base_url.path()),
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
) -> Result<String, ConsentError> {
    let request = AuthorizationRequest::read(&backend.store, query).await?;
    let session = match Session::find(backend, headers).await {
        Ok(Some(session)) => session,
        Ok(None) => return Err(ConsentError::SignedOut(Box::new(request))),
        Err(error) => return Err(ConsentError::internal(request, &error, Trigger::Opening)),
    };
    let user_id = session.user.user_id;
    let shown = Form::Consent { session: &session.secret, user_id, request: &request.to_query() };
    if !form.required("csrf").is_ok_and(|token| shown.accepts(&backend.keys, backend.clock.now(), token)) {
        return Err(ConsentError::Form(Box::new(request)));
    }
    let issuer = backend.base_url.as_str();
    match form.required("decision")? {
        "approve" => match issue_code(backend, &request, user_id).await {
            Ok(code) => Ok(request.return_address.with_code(&code, issuer)),
            Err(error) => Err(ConsentError::internal(request, &error, Trigger::Click)),
        },
        "deny" => {
            let description = "the user did not approve";
            Ok(request.return_address.with_error(AuthorizationErrorCode::AccessDenied, description, issuer))
        }
        _ => Err(ParameterError::Missing("decision").into()),
    }
}

#[derive(Debug, thiserror::Error)]
enum IssueError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Entropy(#[from] EntropyError),
}

async fn issue_code(backend: &Backend, request: &AuthorizationRequest, user_id: i64) -> Result<String, IssueError> {
    let now = backend.clock.now();
    let id = GrantId(entropy::random(&*backend.entropy)?);
    let expires_at = now + CODE_LIFETIME;
    let (api_key, app_name) = match &request.client {
        Client::Registered(app) => (Some(app.api_key.as_str()), None),
        Client::Named(name) => (None, Some(name.as_str())),
    };
    let grant = NewGrant {
        id,
        user_id,
        api_key,
        app_name,
        scope: request.scope.as_str(),
        redirect_uri: request.return_address.redirect_uri.as_str(),
        code_challenge: &request.code_challenge,
        key: backend.keys.signing_id(),
        created_at: now,
        expires_at,
    };
    backend.store.insert_grant(&grant).await?;
    Ok(backend.keys.seal(Purpose::Code, Claims { grant: id, generation: 0, expires_at }))
}
