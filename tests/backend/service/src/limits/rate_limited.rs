//! 429: the answer to a request that comes too soon after the others of its address, or of its app.

use std::sync::Arc;

use axum::extract::Request;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;

use crate::error_answer::error_answer;
use crate::pages::page;
use crate::pages::problem::Problem;
use crate::state::Backend;
use stagepass_kit::rate::RateLimited;
use stagepass_server::serve::{Guard, Limits, readable_everywhere};

/// The `error` of the answer for programs. RFC 6749 has none for it; this is the status in words.
pub(crate) const CODE: &str = "too_many_requests";

/// Holds the service to its limits. Whoever watches it may ask at any time whether it is well, and its nodes may ask as often as they have listeners. Servers of
/// apps, access servers among them, ask for many users.
pub(crate) fn guard(backend: &Backend, limits: &Limits) -> Guard {
    let base = backend.base_url.path().to_owned();
    let open = ["/healthz", "/readyz"].iter().flat_map(|path| [format!("{base}{path}"), (*path).to_owned()]).collect();
    let (nodes, of_nodes) = (Arc::clone(&backend.nodes), format!("{base}/nodes/"));
    let is_of_a_node =
        move |request: &Request| request.uri().path().starts_with(&of_nodes) && nodes.is_of_a_node(request);
    let app_servers = Arc::clone(&backend.app_servers);
    Guard::new(limits, open, move |request, rate_limited| refusal(&base, request, rate_limited))
        .but_for(is_of_a_node)
        .with_servers(move |request| app_servers.sent(request))
}

/// The answer to a request of an app that comes too soon after its others.
pub(crate) fn of_app(rate_limited: RateLimited) -> Response {
    let mut response = error_answer(StatusCode::TOO_MANY_REQUESTS, CODE, &rate_limited);
    response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(rate_limited.seconds()));
    response
}

/// A page for a person, JSON for a program, whichever origin it is of.
fn refusal(base: &str, request: &Request, rate_limited: RateLimited) -> Response {
    if page::is_for_a_person(request.headers()) {
        return Problem::rate_limited().respond(base);
    }
    readable_everywhere(of_app(rate_limited))
}
