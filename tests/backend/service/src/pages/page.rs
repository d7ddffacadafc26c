//! How a page is sent: the policy under which browsers show it, and what all pages have.

use askama::Template;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};

use crate::accounts::redirect_uri::RedirectUri;
use stagepass_store::UserRecord;

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

/// Returns the letter that is shown for a user without a picture.
pub(crate) fn initial(user: &UserRecord) -> char {
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

/// A page whose script asks this service.
pub(crate) fn respond_with_script(template: &impl Template) -> Response {
    with_policy(StatusCode::OK, template, policy("; connect-src 'self'", None))
}

/// A page whose forms may lead to this service and to `leads_to`, and nowhere else.
pub(crate) fn respond(status: StatusCode, template: &impl Template, leads_to: Option<&RedirectUri>) -> Response {
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
