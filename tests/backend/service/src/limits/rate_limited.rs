//! The 429 response to a request that exceeds the limit of its address, its app or its user.

use std::sync::Arc;

use axum::extract::Request;
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::response::Response;

use crate::error_answer::error_answer;
use crate::pages::page;
use crate::pages::problem::Problem;
use crate::state::Backend;
use crate::texts::current::PageContext;
use stagepass_kit::rate::RateLimited;
use stagepass_server::serve::{Guard, Limits, readable_everywhere};

/// The `error` code. RFC 6749 defines none for this status.
pub(crate) const CODE: &str = "too_many_requests";

/// Returns the rate limits of the service. Health checks and what the page about the limit loads have none. Nor do
/// nodes, because they act for many users. Servers of apps, such as access servers, have a higher limit.
pub(crate) fn guard(backend: &Backend, limits: &Limits) -> Guard {
    let base = backend.base_url.path().to_owned();
    let health = ["/healthz", "/readyz"].iter().flat_map(|path| [format!("{base}{path}"), (*path).to_owned()]);
    let open = health.chain(["pages.css", "mark.svg"].map(|asset| format!("{base}/assets/{asset}"))).collect();
    let (nodes, of_nodes) = (Arc::clone(&backend.nodes), format!("{base}/nodes/"));
    let is_of_a_node =
        move |request: &Request| request.uri().path().starts_with(&of_nodes) && nodes.is_of_a_node(request);
    let app_servers = Arc::clone(&backend.app_servers);
    let pages = PageContext::of(backend);
    let refuse =
        move |request: &Request, rate_limited| pages.respond_to(request, || refusal(&base, request, rate_limited));
    Guard::new(limits, open, refuse).but_for(is_of_a_node).with_servers(move |request| app_servers.sent(request))
}

/// Returns the response to a request that exceeds the limit of its app.
pub(crate) fn of_app(rate_limited: RateLimited) -> Response {
    let mut response = error_answer(StatusCode::TOO_MANY_REQUESTS, CODE, &rate_limited);
    response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(rate_limited.seconds()));
    response
}

/// Returns the page for a user who has requested too many authorization codes.
pub(crate) fn of_user(base: &str, rate_limited: RateLimited) -> Response {
    let mut response = Problem::rate_limited(false).respond(base);
    response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(rate_limited.seconds()));
    response
}

/// Returns a page for a browser, or JSON for an app of any origin.
fn refusal(base: &str, request: &Request, rate_limited: RateLimited) -> Response {
    if page::is_for_a_person(request.headers()) {
        return Problem::rate_limited(request.method() == Method::GET).respond(base);
    }
    readable_everywhere(of_app(rate_limited))
}
