//! Who is let in: asked before anything else is done for a request.

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::Request;
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use ipnet::IpNet;

use super::limits::Limits;
use super::slots::{ConnectionSlots, SlotGuard};
use crate::client_address::client_address;
use stagepass_kit::rate::{Block, RateLimited, RateLimiter};

/// The answer to a request that came too soon. It need not say when to come again: that is added to it.
type Responder = Box<dyn Fn(&Request, RateLimited) -> Response + Send + Sync>;

/// Whether a request is of somebody who may ask as often as they like.
type Predicate = Box<dyn Fn(&Request) -> bool + Send + Sync>;

/// How many times as often an address may ask with good bearer tokens: a server asks for many users. It has an end as
/// well, since anybody can register an app.
const SERVER_FACTOR: u32 = 25;

/// Holds a server to its limits.
pub struct Guard {
    rates: Option<RateLimiter<Block>>,
    /// Of requests that `is_server` knows.
    server_rates: Option<RateLimiter<Block>>,
    pub(super) slots: Arc<ConnectionSlots>,
    /// Paths that whoever watches the server asks for: an answer that depends on others would say nothing of the
    /// server.
    open: Vec<String>,
    /// Requests of those who are not counted.
    is_known: Predicate,
    /// Requests of apps' servers.
    is_server: Predicate,
    refuse: Responder,
}

impl Guard {
    /// `open` are the paths that have no limit; `refuse` makes the answer to a request that came too soon.
    pub fn new(
        limits: &Limits,
        open: Vec<String>,
        refuse: impl Fn(&Request, RateLimited) -> Response + Send + Sync + 'static,
    ) -> Self {
        Self {
            rates: limits.per_address.map(RateLimiter::new),
            server_rates: limits.per_address.map(|rate| RateLimiter::new(rate.times(SERVER_FACTOR))),
            slots: Arc::new(ConnectionSlots::new(limits)),
            open,
            is_known: Box::new(|_| false),
            is_server: Box::new(|_| false),
            refuse: Box::new(refuse),
        }
    }

    /// The same, but that requests which `is_known` knows are not counted.
    #[must_use]
    pub fn but_for(self, is_known: impl Fn(&Request) -> bool + Send + Sync + 'static) -> Self {
        Self { is_known: Box::new(is_known), ..self }
    }

    /// The same, but that requests which `is_server` knows count apart, and may come more often.
    #[must_use]
    pub fn with_servers(self, is_server: impl Fn(&Request) -> bool + Send + Sync + 'static) -> Self {
        Self { is_server: Box::new(is_server), ..self }
    }

    /// One that lets everybody in.
    pub fn open() -> Self {
        Self::new(&Limits::NONE, Vec::new(), |_, _| StatusCode::TOO_MANY_REQUESTS.into_response())
    }

    /// The answer to a request that comes too soon after the others of its address; none to all others, which count
    /// from now on.
    pub(super) fn refusal(&self, peer: SocketAddr, request: &Request, trusted: &[IpNet]) -> Option<Response> {
        let (rates, server_rates) = self.rates.as_ref().zip(self.server_rates.as_ref())?;
        if is_preflight(request) || self.open.iter().any(|path| path == request.uri().path()) {
            return None;
        }
        if (self.is_known)(request) {
            return None;
        }
        // A trusted proxy that names nobody is taken for the client itself: who comes through it shares one address.
        let address = client_address(peer.ip(), request.headers(), trusted).unwrap_or(peer.ip());
        let rates = if (self.is_server)(request) { server_rates } else { rates };
        let rate_limited = rates.take(&Block::of(address)).err()?;
        let mut response = (self.refuse)(request, rate_limited);
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(rate_limited.seconds()));
        Some(response)
    }

    /// A slot for a connection from `peer`; none if there are too many.
    pub(super) fn slot(&self, peer: SocketAddr, trusted: &[IpNet]) -> Option<SlotGuard> {
        let address: IpAddr = peer.ip().to_canonical();
        let is_proxy = trusted.iter().any(|range| range.contains(&address));
        ConnectionSlots::take(&self.slots, (!is_proxy).then(|| Block::of(address)))
    }
}

impl fmt::Debug for Guard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Guard").field("slots", &self.slots).finish_non_exhaustive()
    }
}

/// A browser's question whether a page may ask (Fetch §3.3.2). It costs no more than its refusal, which would keep from
/// the page why it can't ask.
fn is_preflight(request: &Request) -> bool {
    request.method() == Method::OPTIONS && request.headers().contains_key(header::ACCESS_CONTROL_REQUEST_METHOD)
}

/// Lets pages of every origin read a refusal, and when to come again.
pub fn readable_everywhere(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static("retry-after,date"));
    response
}
