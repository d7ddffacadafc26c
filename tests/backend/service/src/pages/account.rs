//! `{base}/account`: who somebody is, and what they change about it. Each change is a form of its own, and leads back here.

pub(crate) mod everywhere;
pub(crate) mod name;
pub(crate) mod password;
pub(crate) mod picture;

use std::sync::Arc;

use askama::Template;
use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;

use crate::pages::page::{self, Place};
use crate::pages::problem::Problem;
use crate::pages::session::Session;
use crate::state::Backend;
use stagepass_kit::parameters::Parameters;
use stagepass_store::UserRecord;

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
struct Said<'a> {
    /// What was typed for the name, if it is shown again.
    name: Option<&'a str>,
    problems: AccountProblems,
    notice: Option<&'static str>,
}

pub(crate) async fn show(
    State(backend): State<Arc<Backend>>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Response {
    let query = Parameters::from_form(query.unwrap_or_default().as_bytes());
    let notice = notice(query.optional("changed").ok().flatten());
    let base = backend.base_url.path();
    match Session::find(&backend, &headers).await {
        Ok(Some(session)) => page(&backend, &session, StatusCode::OK, Said { notice, ..Said::default() }),
        Ok(None) => page::see_other(&format!("{base}/sign-in")),
        Err(error) => {
            tracing::error!(%error, "the store failed");
            Problem::internal().respond(base)
        }
    }
}

/// The address that a form was sent to, opened once more: nothing but the page is there.
pub(crate) async fn back(State(backend): State<Arc<Backend>>) -> Response {
    page::see_other(&format!("{}/account", backend.base_url.path()))
}

fn page(backend: &Backend, session: &Session, status: StatusCode, said: Said<'_>) -> Response {
    let token = |what| session.change_token(backend, what);
    AccountPage {
        base: backend.base_url.path(),
        user: &session.user,
        sign_out_token: &session.sign_out_token(backend),
        place: Place::Profile,
        tokens: AccountTokens {
            name: token(name::CHANGE),
            picture: token(picture::CHANGE),
            no_picture: token(picture::REMOVE),
            password: token(password::CHANGE),
            everywhere: token(everywhere::CHANGE),
        },
        name: said.name.unwrap_or(&session.user.name),
        problems: said.problems,
        notice: said.notice,
    }
    .respond(status)
}

/// Back to the page, which says what has been done.
fn changed(backend: &Backend, what: &'static str) -> String {
    format!("{}/account?changed={what}", backend.base_url.path())
}

fn notice(changed: Option<&str>) -> Option<&'static str> {
    Some(match changed? {
        name::CHANGE => "Your name is changed.",
        picture::CHANGE => "Your picture is changed.",
        picture::REMOVE => "Your picture is removed.",
        password::CHANGE => "Your password is changed. You are signed out of all other browsers.",
        _ => return None,
    })
}
