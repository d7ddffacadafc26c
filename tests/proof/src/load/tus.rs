//! Requests of the tus protocol 1.0.0, over connections that break.

use std::io::Error;
use std::net::SocketAddr;

use crate::load::client::below_base;
use crate::load::http::{Http, Network, Reply, Request};

/// A user who uploads, with an access token. Each method fails if no complete response came: it may have been executed
/// or not.
pub(crate) struct Tus {
    pub(crate) http: Http,
    token: String,
}

/// `Upload-Offset` of a response.
pub(crate) fn offset_of(reply: &Reply) -> Option<u64> {
    reply.header("upload-offset")?.parse().ok()
}

impl Tus {
    /// At the service that listens at `address`.
    pub(crate) fn new(address: SocketAddr, token: &str) -> Self {
        Self { http: Http::new(address), token: token.to_owned() }
    }

    /// Creates an upload of this many bytes, and sends the first of them.
    pub(crate) async fn create(&mut self, length: u64, first: Option<&[u8]>) -> Result<Reply, Error> {
        let kind = if first.is_some() { "Content-Type: application/offset+octet-stream\r\n" } else { "" };
        let headers = format!("Upload-Length: {length}\r\n{kind}");
        self.send(Network::Good, ("POST", "/uploads"), &headers, first.unwrap_or_default()).await
    }

    /// Sends the bytes of an upload that begin at `offset`: any of them may arrive.
    pub(crate) async fn patch(
        &mut self,
        path: &str,
        offset: u64,
        bytes: &[u8],
        network: Network,
    ) -> Result<Reply, Error> {
        let headers = format!("Upload-Offset: {offset}\r\nContent-Type: application/offset+octet-stream\r\n");
        self.send(network, ("PATCH", path), &headers, bytes).await
    }

    /// Sends `HEAD`, `GET` or `DELETE`, or JSON.
    pub(crate) async fn ask(&mut self, method: &str, path: &str, body: &str) -> Result<Reply, Error> {
        let kind = if body.is_empty() { "" } else { "Content-Type: application/json\r\n" };
        self.send(Network::Good, (method, path), kind, body.as_bytes()).await
    }

    async fn send(
        &mut self,
        network: Network,
        (method, path): (&str, &str),
        headers: &str,
        body: &[u8],
    ) -> Result<Reply, Error> {
        let headers = format!("Authorization: Bearer {}\r\nTus-Resumable: 1.0.0\r\n{headers}", self.token);
        let request = Request { method, path: &below_base(path), headers: &headers, body };
        self.http.ask_over(network, request).await
    }
}
