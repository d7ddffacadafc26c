//! `{base}/sign-in`: the user authenticates to the service. Apps never see the password.

use std::net::SocketAddr;
use std::sync::Arc;

use askama::Template;
use axum::extract::{ConnectInfo, RawQuery, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;

use crate::accounts::password::{MAX_PASSWORD, PasswordError};
use crate::accounts::reset_link;
use crate::limits::throttle::{PasswordTries, ThrottleError, minutes};
use crate::oauth::authorization_request::AuthorizationRequest;
use crate::pages::cookies::Cookie;
use crate::pages::csrf::Form;
use crate::pages::form::PageForm;
use crate::pages::marked_account::marked;
use crate::pages::next_page::{self, Next};
use crate::pages::page;
use crate::pages::problem::Problem;
use crate::pages::session::{self, AuthenticatedUser, BeginError, Session, SessionCookies};
use crate::state::Backend;
use crate::texts::filters;
use crate::texts::message::Message;
use stagepass_kit::entropy::EntropyError;
use stagepass_kit::parameters::Parameters;
use stagepass_server::base_url::BaseUrl;
use stagepass_server::metrics::SignIn;
use stagepass_store::StoreError;

/// Longer than any handle. Longer texts are not looked up, hashed or stored.
const MAX_HANDLE_TYPED: usize = 64;

/// The form for handle and password.
#[derive(Template)]
#[template(path = "sign_in.html")]
struct SignInPage<'a> {
    base: &'a str,
    request: Option<&'a AuthorizationRequest>,
    next: &'a str,
    token: &'a str,
    handle: &'a str,
    alert: Option<Message>,
    /// The address of the sign-up page, if sign-up is enabled.
    sign_up: Option<String>,
    /// The address of the page for users who have forgotten the password.
    forgotten: String,
}

impl SignInPage<'_> {
    fn respond(&self, status: StatusCode) -> Response {
        page::respond(status, self, self.request.map(|request| &request.return_address.redirect_uri))
    }

    fn layout(&self) -> &'static str {
        self.request.map_or("full-screen", AuthorizationRequest::layout)
    }
}

/// Why a sign-in fails.
#[derive(Debug, thiserror::Error)]
enum SignInError {
    /// The same text for an unknown handle and a wrong password, so that it does not reveal which handles exist.
    #[error("the handle and the password do not match")]
    Mismatch,
    #[error("the handle or the password is missing")]
    Incomplete,
    #[error("too many attempts")]
    TooMany { retry_after: i64 },
    #[error("the form was not shown in this browser, or is too old")]
    Form,
    /// The password is right, and the account is to be deleted.
    #[error("the account is to be deleted")]
    Marked { user_id: i64, deletion_at: i64 },
    #[error("the database has no space left")]
    NoSpace,
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
            Self::Marked { .. } => StatusCode::OK,
            Self::TooMany { .. } => StatusCode::TOO_MANY_REQUESTS,
            Self::NoSpace => StatusCode::SERVICE_UNAVAILABLE,
            Self::Store(_) | Self::Entropy(_) | Self::Password(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// Returns the text on the sign-in page. `None` if another page shows the error.
    fn alert(&self) -> Option<Message> {
        match self {
            Self::Mismatch => Some(Message::new("sign-in-mismatch")),
            Self::Incomplete => Some(Message::new("sign-in-incomplete")),
            Self::TooMany { retry_after } => {
                Some(Message::new("too-many-attempts").number("minutes", minutes(*retry_after)))
            }
            Self::NoSpace => Some(Message::new("sign-in-no-space")),
            Self::Form | Self::Marked { .. } | Self::Store(_) | Self::Entropy(_) | Self::Password(_) => None,
        }
    }
}

impl From<ThrottleError> for SignInError {
    fn from(error: ThrottleError) -> Self {
        match error {
            ThrottleError::TooMany { retry_after } => Self::TooMany { retry_after },
            ThrottleError::Store(error) => Self::Store(error),
        }
    }
}

impl From<BeginError> for SignInError {
    fn from(error: BeginError) -> Self {
        match error {
            BeginError::Changed => Self::Mismatch,
            BeginError::Store(error) => Self::Store(error),
            BeginError::Entropy(error) => Self::Entropy(error),
            BeginError::NoSpace(_) => Self::NoSpace,
        }
    }
}

/// Returns the address of the sign-in page with `request` as the next page.
pub(crate) fn address(base_url: &BaseUrl, request: &AuthorizationRequest) -> String {
    address_of(base_url, &request.path_and_query(base_url.path()))
}

/// Returns the address of the sign-in page with `next` as the next page, if that is a page of this service.
pub(crate) fn address_of(base_url: &BaseUrl, next: &str) -> String {
    next_page::with_next(base_url, "/sign-in", next)
}

pub(crate) async fn show(
    State(backend): State<Arc<Backend>>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Response {
    let parameters = Parameters::from_form(query.unwrap_or_default().as_bytes());
    let next = Next::read(&backend, &parameters).await;
    // A page of this service that needs a recent sign-in.
    let is_again = matches!(parameters.optional("prompt"), Ok(Some("login")));
    let interaction = next.request.as_ref().map(|request| &request.interaction);
    let hint = interaction.and_then(|interaction| interaction.login_hint.as_deref());
    match Session::find(&backend, &headers).await {
        Ok(Some(session)) => {
            if is_again
                || interaction.is_some_and(|interaction| interaction.requires_sign_in(&session, backend.clock.now()))
            {
                return form_page(&backend, &headers, &next, hint.unwrap_or(&session.user.handle), None);
            }
            page::see_other(&next.path_and_query)
        }
        Ok(None) => form_page(&backend, &headers, &next, hint.unwrap_or_default(), None),
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
        Ok(signed_in) => return signed_in.see_other(&next.after_sign_in(backend.base_url.path())),
        Err(error) => error,
    };
    match error {
        SignInError::Form => {
            let again = address_of(&backend.base_url, &next.path_and_query);
            Problem::stale_form(&again).respond(backend.base_url.path())
        }
        SignInError::Marked { user_id, deletion_at } => marked(&backend, (user_id, handle), deletion_at, true),
        SignInError::Store(_) | SignInError::Entropy(_) | SignInError::Password(_) => internal(&backend, &error),
        SignInError::Mismatch | SignInError::Incomplete | SignInError::TooMany { .. } | SignInError::NoSpace => {
            form_page(&backend, &headers, &next, handle, Some(&error))
        }
    }
}

/// Returns the outcome for the metrics. A form that was incomplete or not from this page is not an attempt.
fn counted<T>(outcome: &Result<T, SignInError>) -> Option<SignIn> {
    match outcome {
        Ok(_) => Some(SignIn::Succeeded),
        Err(SignInError::Mismatch) => Some(SignIn::Refused),
        Err(SignInError::TooMany { .. }) => Some(SignIn::Throttled),
        Err(SignInError::Incomplete | SignInError::Form | SignInError::Marked { .. }) => None,
        Err(SignInError::NoSpace | SignInError::Store(_) | SignInError::Entropy(_) | SignInError::Password(_)) => {
            Some(SignIn::Failed)
        }
    }
}

async fn sign_in(
    backend: &Backend,
    headers: &HeaderMap,
    form: &Parameters,
    (next, peer): (&Next, SocketAddr),
) -> Result<SessionCookies, SignInError> {
    let browser = Cookie::Browser.read(&backend.base_url, headers).ok_or(SignInError::Form)?;
    let shown = Form::SignIn { browser: &browser, next: &next.path_and_query };
    if !form.required("csrf").is_ok_and(|token| shown.accepts(&backend.keys, backend.clock.now(), token)) {
        return Err(SignInError::Form);
    }
    let handle = form.required("handle").map_err(|_| SignInError::Incomplete)?.trim();
    let password = form.required("password").map_err(|_| SignInError::Incomplete)?;
    if handle.len() > MAX_HANDLE_TYPED || password.len() > MAX_PASSWORD {
        return Err(SignInError::Mismatch);
    }
    let address = backend.client_address(peer, headers);
    let tries = PasswordTries::new(backend, handle, address, session::device(backend, headers, handle));
    tries.begin(backend).await?;

    let credentials = backend.store.credentials(handle).await?;
    let stored = credentials.as_ref().map(|(_, password_hash)| password_hash.as_str());
    let matches = backend.passwords.verify(password, stored).await?;
    let Some((user_id, password_hash)) = credentials.filter(|_| matches) else { return Err(SignInError::Mismatch) };
    if let Some(deletion_at) = backend.store.deletion_at(user_id).await? {
        tries.succeed(backend).await?;
        return Err(SignInError::Marked { user_id, deletion_at });
    }
    let authenticated = AuthenticatedUser { user_id, handle, password_hash: &password_hash };
    let signed_in = Session::begin(backend, headers, authenticated).await?;
    tries.succeed(backend).await?;
    Ok(signed_in)
}

fn form_page(
    backend: &Backend,
    headers: &HeaderMap,
    next: &Next,
    handle: &str,
    alert: Option<&SignInError>,
) -> Response {
    let (browser, planted) = match next_page::browser(backend, headers) {
        Ok(browser) => browser,
        Err(error) => return internal(backend, &error.into()),
    };
    let form = Form::SignIn { browser: &browser, next: &next.path_and_query };
    let sign_up = backend.sign_up.then(|| next.with_next(&backend.base_url, "/sign-up"));
    let mut response = SignInPage {
        base: backend.base_url.path(),
        request: next.request.as_ref(),
        next: &next.path_and_query,
        token: &form.token(&backend.keys, backend.clock.now()),
        handle,
        alert: alert.and_then(SignInError::alert),
        sign_up,
        forgotten: next.with_next(&backend.base_url, reset_link::PAGE),
    }
    .respond(alert.map_or(StatusCode::OK, SignInError::status));
    if let Some(SignInError::TooMany { retry_after }) = alert {
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(*retry_after));
    }
    if let Some(cookie) = planted {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    response
}

fn internal(backend: &Backend, error: &SignInError) -> Response {
    tracing::error!(%error, "could not sign in");
    Problem::internal().respond(backend.base_url.path())
}
