//! What pages of other origins may do with a response.

use axum::http::{HeaderName, HeaderValue, header};
use axum::response::Response;

/// Decides which pages may embed a response, for example as audio or as a picture (Fetch). A page with
/// `Cross-Origin-Embedder-Policy: require-corp` embeds only what has it, redirects included.
const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

/// Lets pages of every origin embed a response.
pub const EMBEDDABLE: (HeaderName, HeaderValue) = (RESOURCE_POLICY, HeaderValue::from_static("cross-origin"));
/// Lets only pages of the same origin embed a response.
pub const NOT_EMBEDDABLE: (HeaderName, HeaderValue) = (RESOURCE_POLICY, HeaderValue::from_static("same-origin"));

/// Lets pages of every origin embed a response, unless it has another policy.
pub fn embeddable(mut response: Response) -> Response {
    let (name, value) = EMBEDDABLE;
    response.headers_mut().entry(name).or_insert(value);
    response
}

/// Lets pages of every origin embed an error response, and read it with its `Retry-After`.
pub fn readable_everywhere(response: Response) -> Response {
    let mut response = embeddable(response);
    let headers = response.headers_mut();
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static("retry-after,date"));
    response
}
