//! `GET /metrics`, on a port of its own: who may call the service need not know how it does.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::extract::{MatchedPath, Request, State};
use axum::http::header;
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use prometheus_client::registry::Registry;
use tracing::Level;

use super::Metrics;
use crate::serve::{Guard, ListenError, Listening, Rim, Server, WRITE_TIMEOUT};

/// What Prometheus asks for first; whoever asks for less reads it as well.
const TEXT: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// A server of metrics.
#[derive(Debug)]
pub(crate) struct Exporter(Server);

impl Exporter {
    /// Starts one, if there is an address for it.
    pub(crate) async fn start(at: Option<SocketAddr>, metrics: &Metrics) -> Result<Option<Self>, ListenError> {
        let Some(address) = at else { return Ok(None) };
        let listening = Listening::at(address).await?;
        tracing::info!(address = %listening.address(), "the metrics are at /metrics");
        let routes = Router::new().route("/metrics", get(show)).with_state(Arc::new(metrics.registry()));
        let rim = Rim {
            headers: &[],
            level: Level::DEBUG,
            write_timeout: WRITE_TIMEOUT,
            trusted_proxies: Arc::new([]),
            metrics: None,
        };
        Ok(Some(Self(listening.serve(routes, rim, Guard::open()))))
    }

    /// Where it listens: `http://127.0.0.1:PORT`.
    pub(crate) fn origin(&self) -> String {
        self.0.origin()
    }

    pub(crate) async fn shutdown(&mut self) {
        self.0.shutdown().await;
    }
}

async fn show(State(registry): State<Arc<Registry>>) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, TEXT)], Metrics::text(&registry))
}

/// `routes`, each answer of which says by which of them it came: the template is known within only.
pub(crate) fn with_templates(routes: Router) -> Router {
    routes.layer(middleware::from_fn(async |request: Request, next: Next| -> Response {
        let template = request.extensions().get::<MatchedPath>().cloned();
        let mut response = next.run(request).await;
        if let Some(template) = template {
            response.extensions_mut().insert(template);
        }
        response
    }))
}
