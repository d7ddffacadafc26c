//! Uploads over one connection: the requests of the tus protocol 1.0.0, and bad lines.

use std::io::{Error, ErrorKind};
use std::net::SocketAddr;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha1::Sha1;
use sha2::{Digest as _, Sha256};

use crate::load::http::{Answer, Connection, Expected};

/// The bytes that are sent at a time, so that other clients get their turn.
const PIECE: usize = 64 << 10;

/// One that uploads, by an access token. Nothing of it is logged.
pub(crate) struct Tus {
    address: SocketAddr,
    base: String,
    token: String,
    connection: Option<Connection>,
}

/// Without its token.
impl std::fmt::Debug for Tus {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tus").field("address", &self.address).finish_non_exhaustive()
    }
}

/// The parts of a response that are needed after the connection is used again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Reply {
    /// The status.
    pub(crate) status: u16,
    /// Upload-Offset.
    pub(crate) offset: Option<u64>,
    /// The path of the new upload's address.
    pub(crate) location: Option<String>,
    /// The body.
    pub(crate) text: String,
}

/// Bytes of an upload, and where they belong.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Part<'a> {
    /// Upload-Offset.
    pub(crate) offset: u64,
    /// The bytes.
    pub(crate) bytes: &'a [u8],
    /// Upload-Checksum.
    pub(crate) checksum: Option<&'a str>,
}

/// The quality of the connection to the service.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Network {
    /// As fast as it goes.
    Good,
    /// With such a break after each 64 KiB.
    Slow(Duration),
    /// The connection is cut after this many bytes of the body.
    Cut(usize),
}

/// Upload-Checksum of these bytes, by the algorithm that every server with the extension has, or by a better one.
pub(crate) fn checksum(bytes: &[u8], is_better: bool) -> String {
    if is_better {
        format!("sha256 {}", STANDARD.encode(Sha256::digest(bytes)))
    } else {
        format!("sha1 {}", STANDARD.encode(Sha1::digest(bytes)))
    }
}

impl Tus {
    /// One that uploads to the service that listens at `address`, at `{base}/uploads`.
    pub(crate) fn new(address: SocketAddr, base: &str, token: String) -> Self {
        Self { address, base: base.to_owned(), token, connection: None }
    }

    /// Forgets the connection: the service at the other end is another one now.
    pub(crate) fn reset(&mut self) {
        self.connection = None;
    }

    /// Another access token of the same listener's.
    pub(crate) fn renew(&mut self, token: String) {
        self.token = token;
    }

    /// Creates an upload of this many bytes, and sends the first of them.
    ///
    /// # Errors
    /// If no whole answer came: there may be an upload or not.
    pub(crate) async fn create(&mut self, length: u64, first: Option<&[u8]>) -> Result<Reply, Error> {
        let body = first.unwrap_or_default();
        let kind = if first.is_some() { "Content-Type: application/offset+octet-stream\r\n" } else { "" };
        let head = self.head("POST", "/uploads", &format!("Upload-Length: {length}\r\n{kind}"), body.len());
        self.send(&head, body, Network::Good).await
    }

    /// The offset of an upload.
    ///
    /// # Errors
    /// If no whole answer came.
    pub(crate) async fn offset(&mut self, path: &str) -> Result<Reply, Error> {
        let head = self.head("HEAD", path, "", 0);
        let mut connection = self.open().await?;
        connection.send(head.as_bytes()).await?;
        let reply = Reply::of(&connection.answer(Expected::Nothing).await?);
        self.connection = Some(connection);
        Ok(reply)
    }

    /// The next bytes of an upload.
    ///
    /// # Errors
    /// If no whole answer came: any of them may have arrived.
    pub(crate) async fn patch(&mut self, path: &str, part: Part<'_>, network: Network) -> Result<Reply, Error> {
        let mut headers =
            format!("Upload-Offset: {}\r\nContent-Type: application/offset+octet-stream\r\n", part.offset);
        if let Some(checksum) = part.checksum {
            headers = format!("{headers}Upload-Checksum: {checksum}\r\n");
        }
        let head = self.head("PATCH", path, &headers, part.bytes.len());
        self.send(&head, part.bytes, network).await
    }

    /// Deletes an upload in any state.
    ///
    /// # Errors
    /// If no whole answer came: it may be there or not.
    pub(crate) async fn terminate(&mut self, path: &str) -> Result<Reply, Error> {
        let head = self.head("DELETE", path, "", 0);
        self.send(&head, b"", Network::Good).await
    }

    /// Something else of the service's: an upload as JSON, the list of all of them.
    ///
    /// # Errors
    /// If no whole answer came.
    pub(crate) async fn get(&mut self, path: &str) -> Result<Reply, Error> {
        let head = self.head("GET", path, "", 0);
        self.send(&head, b"", Network::Good).await
    }

    /// The same, with a body of JSON to be taken.
    ///
    /// # Errors
    /// If no whole answer came: it may have been done or not.
    pub(crate) async fn post(&mut self, path: &str, body: &str) -> Result<Reply, Error> {
        let head = self.head("POST", path, "Content-Type: application/json\r\n", body.len());
        self.send(&head, body.as_bytes(), Network::Good).await
    }

    /// `path` is under the base URL, or begins with that already: an address that the service has given out.
    fn head(&self, method: &str, path: &str, headers: &str, length: usize) -> String {
        let Self { address, base, token, .. } = self;
        let base = if path.starts_with(&format!("{base}/")) { "" } else { base };
        format!(
            "{method} {base}{path} HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {token}\r\nTus-Resumable: 1.0.0\r\n\
             {headers}Content-Length: {length}\r\n\r\n"
        )
    }

    async fn open(&mut self) -> Result<Connection, Error> {
        match self.connection.take() {
            Some(connection) => Ok(connection),
            None => Connection::open(self.address).await,
        }
    }

    async fn send(&mut self, head: &str, body: &[u8], network: Network) -> Result<Reply, Error> {
        let mut connection = self.open().await?;
        connection.send(head.as_bytes()).await?;
        let end = if let Network::Cut(after) = network { after.min(body.len()) } else { body.len() };
        for piece in body.get(..end).unwrap_or_default().chunks(PIECE) {
            // A service that refuses need not take the rest: then its answer is there already.
            if connection.send(piece).await.is_err() {
                break;
            }
            match network {
                Network::Slow(pause) => tokio::time::sleep(pause).await,
                Network::Good | Network::Cut(_) => tokio::task::yield_now().await,
            }
        }
        if matches!(network, Network::Cut(_)) {
            return Err(ErrorKind::ConnectionAborted.into());
        }
        // Put back only after a whole answer: what is left of half a one would pass for the next.
        let answer = connection.answer(Expected::Body).await?;
        let (reply, closes) = (Reply::of(&answer), answer.headers("connection").any(|value| value == "close"));
        self.connection = (!closes).then_some(connection);
        Ok(reply)
    }
}

impl Reply {
    fn of(answer: &Answer<'_>) -> Self {
        let one = |name| answer.headers(name).next();
        let path = |address: &str| address.splitn(4, '/').nth(3).map(|path| format!("/{path}"));
        Self {
            status: answer.status,
            offset: one("upload-offset").and_then(|offset| offset.parse().ok()),
            location: one("location").and_then(path),
            text: answer.text().to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::TcpListener;

    use super::*;

    #[test]
    fn checksums_are_those_of_the_protocols_example() {
        assert_eq!(checksum(b"hello world", false), "sha1 Kq5sNclPz7QV2+lfQIuc6R7oRu0=");
        assert_eq!(checksum(b"", true), "sha256 47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
    }

    /// The bytes that a client sends to a server that sends `answer` once `count` bytes of a body have arrived.
    async fn heard(answer: &'static [u8], count: usize) -> (Tus, tokio::task::JoinHandle<String>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let hearing = tokio::spawn(async move {
            let (mut stream, _) = listener.accept().await.unwrap();
            let mut heard = Vec::new();
            while heard.windows(4).position(|four| four == b"\r\n\r\n").is_none_or(|end| heard.len() < end + 4 + count)
            {
                assert_ne!(stream.read_buf(&mut heard).await.unwrap(), 0, "it was cut off");
            }
            stream.write_all(answer).await.unwrap();
            String::from_utf8(heard).unwrap()
        });
        (Tus::new(address, "/v1", "token".to_owned()), hearing)
    }

    #[tokio::test]
    async fn location_of_created_upload_is_used_as_path() {
        let answer = b"HTTP/1.1 201 Created\r\nLocation: http://127.0.0.1:1/v1/uploads/x\r\nContent-Length: 0\r\n\r\n";
        let (mut tus, hearing) = heard(answer, 3).await;
        let reply = tus.create(7, Some(b"abc")).await.unwrap();
        assert_eq!((reply.status, reply.location.as_deref()), (201, Some("/v1/uploads/x")));
        let heard = hearing.await.unwrap();
        assert!(heard.starts_with("POST /v1/uploads HTTP/1.1\r\n") && heard.ends_with("\r\n\r\nabc"), "{heard}");
        assert!(tus.head("HEAD", "/v1/uploads/x", "", 0).starts_with("HEAD /v1/uploads/x "));
    }

    #[tokio::test]
    async fn a_line_that_is_cut_has_no_answer() {
        let (mut tus, hearing) = heard(b"", 2).await;
        let part = Part { offset: 5, bytes: b"abc", checksum: Some("sha1 x") };
        assert!(tus.patch("/v1/uploads/x", part, Network::Cut(2)).await.is_err());
        let heard = hearing.await.unwrap();
        assert!(heard.contains("Upload-Offset: 5\r\n") && heard.contains("Upload-Checksum: sha1 x\r\n"), "{heard}");
        assert!(heard.ends_with("\r\n\r\nab"), "{heard}");
    }
}
