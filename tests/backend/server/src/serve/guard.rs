//! Rate limits, which are checked before anything else.

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::Request;
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use ipnet::IpNet;

use super::answer_memory::{AnswerBytes, AnswerMemory};
use super::cross_origin::readable_everywhere;
use super::limits::Limits;
use super::slots::{ConnectionSlots, SlotGuard};
use stagepass_kit::rate::{Block, RateLimited, RateLimiter};

/// Makes the response to a rate-limited request. `Retry-After` is added to it.
type Responder = Box<dyn Fn(&Request, RateLimited) -> Response + Send + Sync>;

/// Matches requests.
type Predicate = Box<dyn Fn(&Request) -> bool + Send + Sync>;

/// The factor by which the limit of an address with valid bearer tokens is higher. A server acts for many users. There
/// is still a limit, because any user can register an app.
const SERVER_FACTOR: u32 = 25;

/// Applies the limits of a server.
pub struct Guard {
    rates: Option<RateLimiter<Block>>,
    /// For requests that `is_server` matches.
    server_rates: Option<RateLimiter<Block>>,
    pub(super) slots: Arc<ConnectionSlots>,
    unread_answers: Option<Arc<AnswerMemory>>,
    /// The paths of health checks. Their response must not depend on other clients.
    open: Vec<String>,
    /// Matches requests that are not counted.
    is_known: Predicate,
    /// Matches requests of apps' servers.
    is_server: Predicate,
    refuse: Responder,
}

impl Guard {
    /// `open` are the paths without a limit. `refuse` makes the response to a rate-limited request.
    pub fn new(
        limits: &Limits,
        open: Vec<String>,
        refuse: impl Fn(&Request, RateLimited) -> Response + Send + Sync + 'static,
    ) -> Self {
        Self {
            rates: limits.per_address.map(RateLimiter::new),
            server_rates: limits.per_address.map(|rate| RateLimiter::new(rate.times(SERVER_FACTOR))),
            slots: Arc::new(ConnectionSlots::new(limits)),
            unread_answers: limits.unread_answers.map(|bytes| Arc::new(AnswerMemory::new(bytes))),
            open,
            is_known: Box::new(|_| false),
            is_server: Box::new(|_| false),
            refuse: Box::new(refuse),
        }
    }

    /// Does not count the requests that `is_known` matches.
    #[must_use]
    pub fn but_for(self, is_known: impl Fn(&Request) -> bool + Send + Sync + 'static) -> Self {
        Self { is_known: Box::new(is_known), ..self }
    }

    /// Counts the requests that `is_server` matches separately, with a higher limit.
    #[must_use]
    pub fn with_servers(self, is_server: impl Fn(&Request) -> bool + Send + Sync + 'static) -> Self {
        Self { is_server: Box::new(is_server), ..self }
    }

    /// Returns a guard without limits.
    pub fn open() -> Self {
        Self::new(&Limits::NONE, Vec::new(), |_, _| StatusCode::TOO_MANY_REQUESTS.into_response())
    }

    /// Returns whether this is the path of a health check.
    pub(super) fn is_open(&self, path: &str) -> bool {
        self.open.iter().any(|open| open == path)
    }

    /// Counts a request, and returns the response if the limit of its address is exceeded.
    ///
    /// If a trusted proxy names no client, all of its clients share one `address`.
    pub(super) fn refusal(&self, address: IpAddr, request: &Request) -> Option<Response> {
        let (rates, server_rates) = self.rates.as_ref().zip(self.server_rates.as_ref())?;
        if is_preflight(request) || self.is_open(request.uri().path()) {
            return None;
        }
        if (self.is_known)(request) {
            return None;
        }
        let rates = if (self.is_server)(request) { server_rates } else { rates };
        let rate_limited = rates.take(&Block::of(address)).err()?;
        let mut response = (self.refuse)(request, rate_limited);
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(rate_limited.seconds()));
        Some(response)
    }

    /// Counts the bytes of a response until the result is dropped. If there are too many, replaces the response to a
    /// request whose `method` is safe.
    pub(super) fn count_answer(
        &self,
        address: IpAddr,
        method: &Method,
        response: &mut Response,
    ) -> Option<AnswerBytes> {
        match self.unread_answers.as_ref()?.count(Block::of(address), method, response) {
            Ok(counted) => counted,
            Err(refusal) => {
                *response = readable_everywhere(*refusal);
                None
            }
        }
    }

    /// Returns a slot for a connection from `peer`, or `None` if there are too many.
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

/// Returns whether this is a CORS preflight (Fetch §3.3.2). It costs no more than an error response, and if it failed,
/// the page could not read the reason.
fn is_preflight(request: &Request) -> bool {
    request.method() == Method::OPTIONS && request.headers().contains_key(header::ACCESS_CONTROL_REQUEST_METHOD)
}
