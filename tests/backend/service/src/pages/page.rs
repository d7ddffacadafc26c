//! Responses with a page, with the security policy and headers of all pages.

use askama::Template;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};

use crate::accounts::redirect_uri::RedirectUri;
use crate::texts::current;
use stagepass_server::serve::NOT_EMBEDDABLE;
use stagepass_store::UserRecord;

/// The entries of the navigation for signed-in users.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// The user's profile.
    Profile,
    /// The user's tracks.
    Tracks,
    /// The apps that act for the user.
    ConnectedApps,
    /// The apps that the user develops.
    Apps,
    /// The access servers of the user and of the user's apps.
    AccessServers,
}

impl Place {
    /// Returns the value of `aria-current`, if the link leads to this page.
    pub(super) fn current(self, link: Self) -> &'static str {
        if self == link { "page" } else { "false" }
    }
}

/// Returns the letter that is shown for a user without a picture.
pub(crate) fn initial(user: &UserRecord) -> char {
    user.name.chars().next().unwrap_or('?')
}

/// 303: the browser continues with GET, whatever the method was (RFC 9700 §4.12: a 307 would repeat the form with the
/// password).
pub(crate) fn see_other(address: &str) -> Response {
    match HeaderValue::from_str(address) {
        Ok(location) => (StatusCode::SEE_OTHER, [(header::LOCATION, location)]).into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

/// Returns whether the client is a browser that shows pages. It then gets a page even for an error.
pub(crate) fn is_for_a_person(headers: &HeaderMap) -> bool {
    let accepts = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    accepts.contains("text/html")
}

/// Returns a page whose script sends requests to this service, and whose forms may also lead to `leads_to`.
pub(crate) fn respond_with_script(template: &impl Template, leads_to: Option<&RedirectUri>) -> Response {
    with_policy(StatusCode::OK, template, policy("; connect-src 'self'", leads_to))
}

/// Returns a page whose forms may only lead to this service and to `leads_to`.
pub(crate) fn respond(status: StatusCode, template: &impl Template, leads_to: Option<&RedirectUri>) -> Response {
    with_policy(status, template, policy("", leads_to))
}

/// Returns a page that `frame_ancestors` may show in a frame. `more` is added to its policy. The origins in both are
/// checked: see `shared_track::is_plain_origin`. Caches revalidate it, because a track can be delisted at any time.
pub(crate) fn respond_in_frames(
    status: StatusCode,
    template: &impl Template,
    frame_ancestors: &str,
    more: &str,
) -> Response {
    let policy = format!(
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; form-action 'none'; \
         frame-ancestors {frame_ancestors}; base-uri 'none'{more}"
    );
    let policy = HeaderValue::from_str(&policy).unwrap_or(HeaderValue::from_static("default-src 'none'"));
    let mut response = with_policy(status, template, policy);
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    response
}

fn with_policy(status: StatusCode, template: &impl Template, policy: HeaderValue) -> Response {
    match template.render() {
        Ok(html) => {
            let (language, _) = current::language();
            let headers = [
                (header::CONTENT_SECURITY_POLICY, policy),
                NOT_EMBEDDABLE,
                // A tag has letters, digits and hyphens.
                (header::CONTENT_LANGUAGE, HeaderValue::try_from(language).unwrap_or(HeaderValue::from_static("en"))),
                (header::VARY, HeaderValue::from_static("accept-language")),
            ];
            (status, headers, Html(html)).into_response()
        }
        Err(error) => {
            tracing::error!(%error, "a page could not be rendered");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}

/// Chromium and Safari also check the redirect after a form against `form-action`. With `'self'` alone, the redirect to
/// the app would be blocked. So the validated redirect URI is allowed, and no other.
///
/// `more` has further rules for this page.
fn policy(more: &str, leads_to: Option<&RedirectUri>) -> HeaderValue {
    let leads_to = leads_to.map(|uri| format!(" {}", uri.form_action_source())).unwrap_or_default();
    let text = format!(
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; form-action 'self'{leads_to}; \
         frame-ancestors 'none'; base-uri 'none'{more}"
    );
    // A redirect URI is printable ASCII, and its origin has no spaces, commas or semicolons: see `redirect_uri`.
    HeaderValue::from_str(&text).unwrap_or(HeaderValue::from_static("default-src 'none'"))
}
