//! The handle of a running server, the same for all three.

use std::net::SocketAddr;
use std::ops::Deref;

use crate::exporter::Exporter;
use crate::serve::Server;
use crate::telemetry::Telemetry;

/// What a server does besides answering requests.
pub trait BackgroundWork {
    /// Stops it, after all requests have ended.
    fn end(&mut self) -> impl Future<Output = ()> + Send;
}

/// The handle of a running server. Dropping it closes all connections. [`ServerHandle::shutdown`] lets running requests
/// finish. It dereferences to the server's own methods.
#[derive(Debug)]
pub struct ServerHandle<W> {
    work: W,
    server: Server,
    telemetry: Telemetry,
}

impl<W: BackgroundWork> ServerHandle<W> {
    /// Returns the handle of `server`.
    pub fn new(work: W, server: Server, telemetry: Telemetry) -> Self {
        Self { work, server, telemetry }
    }

    /// The address on which it listens. Never port 0.
    pub fn address(&self) -> SocketAddr {
        self.server.address()
    }

    /// The address as an origin: `http://127.0.0.1:PORT`.
    pub fn origin(&self) -> String {
        self.server.origin()
    }

    /// The address of the metrics, if they are served.
    pub fn metrics_address(&self) -> Option<SocketAddr> {
        self.telemetry.exporter().map(Exporter::address)
    }

    /// Starts draining: `/readyz` returns 503, and each response closes its connection, so that proxies send requests
    /// elsewhere. All requests are still answered. Call [`ServerHandle::shutdown`] some time later.
    pub fn drain(&self) {
        self.server.drain();
    }

    /// Accepts no new connections, lets running requests finish (for 10 s at most), stops background work and
    /// sends the last traces.
    pub async fn shutdown(mut self) {
        self.server.shutdown().await;
        self.work.end().await;
        self.telemetry.shutdown().await;
    }
}

impl<W> Deref for ServerHandle<W> {
    type Target = W;

    fn deref(&self) -> &W {
        &self.work
    }
}
