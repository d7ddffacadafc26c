//! Where a listener goes after signing in or signing up.

use axum::http::{HeaderMap, HeaderValue};

use crate::oauth::authorization_request::AuthorizationRequest;
use crate::state::Backend;
use stagepass_kit::identifier::is_api_key;

use crate::pages::cookies::{self, Cookie};
use stagepass_kit::entropy::{self, EntropyError};
use stagepass_kit::parameters::Parameters;
use stagepass_server::base_url::BaseUrl;

/// A page of this service, whatever was asked for.
pub(crate) struct Next {
    pub(crate) path_and_query: String,
    /// What that page is about, if it is an app's request.
    pub(crate) request: Option<AuthorizationRequest>,
}

impl Next {
    /// Only a few pages can be asked for, and an app's request is written anew from what was read of it: nothing of `next` reaches a
    /// Location header, so there is nothing for `//evil.example`, a backslash or a line break to do.
    pub(crate) async fn read(backend: &Backend, parameters: &Parameters) -> Self {
        let base = backend.base_url.path();
        let asked = parameters.optional("next").ok().flatten().unwrap_or_default();
        let page = asked.strip_prefix(base).unwrap_or_default();
        let is_own = ["/account", "/connected-apps", "/apps", "/apps/new"].contains(&page)
            || page.strip_prefix("/apps/").is_some_and(is_api_key);
        let own = if is_own { page } else { "/account" };
        let own = Self { path_and_query: format!("{base}{own}"), request: None };
        let Some(query) = page.strip_prefix("/oauth/authorize?") else { return own };
        match AuthorizationRequest::read(&backend.store, query).await {
            Ok(request) => Self {
                path_and_query: format!("{base}/oauth/authorize?{}", request.to_query()),
                request: Some(request),
            },
            Err(_) => own,
        }
    }

    /// The address of another page that goes on to the same one.
    pub(crate) fn with_next(&self, base_url: &BaseUrl, page: &str) -> String {
        with_next(base_url, page, &self.path_and_query)
    }
}

/// The address of `page` that goes on to `next`, if that is a page of this service.
pub(crate) fn with_next(base_url: &BaseUrl, page: &str, next: &str) -> String {
    let query = form_urlencoded::Serializer::new(String::new()).append_pair("next", next).finish();
    format!("{}{page}?{query}", base_url.path())
}

/// Which browser this is, and the cookie that tells it, if it has none yet.
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
