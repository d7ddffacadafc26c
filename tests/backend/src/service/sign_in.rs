//! `{base}/sign-in`: a listener proves who they are to the service, and to nobody else.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::{ConnectInfo, RawQuery, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;

use crate::base_url::BaseUrl;
use crate::entropy::{self, EntropyError};
use crate::metrics::SignIn;
use crate::parameters::Parameters;
use crate::password::{MAX_PASSWORD, PasswordError};
use crate::service::Backend;
use crate::service::authorization_request::AuthorizationRequest;
use crate::service::cookies::{self, Cookie};
use crate::service::forms::Form;
use crate::service::page_form::PageForm;
use crate::service::pages::{self, Problem, SignInPage};
use crate::service::session::{self, Session};
use crate::service::throttle::TooMany;
use crate::store::{NewSession, StoreError};

/// No handle is as long as this; longer texts are not looked up, hashed or remembered.
const MAX_HANDLE_TYPED: usize = 64;

/// The ways in which nobody gets signed in.
#[derive(Debug, thiserror::Error)]
enum SignInError {
    /// One text for an unknown handle and a wrong password: it does not tell which handles exist.
    #[error("That handle and password don’t match. Check both and try again.")]
    Mismatch,
    #[error("Fill in your handle and your password.")]
    Incomplete,
    #[error("Too many tries. Wait {} and try again.", minutes(*retry_after))]
    TooMany { retry_after: i64 },
    #[error("the form was not shown in this browser, or is too old")]
    Form,
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Entropy(#[from] EntropyError),
    #[error(transparent)]
    Password(#[from] PasswordError),
}

impl SignInError {
    fn status(&self) -> StatusCode {
        match self {
            Self::Mismatch | Self::Form => StatusCode::FORBIDDEN,
            Self::Incomplete => StatusCode::BAD_REQUEST,
            Self::TooMany { .. } => StatusCode::TOO_MANY_REQUESTS,
            Self::Store(_) | Self::Entropy(_) | Self::Password(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

/// Where a listener goes after signing in: a page of this service, whatever was asked for.
struct Next {
    path_and_query: String,
    /// What that page is about, if it is an app's request.
    request: Option<AuthorizationRequest>,
}

/// The address of the sign-in page that goes on to `request`.
pub(crate) fn address(base_url: &BaseUrl, request: &AuthorizationRequest) -> String {
    address_of(base_url, &format!("{}/oauth/authorize?{}", base_url.path(), request.to_query()))
}

pub(crate) async fn show(
    State(backend): State<Arc<Backend>>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Response {
    let next = Next::read(&backend, &Parameters::from_form(query.unwrap_or_default().as_bytes())).await;
    match Session::find(&backend, &headers).await {
        Ok(Some(_)) => pages::see_other(&next.path_and_query),
        Ok(None) => form_page(&backend, &headers, &next, "", None),
        Err(error) => internal(&backend, &error.into()),
    }
}

pub(crate) async fn submit(
    State(backend): State<Arc<Backend>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    PageForm(form): PageForm,
) -> Response {
    let next = Next::read(&backend, &form).await;
    let handle = form.optional("handle").ok().flatten().unwrap_or_default().trim();
    let outcome = sign_in(&backend, &headers, &form, (&next, peer)).await;
    if let Some(outcome) = counted(&outcome) {
        backend.metrics.sign_in(outcome);
    }
    let error = match outcome {
        Ok(secret) => {
            let mut response = pages::see_other(&next.path_and_query);
            response.headers_mut().append(header::SET_COOKIE, Cookie::Session.plant(&backend.base_url, &secret));
            return response;
        }
        Err(error) => error,
    };
    match error {
        SignInError::Form => {
            let again = address_of(&backend.base_url, &next.path_and_query);
            Problem::stale_form(&again).respond(backend.base_url.path())
        }
        SignInError::Store(_) | SignInError::Entropy(_) | SignInError::Password(_) => internal(&backend, &error),
        SignInError::Mismatch | SignInError::Incomplete | SignInError::TooMany { .. } => {
            form_page(&backend, &headers, &next, handle, Some(&error))
        }
    }
}

/// What it is counted as; a form that was not filled in, or not shown, is no try.
fn counted<T>(outcome: &Result<T, SignInError>) -> Option<SignIn> {
    match outcome {
        Ok(_) => Some(SignIn::Succeeded),
        Err(SignInError::Mismatch) => Some(SignIn::Refused),
        Err(SignInError::TooMany { .. }) => Some(SignIn::Throttled),
        Err(SignInError::Incomplete | SignInError::Form) => None,
        Err(SignInError::Store(_) | SignInError::Entropy(_) | SignInError::Password(_)) => Some(SignIn::Failed),
    }
}

/// Returns the secret of a new session. Whatever session the browser had is over: nobody can plant one for somebody else to sign in to.
async fn sign_in(
    backend: &Backend,
    headers: &HeaderMap,
    form: &Parameters,
    (next, peer): (&Next, SocketAddr),
) -> Result<[u8; cookies::LENGTH], SignInError> {
    let now = backend.clock.now();
    let browser = Cookie::Browser.read(&backend.base_url, headers).ok_or(SignInError::Form)?;
    let shown = Form::SignIn { browser: &browser, next: &next.path_and_query };
    if !form.required("csrf").is_ok_and(|token| shown.accepts(&backend.keys, now, token)) {
        return Err(SignInError::Form);
    }
    let handle = form.required("handle").map_err(|_| SignInError::Incomplete)?.trim();
    let password = form.required("password").map_err(|_| SignInError::Incomplete)?;
    if handle.len() > MAX_HANDLE_TYPED || password.len() > MAX_PASSWORD {
        return Err(SignInError::Mismatch);
    }
    let address = backend.client_address(peer, headers);
    backend
        .throttle
        .begin(handle, address, now)
        .map_err(|TooMany { retry_after }| SignInError::TooMany { retry_after })?;

    let credentials = backend.store.credentials(handle).await?;
    let stored = credentials.as_ref().map(|(_, password_hash)| password_hash.as_str());
    let matches = backend.passwords.verify(password, stored).await?;
    let Some((user_id, _)) = credentials.filter(|_| matches) else { return Err(SignInError::Mismatch) };
    backend.throttle.succeed(handle, address);

    if let Some(before) = Cookie::Session.read(&backend.base_url, headers) {
        backend.store.delete_session(&session::hash(&before)).await?;
    }
    let secret = entropy::random(&*backend.entropy)?;
    let expires_at = now + cookies::SESSION_LIFETIME;
    backend.store.insert_session(&NewSession { hash: &session::hash(&secret), user_id, expires_at }).await?;
    Ok(secret)
}

fn form_page(
    backend: &Backend,
    headers: &HeaderMap,
    next: &Next,
    handle: &str,
    alert: Option<&SignInError>,
) -> Response {
    let known = Cookie::Browser.read(&backend.base_url, headers);
    let browser = match known.map_or_else(|| entropy::random(&*backend.entropy), Ok) {
        Ok(browser) => browser,
        Err(error) => return internal(backend, &error.into()),
    };
    let form = Form::SignIn { browser: &browser, next: &next.path_and_query };
    let mut response = SignInPage {
        base: backend.base_url.path(),
        request: next.request.as_ref(),
        next: &next.path_and_query,
        token: &form.token(&backend.keys, backend.clock.now()),
        handle,
        alert: alert.map(ToString::to_string),
    }
    .respond(alert.map_or(StatusCode::OK, SignInError::status));
    if let Some(SignInError::TooMany { retry_after }) = alert {
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(*retry_after));
    }
    if known.is_none() {
        response.headers_mut().append(header::SET_COOKIE, Cookie::Browser.plant(&backend.base_url, &browser));
    }
    response
}

impl Next {
    /// Only two pages can be asked for, and an app's request is written anew from what was read of it: nothing of `next` reaches a
    /// Location header, so there is nothing for `//evil.example`, a backslash or a line break to do.
    async fn read(backend: &Backend, parameters: &Parameters) -> Self {
        let base = backend.base_url.path();
        let asked = parameters.optional("next").ok().flatten().unwrap_or_default();
        let query = asked.strip_prefix(base).and_then(|page| page.strip_prefix("/oauth/authorize?"));
        let account = Self { path_and_query: format!("{base}/account"), request: None };
        let Some(query) = query else { return account };
        match AuthorizationRequest::read(&backend.store, query).await {
            Ok(request) => Self {
                path_and_query: format!("{base}/oauth/authorize?{}", request.to_query()),
                request: Some(request),
            },
            Err(_) => account,
        }
    }
}

/// The address of the sign-in page that goes on to `next`, if that is a page of this service.
pub(crate) fn address_of(base_url: &BaseUrl, next: &str) -> String {
    let query = form_urlencoded::Serializer::new(String::new()).append_pair("next", next).finish();
    format!("{}/sign-in?{query}", base_url.path())
}

fn internal(backend: &Backend, error: &SignInError) -> Response {
    tracing::error!(%error, "could not sign in");
    Problem::internal().respond(backend.base_url.path())
}

fn minutes(seconds: i64) -> String {
    match seconds.max(1).unsigned_abs().div_ceil(60) {
        1 => "a minute".to_owned(),
        many => format!("{many} minutes"),
    }
}
