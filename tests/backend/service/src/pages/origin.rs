//! The header that keeps windows of other origins away from this service's pages.

use axum::http::{HeaderName, HeaderValue};
use axum::response::Response;

/// Removes the reference between a page and the window that opened it, if that has another origin (HTML,
/// `Cross-Origin-Opener-Policy`). That window can then neither navigate the page nor observe it. Not for pages of a
/// login: the popup posts its response to its opener.
pub(crate) async fn isolate(mut response: Response) -> Response {
    response
        .headers_mut()
        .insert(HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin"));
    response
}
