//! A server with a fixed response in the service's place, such as a captive portal or a failing proxy.

use std::net::Ipv4Addr;

use axum::Router;
use axum::http::{HeaderName, HeaderValue, StatusCode};
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio::task::JoinHandle;

/// A server with the same response to every request. It stops when dropped.
#[derive(Debug)]
pub struct StubServer {
    base_url: String,
    server: JoinHandle<()>,
}

impl StubServer {
    /// Starts a server that responds with `status`, one `header` and `body`.
    pub fn start(runtime: &Runtime, status: u16, header: (&'static str, &'static str), body: &'static str) -> Self {
        let status = StatusCode::from_u16(status).expect("a status");
        let header = [(HeaderName::from_static(header.0), HeaderValue::from_static(header.1))];
        let router = Router::new().fallback(move || async move { (status, header, body) });
        runtime.block_on(async {
            let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a free port");
            let address = listener.local_addr().expect("an address");
            let server = tokio::spawn(async move {
                // It serves until it is aborted.
                let _ = axum::serve(listener, router).await;
            });
            Self { base_url: format!("http://{address}/v1"), server }
        })
    }

    /// Returns the base URL for a client.
    pub fn base_url(&self) -> &str {
        &self.base_url
    }
}

impl Drop for StubServer {
    fn drop(&mut self) {
        self.server.abort();
    }
}
