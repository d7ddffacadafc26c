//! How often an app may ask, all its listeners together.
//!
//! Only those requests count that have shown something which the service gave to that app: a token, or its bearer token. An API key is no
//! secret: if its name alone counted, anybody could sign an app's listeners out by asking in its name. So an app that has registered nothing
//! has no limit of its own (its name is anybody's); it has those of its listeners' addresses, as everybody has.

use crate::rate::{Rate, RateLimiter, TooSoon};

/// Counts the requests of each app.
#[derive(Debug)]
pub(crate) struct AppLimit(Option<RateLimiter<String>>);

impl AppLimit {
    pub(crate) fn new(rate: Option<Rate>) -> Self {
        Self(rate.map(RateLimiter::new))
    }

    /// Counts a request of an app that has shown who it is, unless it is one too many.
    pub(crate) fn take(&self, api_key: &str) -> Result<(), TooSoon> {
        self.0.as_ref().map_or(Ok(()), |limiter| limiter.take(api_key))
    }

    /// Whether there is room for a request of somebody who says that they are this app. It is not counted.
    pub(crate) fn look(&self, api_key: &str) -> Result<(), TooSoon> {
        self.0.as_ref().map_or(Ok(()), |limiter| limiter.look(api_key))
    }
}
