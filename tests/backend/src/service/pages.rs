//! The pages: what each shows, and the policy under which browsers show it.

mod people;
mod problem;

use std::sync::Arc;

use askama::Template;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};

use crate::redirect_uri::{Kind, RedirectUri};
use crate::service::Backend;
use crate::service::authorization_request::{AuthorizationRequest, Client, Display, Scope};
use stagepass_store::UserRecord;

pub(crate) use self::people::{AccountPage, AccountTokens, ConnectedAppsPage, SignUpPage};
pub(crate) use self::problem::Problem;

/// The form for handle and password.
#[derive(Template)]
#[template(path = "sign_in.html")]
pub(crate) struct SignInPage<'a> {
    pub(crate) base: &'a str,
    pub(crate) request: Option<&'a AuthorizationRequest>,
    pub(crate) next: &'a str,
    pub(crate) token: &'a str,
    pub(crate) handle: &'a str,
    pub(crate) alert: Option<String>,
    /// Where to make an account, if one may.
    pub(crate) sign_up: Option<String>,
}

/// The question whether an app may.
#[derive(Template)]
#[template(path = "consent.html")]
pub(crate) struct ConsentPage<'a> {
    pub(crate) base: &'a str,
    pub(crate) request: &'a AuthorizationRequest,
    pub(crate) user: &'a UserRecord,
    pub(crate) query: &'a str,
    pub(crate) consent_token: &'a str,
    pub(crate) sign_out_token: &'a str,
}

/// Where somebody is among the pages for those who are signed in, as the navigation shows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// Who they are.
    Profile,
    /// The apps that act for them.
    ConnectedApps,
    /// The apps that they develop.
    Apps,
}

impl Place {
    /// For a template: `aria-current`, if this is the place that the link leads to.
    pub(super) fn current(self, link: Self) -> &'static str {
        if self == link { "page" } else { "false" }
    }
}

impl SignInPage<'_> {
    pub(crate) fn respond(&self, status: StatusCode) -> Response {
        page(status, self, self.request.map(|request| &request.return_address.redirect_uri))
    }

    fn layout(&self) -> &'static str {
        self.request.map_or("full-screen", AuthorizationRequest::layout)
    }
}

impl ConsentPage<'_> {
    pub(crate) fn respond(&self) -> Response {
        page(StatusCode::OK, self, Some(&self.request.return_address.redirect_uri))
    }

    fn writes(&self) -> bool {
        self.request.scope == Scope::Write
    }
}

impl AuthorizationRequest {
    /// Whether somebody answers for this app. If not, the page says so, and says where it leads before it says its name.
    pub(crate) fn is_registered(&self) -> bool {
        matches!(self.client, Client::Registered(_))
    }

    fn target(&self) -> String {
        self.return_address.redirect_uri.target()
    }

    fn opens_an_app(&self) -> bool {
        self.return_address.redirect_uri.kind() == Kind::Custom
    }

    fn layout(&self) -> &'static str {
        match self.display {
            Display::Popup => "popup",
            Display::FullScreen => "full-screen",
        }
    }
}

/// Returns the letter that is shown for a user without a picture.
fn initial(user: &UserRecord) -> char {
    user.name.chars().next().unwrap_or('?')
}

/// 303: whatever the method was, the browser goes on with GET (RFC 9700 §4.12: a 307 would repeat the form, password and all).
pub(crate) fn see_other(address: &str) -> Response {
    match HeaderValue::from_str(address) {
        Ok(location) => (StatusCode::SEE_OTHER, [(header::LOCATION, location)]).into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

/// Whether a browser asks for something to show: then even an error is a page.
pub(crate) fn is_for_a_person(headers: &HeaderMap) -> bool {
    let accepts = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    accepts.contains("text/html")
}

pub(crate) async fn not_found(State(backend): State<Arc<Backend>>, headers: HeaderMap, request: Request) -> Response {
    if is_for_a_person(&headers) {
        return Problem::not_found(request.uri().path()).respond(backend.base_url.path());
    }
    let body = serde_json::json!({ "error": "not_found", "error_description": "there is nothing at this address" });
    (StatusCode::NOT_FOUND, axum::Json(body)).into_response()
}

/// A page whose script asks this service.
pub(super) fn page_that_asks(template: &impl Template) -> Response {
    with_policy(StatusCode::OK, template, policy("; connect-src 'self'", None))
}

/// A page whose forms may lead to this service and to `leads_to`, and nowhere else.
pub(super) fn page(status: StatusCode, template: &impl Template, leads_to: Option<&RedirectUri>) -> Response {
    with_policy(status, template, policy("", leads_to))
}

fn with_policy(status: StatusCode, template: &impl Template, policy: HeaderValue) -> Response {
    match template.render() {
        Ok(html) => (status, [(header::CONTENT_SECURITY_POLICY, policy)], Html(html)).into_response(),
        Err(error) => {
            tracing::error!(%error, "a page could not be made");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}

/// Chromium and Safari check the redirect that follows a form against `form-action` too: with `'self'` alone the way back to the app
/// would be blocked. So the address that has just been validated is let through, and no other.
///
/// `more`: rules of this page alone.
fn policy(more: &str, leads_to: Option<&RedirectUri>) -> HeaderValue {
    let leads_to = leads_to.map(|uri| format!(" {}", uri.form_action_source())).unwrap_or_default();
    let text = format!(
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; form-action 'self'{leads_to}; \
         frame-ancestors 'none'; base-uri 'none'{more}"
    );
    // A redirect URI is printable ASCII, and its origin has neither spaces, commas nor semicolons: see `redirect_uri`.
    HeaderValue::from_str(&text).unwrap_or(HeaderValue::from_static("default-src 'none'"))
}
