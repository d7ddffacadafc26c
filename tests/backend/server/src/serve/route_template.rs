//! The template of the route that answered, for metrics: axum knows it only inside the router.

use axum::Router;
use axum::extract::{MatchedPath, Request};
use axum::middleware::{self, Next};
use axum::response::Response;

/// Returns `routes` with the template of the route on each response, as an extension ([`MatchedPath`]).
pub(super) fn with_templates(routes: Router) -> Router {
    routes.layer(middleware::from_fn(async |request: Request, next: Next| -> Response {
        let template = request.extensions().get::<MatchedPath>().cloned();
        let mut response = next.run(request).await;
        if let Some(template) = template {
            response.extensions_mut().insert(template);
        }
        response
    }))
}
