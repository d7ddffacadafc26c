//! The routes of a server: a router, and possibly one route that is so frequent that it is answered without the router.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;

use axum::Router;
use axum::extract::{ConnectInfo, MatchedPath, Request};
use axum::response::Response;
use tower_service::Service as _;

use super::file_spans::FileSpans;
use super::route_template::with_templates;
use super::stopping::DrainMarker;

/// A response in progress.
pub type ResponseFuture = Pin<Box<dyn Future<Output = Response> + Send>>;

/// A frequent route. The router would clone, box and move each of its requests several times, which costs more than
/// the response itself if the kernel sends the body.
pub trait DirectRoute: Send + Sync {
    /// The template of its path, for metrics.
    fn template(&self) -> &'static str;

    /// Returns whether this is a request of the route. The router answers all others.
    fn is_for(&self, request: &Request) -> bool;

    /// Answers a request of the route.
    fn answer(&self, request: Request, connection: &RequestConnection) -> ResponseFuture;
}

/// The connection of a request.
#[derive(Debug, Clone)]
pub struct RequestConnection {
    /// The address of the other side: a client, or a proxy.
    pub peer: SocketAddr,
    /// The bytes of files that the connection has yet to send, if the system supports this.
    pub spans: Option<FileSpans>,
}

/// The routes of a server.
pub struct Routes {
    router: Router,
    direct: Option<Arc<dyn DirectRoute>>,
}

/// A response, and which route it is from.
pub(super) struct RoutedResponse {
    pub(super) response: Response,
    direct: Option<&'static str>,
}

impl From<Router> for Routes {
    fn from(router: Router) -> Self {
        Self { router, direct: None }
    }
}

impl From<Response> for RoutedResponse {
    fn from(response: Response) -> Self {
        Self { response, direct: None }
    }
}

impl Routes {
    /// Returns these routes with one that does not need the router.
    #[must_use]
    pub fn with_direct(self, direct: impl DirectRoute + 'static) -> Self {
        Self { direct: Some(Arc::new(direct)), ..self }
    }

    /// Returns these routes with the template of its route on each response of the router.
    pub(super) fn with_templates(self) -> Self {
        Self { router: with_templates(self.router), ..self }
    }

    pub(super) async fn answer(
        &self,
        mut request: Request,
        connection: &RequestConnection,
        is_draining: bool,
    ) -> Result<RoutedResponse, Infallible> {
        if let Some(direct) = self.direct.as_ref().filter(|direct| direct.is_for(&request)) {
            let response = direct.answer(request, connection).await;
            return Ok(RoutedResponse { response, direct: Some(direct.template()) });
        }
        let extensions = request.extensions_mut();
        extensions.insert(ConnectInfo(connection.peer));
        if let Some(spans) = &connection.spans {
            extensions.insert(spans.clone());
        }
        if is_draining {
            extensions.insert(DrainMarker);
        }
        Ok(self.router.clone().call(request).await?.into())
    }
}

impl RoutedResponse {
    /// The template of the route, if it is known.
    pub(super) fn template(&self) -> Option<&str> {
        let of_router = || self.response.extensions().get::<MatchedPath>().map(MatchedPath::as_str);
        self.direct.or_else(of_router)
    }
}

#[cfg(test)]
mod tests {
    use axum::Extension;
    use axum::body::Body;
    use axum::http::StatusCode;
    use axum::response::IntoResponse as _;
    use axum::routing::get;

    use super::*;

    struct Teapot;

    impl DirectRoute for Teapot {
        fn template(&self) -> &'static str {
            "/tea/{kind}"
        }

        fn is_for(&self, request: &Request) -> bool {
            request.uri().path().starts_with("/tea/")
        }

        fn answer(&self, _: Request, _: &RequestConnection) -> ResponseFuture {
            Box::pin(async { StatusCode::IM_A_TEAPOT.into_response() })
        }
    }

    #[tokio::test]
    async fn direct_route_answers_its_path_router_the_rest() {
        let peer = async |ConnectInfo(peer): ConnectInfo<SocketAddr>, draining: Option<Extension<DrainMarker>>| {
            assert!(draining.is_some() && peer.port() == 7);
        };
        let router = Router::new().route("/tea/{kind}", get(async || "router")).route("/other", get(peer));
        let all = Routes::from(router).with_direct(Teapot).with_templates();
        let connection = RequestConnection { peer: ([127, 0, 0, 1], 7).into(), spans: None };
        for (path, status, template) in
            [("/tea/green", 418, Some("/tea/{kind}")), ("/other", 200, Some("/other")), ("/none", 404, None)]
        {
            let request = Request::builder().uri(path).body(Body::empty()).unwrap();
            let answered = all.answer(request, &connection, true).await.unwrap();
            assert_eq!((answered.response.status().as_u16(), answered.template()), (status, template), "{path}");
        }
    }
}
