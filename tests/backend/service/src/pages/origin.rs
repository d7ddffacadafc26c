//! Headers that keep pages of other origins away from this service's pages.

use axum::http::{HeaderName, HeaderValue};
use axum::response::Response;

const SAME_ORIGIN: HeaderValue = HeaderValue::from_static("same-origin");

/// Prevents pages of other origins from loading a response into their process, for example as an image (Fetch,
/// `Cross-Origin-Resource-Policy`).
pub(crate) async fn restrict(mut response: Response) -> Response {
    response.headers_mut().insert(HeaderName::from_static("cross-origin-resource-policy"), SAME_ORIGIN);
    response
}

/// Removes the reference between a page and the window that opened it, if that has another origin (HTML,
/// `Cross-Origin-Opener-Policy`). That window can then neither navigate the page nor observe it. Not for pages of a
/// login: the popup posts its response to its opener.
pub(crate) async fn isolate(mut response: Response) -> Response {
    response.headers_mut().insert(HeaderName::from_static("cross-origin-opener-policy"), SAME_ORIGIN);
    response
}
