//! What one client, and all of them together, may take of a server.

use std::time::Duration;

use stagepass_kit::rate::Rate;

/// What one client, and all of them together, may take of a server: the rates and numbers that an operator chooses, and
/// times.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// How often one address may ask (of IPv6, one network of 64 bits); without one, as often as it likes.
    pub per_address: Option<Rate>,
    /// How many connections there may be; without this, as many as there are file descriptors.
    pub connections: Option<ConnectionLimits>,
    /// How long a client may take to say something.
    pub patience: Patience,
}

/// How many connections there may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConnectionLimits {
    /// Of all clients. One more takes the place of one that waits for nothing but its client; if there is none, it is
    /// closed.
    pub in_all: usize,
    /// Of one address (of IPv6, one network of 64 bits); one more is closed. Trusted proxies may have as many as they
    /// like.
    pub per_address: usize,
}

/// How long a client may take to say something, before its connection is closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Patience {
    /// From the connection, and on a connection that is kept from the first byte of a request, to the end of its
    /// headers.
    pub head: Duration,
    /// Between two requests on one connection.
    pub idle: Duration,
}

impl Limits {
    /// No limits but those of time: for tests, and for servers that nobody else can reach.
    pub const NONE: Self = Self { per_address: None, connections: None, patience: Patience::USUAL };

    /// Those of a service or an access server: 20 requests a second after a burst of 200, 10,000 connections, of which
    /// one address may have 256.
    pub const USUAL: Self = Self {
        per_address: Some(Rate { per_second: 20, burst: 200 }),
        connections: Some(ConnectionLimits { in_all: 10_000, per_address: 256 }),
        patience: Patience::USUAL,
    };

    /// Those of a node, of which players ask many ranges: 100 requests a second after a burst of 1,000; connections as
    /// usual.
    pub const NODE: Self = Self { per_address: Some(Rate { per_second: 100, burst: 1_000 }), ..Self::USUAL };
}

impl Patience {
    /// 15 s, and a minute.
    pub const USUAL: Self = Self { head: Duration::from_secs(15), idle: Duration::from_mins(1) };
}
