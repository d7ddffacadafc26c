//! The account page, to which all of its forms return.

use askama::Template;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use stagepass_store::UserRecord;

use crate::pages::page::{self, Place};
use crate::pages::session::Session;
use crate::state::Backend;
use crate::texts::filters;
use crate::texts::message::Message;

/// The changes on this page. A form's CSRF token is valid for one of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Change {
    Name,
    Picture,
    NoPicture,
    Password,
    SignOutEverywhere,
    Deletion,
}

impl Change {
    /// The name in the form's CSRF token, and in the address of the page after the change.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Picture => "picture",
            Self::NoPicture => "no-picture",
            Self::Password => "password",
            Self::SignOutEverywhere => "sign-out-everywhere",
            Self::Deletion => "delete",
        }
    }

    /// Returns the key of the message after the change with this name. The last two have none, because the user is
    /// signed out.
    pub(super) fn notice(name: &str) -> Option<&'static str> {
        [
            (Self::Name, "account-name-changed"),
            (Self::Picture, "account-picture-changed"),
            (Self::NoPicture, "account-picture-removed"),
            (Self::Password, "account-password-changed"),
        ]
        .into_iter()
        .find_map(|(change, notice)| (change.name() == name).then_some(notice))
    }
}

/// The errors of each field, as texts for the user.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct AccountProblems {
    pub(crate) name: Option<Message>,
    pub(crate) picture: Option<Message>,
    pub(crate) current_password: Option<Message>,
    pub(crate) new_password: Option<Message>,
    pub(crate) deletion: Option<Message>,
}

/// The account page with its forms.
#[derive(Template)]
#[template(path = "account.html")]
struct AccountPage<'a> {
    base: &'a str,
    user: &'a UserRecord,
    sign_out_token: &'a str,
    place: Place,
    tokens: AccountTokens,
    /// The value of the name field.
    name: &'a str,
    problems: AccountProblems,
    notice: Option<&'static str>,
}

/// The CSRF tokens of the forms.
#[derive(Debug)]
struct AccountTokens {
    name: String,
    picture: String,
    no_picture: String,
    password: String,
    everywhere: String,
    deletion: String,
}

impl AccountPage<'_> {
    fn respond(&self, status: StatusCode) -> Response {
        page::respond(status, self, None)
    }
}

/// The messages on the page, and values to show again.
#[derive(Default)]
pub(super) struct FormState<'a> {
    /// The submitted name, if it is shown again.
    pub(super) name: Option<&'a str>,
    pub(super) problems: AccountProblems,
    pub(super) notice: Option<&'static str>,
    /// `Retry-After`, in seconds.
    pub(super) retry_after: Option<i64>,
}

/// Returns the page with `state`.
pub(super) fn respond(backend: &Backend, session: &Session, status: StatusCode, state: FormState<'_>) -> Response {
    let token = |change: Change| session.change_token(backend, change.name());
    let page = AccountPage {
        base: backend.base_url.path(),
        user: &session.user,
        sign_out_token: &session.sign_out_token(backend),
        place: Place::Profile,
        tokens: AccountTokens {
            name: token(Change::Name),
            picture: token(Change::Picture),
            no_picture: token(Change::NoPicture),
            password: token(Change::Password),
            everywhere: token(Change::SignOutEverywhere),
            deletion: token(Change::Deletion),
        },
        name: state.name.unwrap_or(&session.user.name),
        problems: state.problems,
        notice: state.notice,
    };
    let mut response = page.respond(status);
    if let Some(retry_after) = state.retry_after {
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(retry_after));
    }
    response
}

/// Returns the address of the page with the message about a change.
pub(super) fn changed(backend: &Backend, change: Change) -> String {
    format!("{}/account?changed={}", backend.base_url.path(), change.name())
}
