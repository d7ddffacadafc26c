//! The handle of a server that runs: the same for all three.

use std::net::SocketAddr;
use std::ops::Deref;

use crate::exporter::Exporter;
use crate::serve::Server;

/// What a server does beside answering requests.
pub trait BackgroundWork {
    /// Ends it. By then, no request is under way any more.
    fn end(&mut self) -> impl Future<Output = ()> + Send;
}

/// A server that is accepting connections. Dropping it cuts them off; [`ServerHandle::shutdown`] lets requests under
/// way end. It dereferences to its work, for what only one of the servers has.
#[derive(Debug)]
pub struct ServerHandle<W> {
    work: W,
    server: Server,
    exporter: Option<Exporter>,
}

impl<W: BackgroundWork> ServerHandle<W> {
    /// The handle of `server`, and of the `exporter` of its metrics.
    pub fn new(work: W, server: Server, exporter: Option<Exporter>) -> Self {
        Self { work, server, exporter }
    }

    /// Where it listens: never port 0.
    pub fn address(&self) -> SocketAddr {
        self.server.address()
    }

    /// The same as an origin: `http://127.0.0.1:PORT`.
    pub fn origin(&self) -> String {
        self.server.origin()
    }

    /// Where its metrics are served, if they are.
    pub fn metrics_address(&self) -> Option<SocketAddr> {
        self.exporter.as_ref().map(Exporter::address)
    }

    /// From now on `/readyz` answers 503 and each answer ends its connection, so that the proxies in front of it go
    /// elsewhere. It still answers everything: call [`ServerHandle::shutdown`] a while later.
    pub fn drain(&self) {
        self.server.drain();
    }

    /// Takes no new connections, lets requests under way end (for 10 s at most), and then ends its work.
    pub async fn shutdown(mut self) {
        self.server.shutdown().await;
        self.work.end().await;
        if let Some(exporter) = &mut self.exporter {
            exporter.shutdown().await;
        }
    }
}

impl<W> Deref for ServerHandle<W> {
    type Target = W;

    fn deref(&self) -> &W {
        &self.work
    }
}
