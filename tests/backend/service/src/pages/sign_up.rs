//! `{base}/sign-up`: creates an account and signs in. In an app's popup, the consent page follows.

use std::net::SocketAddr;
use std::sync::Arc;

use askama::Template;
use axum::extract::{ConnectInfo, RawQuery, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;

use crate::accounts::reserved_handles::is_reserved;
use crate::accounts::{AddUserError, NewUser, PasswordRule, check_password};
use crate::limits::database_space;
use crate::limits::throttle::{SignUpOutcome, SignUps, ThrottleError, minutes};
use crate::oauth::authorization_request::AuthorizationRequest;
use crate::pages::account_copy;
use crate::pages::cookies::Cookie;
use crate::pages::csrf::Form;
use crate::pages::form::PageForm;
use crate::pages::next_page::{self, Next};
use crate::pages::page;
use crate::pages::problem::Problem;
use crate::pages::session::{AuthenticatedUser, BeginError, Session, SessionCookies};
use crate::state::Backend;
use crate::texts::filters;
use crate::texts::message::Message;
use stagepass_kit::display_name::display_name;
use stagepass_kit::identifier::is_handle;
use stagepass_kit::parameters::Parameters;
use stagepass_store::{StoreError, UserRecord};

/// The errors of each field, as texts for the user.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct FieldProblems {
    pub(crate) handle: Option<Message>,
    pub(crate) name: Option<Message>,
    pub(crate) password: Option<Message>,
}

/// The form for a new account.
#[derive(Template)]
#[template(path = "sign_up.html")]
struct SignUpPage<'a> {
    base: &'a str,
    request: Option<&'a AuthorizationRequest>,
    next: &'a str,
    token: &'a str,
    handle: &'a str,
    name: &'a str,
    problems: &'a FieldProblems,
    alert: Option<Message>,
    /// The address of the sign-in page.
    sign_in: &'a str,
}

impl SignUpPage<'_> {
    /// The response to the form may lead to an app, if the user has consented to it before.
    fn respond(&self, status: StatusCode) -> Response {
        page::respond(status, self, self.request.map(|request| &request.return_address.redirect_uri))
    }

    fn layout(&self) -> &'static str {
        self.request.map_or("full-screen", AuthorizationRequest::layout)
    }
}

/// The values that are shown again. Never the password.
#[derive(Debug, Default, Clone, Copy)]
struct SignUpFields<'a> {
    handle: &'a str,
    name: &'a str,
}

/// Why no account was created.
#[derive(Debug, thiserror::Error)]
enum SignUpError {
    #[error("what was typed breaks a rule")]
    Fields(FieldProblems),
    #[error("too many sign-ups from one network")]
    TooMany { retry_after: i64 },
    #[error("the form was not shown in this browser, or is too old")]
    Form,
    #[error("the database has no space left")]
    NoSpace,
    #[error("{0}")]
    Internal(String),
}

pub(crate) async fn show(
    State(backend): State<Arc<Backend>>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Response {
    if !backend.sign_up {
        let base = backend.base_url.path();
        return Problem::sign_up_closed(base).respond(base);
    }
    let next = Next::read(&backend, &Parameters::from_form(query.unwrap_or_default().as_bytes())).await;
    match Session::find(&backend, &headers).await {
        Ok(Some(_)) => page::see_other(&next.path_and_query),
        Ok(None) => form_page(&backend, &headers, &next, (SignUpFields::default(), None)),
        Err(error) => internal(&backend, &error.to_string()),
    }
}

pub(crate) async fn submit(
    State(backend): State<Arc<Backend>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    PageForm(form): PageForm,
) -> Response {
    if !backend.sign_up {
        let base = backend.base_url.path();
        return Problem::sign_up_closed(base).respond(base);
    }
    let next = Next::read(&backend, &form).await;
    let typed = SignUpFields {
        handle: form.optional("handle").ok().flatten().unwrap_or_default().trim(),
        name: form.optional("name").ok().flatten().unwrap_or_default().trim(),
    };
    match sign_up(&backend, &headers, &form, (&next, peer)).await {
        Ok(signed_in) => signed_in.see_other(&next.after_sign_in(backend.base_url.path())),
        Err(SignUpError::Form) => {
            let again = next.with_next(&backend.base_url, "/sign-up");
            Problem::stale_form(&again).respond(backend.base_url.path())
        }
        Err(SignUpError::Internal(reason)) => internal(&backend, &reason),
        Err(error) => form_page(&backend, &headers, &next, (typed, Some(&error))),
    }
}

async fn sign_up(
    backend: &Backend,
    headers: &HeaderMap,
    form: &Parameters,
    (next, peer): (&Next, SocketAddr),
) -> Result<SessionCookies, SignUpError> {
    let browser = Cookie::Browser.read(&backend.base_url, headers).ok_or(SignUpError::Form)?;
    let shown = Form::SignUp { browser: &browser, next: &next.path_and_query };
    if !form.required("csrf").is_ok_and(|token| shown.accepts(&backend.keys, backend.clock.now(), token)) {
        return Err(SignUpError::Form);
    }
    let new = read_fields(form).map_err(SignUpError::Fields)?;
    if is_reserved(&new.handle, backend.base_url.host()) {
        let reserved = about("handle-reserved", &new.handle);
        return Err(SignUpError::Fields(FieldProblems { handle: Some(reserved), ..FieldProblems::default() }));
    }
    database_space::check_for_account(backend).await.map_err(|_| SignUpError::NoSpace)?;
    let sign_ups = SignUps::new(backend, backend.client_address(peer, headers));
    sign_ups.begin(backend).await?;
    let added = backend.accounts().add_user(new).await;
    let outcome = match &added {
        Ok(_) => SignUpOutcome::Made,
        Err(AddUserError::HandleTaken(_)) => SignUpOutcome::HandleTaken,
        Err(_) => SignUpOutcome::Failed,
    };
    sign_ups.end(backend, outcome).await?;
    let user = added?;
    begin_session(backend, headers, &user).await
}

/// Collects all errors, not only the first.
fn read_fields(form: &Parameters) -> Result<NewUser, FieldProblems> {
    let field = |name| form.optional(name).map(Option::unwrap_or_default);
    let handle = field("handle").map(str::trim).ok().filter(|handle| is_handle(handle));
    let name = field("name").map(|name| display_name(name).map_err(account_copy::name_problem));
    let name = name.unwrap_or(Err(account_copy::NAME_CHARACTERS));
    let password = field("password").map_err(|_| PasswordRule::Form);
    let password = password.and_then(|password| check_password(password).map(|()| password));
    match (handle, name, password) {
        (Some(handle), Ok(name), Ok(password)) => Ok(NewUser {
            handle: handle.to_owned(),
            name: name.to_owned(),
            password: password.to_owned(),
            ..NewUser::default()
        }),
        (handle, name, password) => Err(FieldProblems {
            handle: handle.is_none().then_some(account_copy::HANDLE),
            name: name.err(),
            password: password.err().map(account_copy::password_problem),
        }),
    }
}

async fn begin_session(
    backend: &Backend,
    headers: &HeaderMap,
    user: &UserRecord,
) -> Result<SessionCookies, SignUpError> {
    let gone = || SignUpError::Internal("the new account is gone".to_owned());
    let password_hash = backend.store.password_hash(user.user_id).await?.ok_or_else(gone)?;
    let authenticated =
        AuthenticatedUser { user_id: user.user_id, handle: &user.handle, password_hash: &password_hash };
    Ok(Session::begin(backend, headers, authenticated).await?)
}

fn form_page(
    backend: &Backend,
    headers: &HeaderMap,
    next: &Next,
    (typed, error): (SignUpFields<'_>, Option<&SignUpError>),
) -> Response {
    let (browser, planted) = match next_page::browser(backend, headers) {
        Ok(browser) => browser,
        Err(error) => return internal(backend, &error.to_string()),
    };
    let form = Form::SignUp { browser: &browser, next: &next.path_and_query };
    let none = FieldProblems::default();
    let (status, problems, alert) = match error {
        None => (StatusCode::OK, &none, None),
        Some(SignUpError::Fields(problems)) => (StatusCode::BAD_REQUEST, problems, None),
        Some(SignUpError::TooMany { retry_after }) => {
            let alert = Message::new("too-many-sign-ups").number("minutes", minutes(*retry_after));
            (StatusCode::TOO_MANY_REQUESTS, &none, Some(alert))
        }
        Some(SignUpError::NoSpace) => (StatusCode::SERVICE_UNAVAILABLE, &none, Some(Message::new("sign-up-no-space"))),
        Some(error @ (SignUpError::Form | SignUpError::Internal(_))) => return internal(backend, &error.to_string()),
    };
    let mut response = SignUpPage {
        base: backend.base_url.path(),
        request: next.request.as_ref(),
        next: &next.path_and_query,
        token: &form.token(&backend.keys, backend.clock.now()),
        handle: typed.handle,
        name: typed.name,
        problems,
        alert,
        sign_in: &next.with_next(&backend.base_url, "/sign-in"),
    }
    .respond(status);
    if let Some(SignUpError::TooMany { retry_after }) = error {
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(*retry_after));
    }
    if let Some(cookie) = planted {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    response
}

/// Returns a text about a handle.
fn about(key: &'static str, handle: &str) -> Message {
    Message::new(key).value("handle", &format_args!("@{}", handle.to_lowercase()))
}

fn internal(backend: &Backend, reason: &str) -> Response {
    tracing::error!(reason, "could not sign up");
    Problem::internal().respond(backend.base_url.path())
}

impl From<AddUserError> for SignUpError {
    fn from(error: AddUserError) -> Self {
        let none = FieldProblems::default();
        match error {
            AddUserError::HandleTaken(handle) => {
                let taken = about("handle-taken", &handle);
                Self::Fields(FieldProblems { handle: Some(taken), ..none })
            }
            AddUserError::Handle => Self::Fields(FieldProblems { handle: Some(account_copy::HANDLE), ..none }),
            AddUserError::Name(error) => {
                Self::Fields(FieldProblems { name: Some(account_copy::name_problem(error)), ..none })
            }
            AddUserError::Password(rule) => {
                Self::Fields(FieldProblems { password: Some(account_copy::password_problem(rule)), ..none })
            }
            AddUserError::Picture(_) | AddUserError::Hashing(_) | AddUserError::Store(_) => {
                Self::Internal(error.to_string())
            }
        }
    }
}

impl From<ThrottleError> for SignUpError {
    fn from(error: ThrottleError) -> Self {
        match error {
            ThrottleError::TooMany { retry_after } => Self::TooMany { retry_after },
            ThrottleError::Store(error) => error.into(),
        }
    }
}

impl From<BeginError> for SignUpError {
    fn from(error: BeginError) -> Self {
        Self::Internal(error.to_string())
    }
}

impl From<StoreError> for SignUpError {
    fn from(error: StoreError) -> Self {
        Self::Internal(error.to_string())
    }
}
