//! The pages of people's own accounts.

use askama::Template;
use axum::http::StatusCode;
use axum::response::Response;

use super::{Place, page};
use crate::service::account::AccountProblems;
use crate::service::authorization_request::AuthorizationRequest;
use crate::service::connected_apps::{App, Connection};
use crate::service::sign_up::FieldProblems;
use stagepass_store::UserRecord;

/// The form for a new account.
#[derive(Template)]
#[template(path = "sign_up.html")]
pub(crate) struct SignUpPage<'a> {
    pub(crate) base: &'a str,
    pub(crate) request: Option<&'a AuthorizationRequest>,
    pub(crate) next: &'a str,
    pub(crate) token: &'a str,
    pub(crate) handle: &'a str,
    pub(crate) name: &'a str,
    pub(crate) problems: &'a FieldProblems,
    pub(crate) alert: Option<String>,
    /// Where to sign in instead.
    pub(crate) sign_in: &'a str,
}

/// Who somebody is, and the forms that change it.
#[derive(Template)]
#[template(path = "account.html")]
pub(crate) struct AccountPage<'a> {
    pub(crate) base: &'a str,
    pub(crate) user: &'a UserRecord,
    pub(crate) sign_out_token: &'a str,
    pub(crate) place: Place,
    pub(crate) tokens: AccountTokens,
    /// What stands in the field for the name.
    pub(crate) name: &'a str,
    pub(crate) problems: AccountProblems,
    pub(crate) notice: Option<&'static str>,
}

/// What each of the forms carries.
#[derive(Debug)]
pub(crate) struct AccountTokens {
    pub(crate) name: String,
    pub(crate) picture: String,
    pub(crate) no_picture: String,
    pub(crate) password: String,
    pub(crate) everywhere: String,
}

/// The apps that act for somebody.
#[derive(Template)]
#[template(path = "connected_apps.html")]
pub(crate) struct ConnectedAppsPage<'a> {
    pub(crate) base: &'a str,
    pub(crate) sign_out_token: &'a str,
    pub(crate) place: Place,
    pub(crate) connections: &'a [Connection],
    /// Whether one has just been removed.
    pub(crate) removed: bool,
}

impl SignUpPage<'_> {
    /// The form's answer may lead on to an app, if that has been allowed before.
    pub(crate) fn respond(&self, status: StatusCode) -> Response {
        page(status, self, self.request.map(|request| &request.return_address.redirect_uri))
    }

    fn layout(&self) -> &'static str {
        self.request.map_or("full-screen", AuthorizationRequest::layout)
    }
}

impl AccountPage<'_> {
    pub(crate) fn respond(&self, status: StatusCode) -> Response {
        page(status, self, None)
    }
}

impl ConnectedAppsPage<'_> {
    pub(crate) fn respond(&self) -> Response {
        page(StatusCode::OK, self, None)
    }
}
