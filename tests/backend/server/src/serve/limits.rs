//! The limits of clients: rates, connections and timeouts.

use std::time::Duration;

use stagepass_kit::rate::Rate;

/// The limits of one client, and of all clients together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The rate of one address (for IPv6, one /64 network). Without it, there is no limit.
    pub per_address: Option<Rate>,
    /// The most connections. Without it, the number of file descriptors is the limit.
    pub connections: Option<ConnectionLimits>,
    /// The most bytes of answers in memory that their clients have not read, of one address at most a sixteenth. Not of
    /// audio, which is read from its file as the client reads. Without it, there is no limit.
    pub unread_answers: Option<u64>,
    /// The timeouts of waiting for a client.
    pub patience: Patience,
}

/// The most connections.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConnectionLimits {
    /// Of all clients. If it is exceeded, a connection that waits for its client is closed. If there is none, the new
    /// one is closed.
    pub in_all: usize,
    /// Of one address (for IPv6, one /64 network). If it is exceeded, the new one is closed. Trusted proxies have no
    /// such limit.
    pub per_address: usize,
}

/// How long the server waits for a client before it closes the connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Patience {
    /// For the head of a request: from the connection, or from the first byte of a later request.
    pub head: Duration,
    /// Between two requests on a connection.
    pub idle: Duration,
}

impl Limits {
    /// No limits except timeouts: for tests, and for servers that others cannot reach.
    pub const NONE: Self =
        Self { per_address: None, connections: None, unread_answers: None, patience: Patience::USUAL };

    /// The limits of a service or access server: 20 requests a second with a burst of 200, and 10,000 connections, at
    /// most 256 of one address. 256 MiB of unread answers.
    pub const USUAL: Self = Self {
        per_address: Some(Rate { per_second: 20, burst: 200 }),
        connections: Some(ConnectionLimits { in_all: 10_000, per_address: 256 }),
        unread_answers: Some(256 << 20),
        patience: Patience::USUAL,
    };

    /// The limits of a node, because players request many ranges: 100 requests a second with a burst of 1,000.
    /// Connections as usual.
    pub const NODE: Self = Self { per_address: Some(Rate { per_second: 100, burst: 1_000 }), ..Self::USUAL };
}

impl Patience {
    /// 15 s and one minute.
    pub const USUAL: Self = Self { head: Duration::from_secs(15), idle: Duration::from_mins(1) };
}
