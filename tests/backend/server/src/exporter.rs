//! `GET /metrics` on a separate port, so that clients of the service cannot read it.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use axum::routing::get;
use prometheus_client::registry::Registry;
use tracing::Level;

use crate::metrics::Metrics;
use crate::serve::{BoundListener, Guard, ListenError, ResponseDefaults, Server, WRITE_TIMEOUT};

/// The format that Prometheus prefers. Older scrapers can parse it as well.
const TEXT: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// The server of metrics.
#[derive(Debug)]
pub struct Exporter(Server);

impl Exporter {
    /// Starts the server, if there is an address for it.
    ///
    /// # Errors
    /// [`ListenError`] if the address cannot be listened at.
    pub async fn start(at: Option<SocketAddr>, metrics: &Metrics) -> Result<Option<Self>, ListenError> {
        let Some(address) = at else { return Ok(None) };
        let listener = BoundListener::at(address).await?;
        tracing::info!(address = %listener.address(), "metrics are served at /metrics");
        let routes = Router::new().route("/metrics", get(show)).with_state(Arc::new(metrics.registry()));
        let defaults = ResponseDefaults {
            headers: &[],
            level: Level::DEBUG,
            write_timeout: WRITE_TIMEOUT,
            trusted_proxies: Arc::new([]),
            metrics: None,
        };
        Ok(Some(Self(listener.serve(routes, defaults, Guard::open()))))
    }

    /// The address on which it listens. Never port 0.
    pub fn address(&self) -> SocketAddr {
        self.0.address()
    }

    /// Stops the server.
    pub async fn shutdown(&mut self) {
        self.0.shutdown().await;
    }
}

async fn show(State(registry): State<Arc<Registry>>) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, TEXT)], Metrics::text(&registry))
}
