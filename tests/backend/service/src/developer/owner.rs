//! Authentication by the session cookie only. An `Authorization` header is ignored.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, header};
use url::Url;

use crate::developer::refusal::Refusal;
use crate::pages::csrf::Form;
use crate::pages::form::is_from_another_site;
use crate::pages::session::Session;
use crate::state::Backend;

/// The header with the CSRF token. A form cannot set a header, and neither can a page of another origin.
const CSRF_TOKEN: HeaderName = HeaderName::from_static("x-csrf-token");

/// A user who reads their apps.
pub(crate) struct Owner(pub(super) Session);

/// A user who changes their apps, from a page of this origin.
pub(crate) struct ChangingOwner(pub(super) Session);

/// A user who changes their apps, and gave the password a short time ago. For changes that would help a thief of the
/// session most, or that cannot be undone.
pub(crate) struct RecentOwner(pub(super) Session);

/// Returns the CSRF token's form. The token is valid for this session only.
pub(super) fn csrf_token(session: &Session) -> Form<'_> {
    Form::DeveloperApps { session: &session.secret }
}

impl FromRequestParts<Arc<Backend>> for Owner {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, backend: &Arc<Backend>) -> Result<Self, Refusal> {
        if is_from_another_site(&parts.headers) || !is_from_here(&parts.headers, backend.base_url.origin()) {
            return Err(Refusal::ForeignOrigin);
        }
        Session::find(backend, &parts.headers).await?.map(Self).ok_or(Refusal::SignedOut)
    }
}

impl FromRequestParts<Arc<Backend>> for ChangingOwner {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, backend: &Arc<Backend>) -> Result<Self, Refusal> {
        let Owner(session) = Owner::from_request_parts(parts, backend).await?;
        let token = only(&parts.headers, CSRF_TOKEN).unwrap_or_default();
        let accepted = csrf_token(&session).accepts(&backend.keys, backend.clock.now(), token);
        if accepted { Ok(Self(session)) } else { Err(Refusal::CsrfToken) }
    }
}

impl FromRequestParts<Arc<Backend>> for RecentOwner {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, backend: &Arc<Backend>) -> Result<Self, Refusal> {
        let ChangingOwner(session) = ChangingOwner::from_request_parts(parts, backend).await?;
        let age = backend.clock.now().saturating_sub(session.authenticated_at);
        if age <= backend.sign_in.recent { Ok(Self(session)) } else { Err(Refusal::OldSignIn) }
    }
}

/// Returns whether `Origin`, if present, is this service's own. The CSRF token is the protection, and this is a second
/// one in case it leaks. `fetch` sends `Origin` whatever the page's `Referrer-Policy` is. A form does not, nor does
/// `mode: "same-origin"` in Firefox.
fn is_from_here(headers: &HeaderMap, own: &str) -> bool {
    if !headers.contains_key(header::ORIGIN) {
        return true;
    }
    // The base URL is written by hand: in any case, possibly with the default port.
    let own = Url::parse(own).map(|url| url.origin().ascii_serialization());
    only(headers, header::ORIGIN).is_some_and(|origin| own.is_ok_and(|own| own == origin))
}

/// Returns the value of a header that occurs once.
fn only(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    let mut values = headers.get_all(name).into_iter();
    let (Some(value), None) = (values.next(), values.next()) else { return None };
    value.to_str().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn origins(values: &[&'static str]) -> HeaderMap {
        values.iter().map(|value| (header::ORIGIN, axum::http::HeaderValue::from_static(value))).collect()
    }

    #[test]
    fn the_services_own_origin_or_none() {
        assert!(is_from_here(&origins(&[]), "https://music.example"));
        assert!(is_from_here(&origins(&["https://music.example"]), "https://music.example"));
        assert!(is_from_here(&origins(&["https://music.example"]), "HTTPS://Music.example:443"));
        for foreign in ["null", "", "http://music.example", "https://music.example:8443", "https://music.example.evil"]
        {
            assert!(!is_from_here(&origins(&[foreign]), "https://music.example"), "{foreign}");
        }
        assert!(!is_from_here(&origins(&["https://music.example", "https://music.example"]), "https://music.example"));
    }
}
