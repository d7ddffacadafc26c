//! The page that follows signing in or signing up.

use axum::http::{HeaderMap, HeaderValue};

use crate::oauth::authorization_request::AuthorizationRequest;
use crate::state::Backend;
use crate::texts::current;
use stagepass_kit::identifier::is_api_key;

use crate::pages::cookies::{self, Cookie};
use stagepass_kit::entropy::{self, EntropyError};
use stagepass_kit::parameters::Parameters;
use stagepass_server::base_url::BaseUrl;

/// A page of this service. It never leads to another site.
pub(crate) struct Next {
    pub(crate) path_and_query: String,
    /// The authorization request on that page, if it is the consent page.
    pub(crate) request: Option<AuthorizationRequest>,
}

impl Next {
    /// Accepts only a few pages, and rebuilds an authorization request from its parsed parameters. Nothing of `next`
    /// itself reaches a Location header, so `//evil.example`, a backslash or a line break have no effect.
    pub(crate) async fn read(backend: &Backend, parameters: &Parameters) -> Self {
        let base = backend.base_url.path();
        let next = parameters.optional("next").ok().flatten().unwrap_or_default();
        let page = next.strip_prefix(base).unwrap_or_default();
        let is_own = ["/account", "/my-tracks", "/connected-apps", "/apps", "/apps/new", "/access-servers"]
            .contains(&page)
            || page.strip_prefix("/apps/").is_some_and(is_api_key);
        let own = if is_own { page } else { "/account" };
        let own = Self { path_and_query: format!("{base}{own}"), request: None };
        let Some(query) = page.strip_prefix("/oauth/authorize?") else { return own };
        match AuthorizationRequest::read(&backend.store, query).await {
            Ok(request) => Self { path_and_query: request.path_and_query(base), request: Some(request) },
            Err(_) => own,
        }
    }

    /// Returns the page after the user has signed in.
    pub(crate) fn after_sign_in(&self, base: &str) -> String {
        let request = self.request.as_ref();
        request.map_or_else(|| self.path_and_query.clone(), |request| request.after_sign_in().path_and_query(base))
    }

    /// Returns the address of another page with the same next page.
    pub(crate) fn with_next(&self, base_url: &BaseUrl, page: &str) -> String {
        with_next(base_url, page, &self.path_and_query)
    }
}

/// Returns the address of `page` with `next` as the next page, if that is a page of this service.
pub(crate) fn with_next(base_url: &BaseUrl, page: &str, next: &str) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.append_pair("next", next);
    current::append_to(&mut query);
    format!("{}{page}?{}", base_url.path(), query.finish())
}

/// Returns the ID of the browser, and the cookie to set if it has none yet.
pub(crate) fn browser(
    backend: &Backend,
    headers: &HeaderMap,
) -> Result<([u8; cookies::LENGTH], Option<HeaderValue>), EntropyError> {
    if let Some(known) = Cookie::Browser.read(&backend.base_url, headers) {
        return Ok((known, None));
    }
    let browser = entropy::random(&*backend.entropy)?;
    Ok((browser, Some(Cookie::Browser.plant(&backend.base_url, &browser))))
}
