//! `{base}/reset-password`: sets a new password with a link of the operator's. The secret of the link is in the
//! fragment of the address, so that no server receives it before the form is sent.

use std::sync::Arc;

use askama::Template;
use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::Response;

use crate::accounts::password::PasswordError;
use crate::accounts::reset_link::{self, UnverifiedLink};
use crate::accounts::support_contact::SupportContact;
use crate::accounts::{PasswordRule, check_password};
use crate::pages::account_copy;
use crate::pages::cookies::Cookie;
use crate::pages::csrf::Form;
use crate::pages::form::PageForm;
use crate::pages::next_page::{self, Next};
use crate::pages::page;
use crate::pages::problem::Problem;
use crate::state::Backend;
use crate::texts::message::Message;
use crate::texts::{current, filters};
use stagepass_kit::entropy::EntropyError;
use stagepass_kit::parameters::Parameters;
use stagepass_store::{PasswordChange, StoreError};

/// The form for a new password.
#[derive(Template)]
#[template(path = "reset_password.html")]
struct ResetPage<'a> {
    base: &'a str,
    token: &'a str,
    /// The secret of the link, if it was sent with the form and not refused.
    code: &'a str,
    alert: Option<Message>,
    /// The contact for users who have no link yet.
    contact: Option<&'a SupportContact>,
    /// The address of the sign-in page, with the same next page.
    sign_in: String,
}

/// Why the password was not changed.
#[derive(Debug, thiserror::Error)]
enum ResetError {
    #[error(transparent)]
    Password(#[from] PasswordRule),
    #[error("the link is used, too old or incomplete")]
    Link,
    #[error("the form was not shown in this browser, or is too old")]
    Form,
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Entropy(#[from] EntropyError),
    #[error(transparent)]
    Hashing(#[from] PasswordError),
}

impl ResetError {
    /// Returns the text on the page. `None` if another page shows the error.
    fn alert(&self) -> Option<Message> {
        match self {
            Self::Password(rule) => Some(account_copy::password_problem(*rule)),
            Self::Link => Some(Message::new("reset-link-invalid")),
            Self::Form | Self::Store(_) | Self::Entropy(_) | Self::Hashing(_) => None,
        }
    }
}

/// Shows the form, also to a user who has no link yet and comes from the sign-in page. Nothing is used up.
pub(crate) async fn show(
    State(backend): State<Arc<Backend>>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Response {
    let next = Next::read(&backend, &Parameters::from_form(query.unwrap_or_default().as_bytes())).await;
    form_page(&backend, &headers, next.with_next(&backend.base_url, "/sign-in"), ("", None))
}

/// Changes the password, and ends all sessions of the user, in browsers and apps.
pub(crate) async fn submit(
    State(backend): State<Arc<Backend>>,
    headers: HeaderMap,
    PageForm(form): PageForm,
) -> Response {
    let base = backend.base_url.path();
    match reset(&backend, &headers, &form).await {
        Ok(()) => page::see_other(&format!("{base}/sign-in{}", current::query())),
        Err(ResetError::Form) => {
            Problem::stale_form(&format!("{base}{}{}", reset_link::PAGE, current::query())).respond(base)
        }
        Err(error @ (ResetError::Password(_) | ResetError::Link)) => {
            // Of a refused link, the page asks for another one: a code that is filled in is hidden by the script.
            let sent = form.optional("code").ok().flatten().unwrap_or_default();
            let code = if matches!(error, ResetError::Link) { "" } else { sent };
            form_page(&backend, &headers, format!("{base}/sign-in{}", current::query()), (code, Some(&error)))
        }
        Err(error) => internal(&backend, &error),
    }
}

async fn reset(backend: &Backend, headers: &HeaderMap, form: &Parameters) -> Result<(), ResetError> {
    let browser = Cookie::Browser.read(&backend.base_url, headers).ok_or(ResetError::Form)?;
    let shown = Form::ResetPassword { browser: &browser };
    let now = backend.clock.now();
    if !form.required("csrf").is_ok_and(|token| shown.accepts(&backend.keys, now, token)) {
        return Err(ResetError::Form);
    }
    let link =
        form.required("code").ok().and_then(|code| UnverifiedLink::parse(code.trim())).ok_or(ResetError::Link)?;
    let user_id = link.link.user_id;
    let from = backend.store.password_hash(user_id).await?.ok_or(ResetError::Link)?;
    if !link.is_valid(&backend.keys, now, &from) {
        return Err(ResetError::Link);
    }
    let new = form.required("new_password").map_err(|_| PasswordRule::Form)?;
    check_password(new)?;
    let to = backend.passwords.hash(new, &*backend.entropy).await?;
    let change = PasswordChange { user_id, from: Some(&from), to: &to, sign_out_apps: true, session: None };
    // The password was changed in the meantime, so the link is invalid.
    if backend.store.change_password(&change).await? { Ok(()) } else { Err(ResetError::Link) }
}

fn form_page(
    backend: &Backend,
    headers: &HeaderMap,
    sign_in: String,
    (code, error): (&str, Option<&ResetError>),
) -> Response {
    let (browser, planted) = match next_page::browser(backend, headers) {
        Ok(browser) => browser,
        Err(error) => return internal(backend, &error.into()),
    };
    let token = Form::ResetPassword { browser: &browser }.token(&backend.keys, backend.clock.now());
    let base = backend.base_url.path();
    let shown = ResetPage {
        base,
        token: &token,
        code,
        alert: error.and_then(ResetError::alert),
        contact: backend.support_contact.as_ref(),
        sign_in,
    };
    let status = error.map_or(StatusCode::OK, |_| StatusCode::BAD_REQUEST);
    let mut response = page::respond(status, &shown, None);
    if let Some(cookie) = planted {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    response
}

fn internal(backend: &Backend, error: &ResetError) -> Response {
    tracing::error!(%error, "could not reset a password");
    Problem::internal().respond(backend.base_url.path())
}
