//! The page of an account, which each of its forms leads back to.

use askama::Template;
use axum::http::StatusCode;
use axum::response::Response;
use stagepass_store::UserRecord;

use crate::pages::page::{self, Place};
use crate::pages::session::Session;
use crate::state::Backend;

/// What the user may change here. A form's token is good for one of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Change {
    Name,
    Picture,
    NoPicture,
    Password,
    SignOutEverywhere,
}

impl Change {
    /// As it stands in a form's token, and in the address of the page that says it is done.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Picture => "picture",
            Self::NoPicture => "no-picture",
            Self::Password => "password",
            Self::SignOutEverywhere => "sign-out-everywhere",
        }
    }

    /// What the page says after the change with this name. Of the last one, the page is not shown: nobody is signed in.
    pub(super) fn notice(name: &str) -> Option<&'static str> {
        [
            (Self::Name, "Your name is changed."),
            (Self::Picture, "Your picture is changed."),
            (Self::NoPicture, "Your picture is removed."),
            (Self::Password, "Your password is changed. You are signed out of all other browsers."),
        ]
        .into_iter()
        .find_map(|(change, notice)| (change.name() == name).then_some(notice))
    }
}

/// What is wrong with what was sent, field by field, in words for the person who has sent it.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct AccountProblems {
    pub(crate) name: Option<String>,
    pub(crate) picture: Option<String>,
    pub(crate) current_password: Option<String>,
    pub(crate) new_password: Option<String>,
}

/// Who somebody is, and the forms that change it.
#[derive(Template)]
#[template(path = "account.html")]
struct AccountPage<'a> {
    base: &'a str,
    user: &'a UserRecord,
    sign_out_token: &'a str,
    place: Place,
    tokens: AccountTokens,
    /// What stands in the field for the name.
    name: &'a str,
    problems: AccountProblems,
    notice: Option<&'static str>,
}

/// What each of the forms carries.
#[derive(Debug)]
struct AccountTokens {
    name: String,
    picture: String,
    no_picture: String,
    password: String,
    everywhere: String,
}

impl AccountPage<'_> {
    fn respond(&self, status: StatusCode) -> Response {
        page::respond(status, self, None)
    }
}

/// What the page says beside who somebody is.
#[derive(Default)]
pub(super) struct FormState<'a> {
    /// What was typed for the name, if it is shown again.
    pub(super) name: Option<&'a str>,
    pub(super) problems: AccountProblems,
    pub(super) notice: Option<&'static str>,
}

/// The page as it stands, and `state` beside it.
pub(super) fn respond(backend: &Backend, session: &Session, status: StatusCode, state: FormState<'_>) -> Response {
    let token = |change: Change| session.change_token(backend, change.name());
    AccountPage {
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
        },
        name: state.name.unwrap_or(&session.user.name),
        problems: state.problems,
        notice: state.notice,
    }
    .respond(status)
}

/// Back to the page, which says what has been done.
pub(super) fn changed(backend: &Backend, change: Change) -> String {
    format!("{}/account?changed={}", backend.base_url.path(), change.name())
}
