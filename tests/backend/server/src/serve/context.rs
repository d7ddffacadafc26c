//! What the connections of a server are served with.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::http::{HeaderName, HeaderValue};
use ipnet::IpNet;
use tokio::sync::watch;
use tracing::Level;

use super::guard::Guard;
use super::stopping::Phase;
use crate::metrics::Metrics;

/// What every answer of a server has, whatever route it comes from. A panic is a 500.
#[derive(Debug, Clone)]
pub struct ResponseDefaults {
    /// Headers, unless the answer has others of the name.
    pub headers: &'static [(HeaderName, HeaderValue)],
    /// What it is logged at: `INFO`, or `DEBUG` where there are too many.
    pub level: Level,
    /// How long a client may take none of the bytes that are there for it.
    pub write_timeout: Duration,
    /// The proxies in front of it, which are believed about whom they ask for and what a request is called.
    pub trusted_proxies: Arc<[IpNet]>,
    /// Where its requests are counted, if anybody reads that.
    pub metrics: Option<Metrics>,
}

/// What connections are served with.
#[derive(Clone)]
pub(super) struct ConnectionContext {
    pub(super) routes: Router,
    pub(super) defaults: Arc<ResponseDefaults>,
    pub(super) guard: Arc<Guard>,
    pub(super) phase: watch::Receiver<Phase>,
}
