//! The context in which connections are served.

use std::sync::Arc;
use std::time::Duration;

use axum::http::{HeaderName, HeaderValue};
use ipnet::IpNet;
use tokio::sync::watch;
use tracing::Level;

use super::guard::Guard;
use super::routes::Routes;
use super::stopping::Phase;
use crate::metrics::Metrics;

/// The defaults of every response of a server, from any route. A panic results in 500.
#[derive(Debug, Clone)]
pub struct ResponseDefaults {
    /// Headers, unless the response has others with the same name.
    pub headers: &'static [(HeaderName, HeaderValue)],
    /// The log level of requests: `INFO`, or `DEBUG` if there are too many.
    pub level: Level,
    /// How long a client may accept no bytes.
    pub write_timeout: Duration,
    /// The proxies whose `X-Forwarded-For` and `X-Request-Id` are trusted.
    pub trusted_proxies: Arc<[IpNet]>,
    /// What counts requests, if its metrics are served.
    pub metrics: Option<Metrics>,
}

/// The context of connections.
pub(super) struct ConnectionContext {
    pub(super) routes: Routes,
    pub(super) defaults: ResponseDefaults,
    pub(super) guard: Guard,
    pub(super) phase: watch::Receiver<Phase>,
}
