//! Submitted forms.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;

use crate::body_type::BodyType;
use crate::pages::problem::Problem;
use crate::state::Backend;
use stagepass_kit::parameters::Parameters;

/// The fields of a form that was not submitted by another site, according to the browser. The CSRF token is verified
/// separately.
pub(crate) struct PageForm(pub(crate) Parameters);

impl FromRequest<Arc<Backend>> for PageForm {
    type Rejection = Response;

    async fn from_request(request: Request, backend: &Arc<Backend>) -> Result<Self, Response> {
        let refused = |status| Problem::no_form(status).respond(backend.base_url.path());
        if is_from_another_site(request.headers()) {
            return Err(refused(StatusCode::FORBIDDEN));
        }
        if BodyType::of(request.headers()) != Some(BodyType::Form) {
            return Err(refused(StatusCode::UNSUPPORTED_MEDIA_TYPE));
        }
        let body = Bytes::from_request(request, backend).await.map_err(|rejection| refused(rejection.status()))?;
        Ok(Self(Parameters::from_form(&body)))
    }
}

/// Checks Fetch Metadata in addition to the CSRF token: another host of the same domain could have got a token by
/// setting a cookie. `Origin` is not checked, because the pages' own forms have `Origin: null` due to their
/// `Referrer-Policy`. A browser without these headers is old, or uses the service without TLS.
pub(crate) fn is_from_another_site(headers: &HeaderMap) -> bool {
    headers.get_all("sec-fetch-site").into_iter().any(|site| !matches!(site.as_bytes(), b"same-origin" | b"none"))
}
