//! An HTTP/1.1 client with one connection that stays open, lean enough not to be what limits a measurement. A request
//! is sent as it was written, and its response is read to the end.

use std::io::{Error, ErrorKind};
use std::net::SocketAddr;
use std::str;
use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

/// How long a response may take. A server that needs longer is stuck.
const PATIENCE: Duration = Duration::from_secs(30);
/// A response has fewer headers than this.
const HEADERS: usize = 48;
/// The bytes that are sent at a time, so that other clients get their turn.
const PIECE: usize = 64 << 10;

/// A client of one server. It connects when a request needs it.
pub(crate) struct Http {
    address: SocketAddr,
    stream: Option<TcpStream>,
}

/// What is sent, beside the host and the length of the body.
#[derive(Clone, Copy)]
pub(crate) struct Request<'a> {
    pub(crate) method: &'a str,
    pub(crate) path: &'a str,
    /// Lines that end with CRLF.
    pub(crate) headers: &'a str,
    pub(crate) body: &'a [u8],
}

/// The quality of the connection while a request is sent.
#[derive(Clone, Copy)]
pub(crate) enum Network {
    /// As fast as it goes.
    Good,
    /// With such a break after each 64 KiB.
    Slow(Duration),
    /// The connection is cut after this many bytes of the body.
    Cut(usize),
}

/// A response, read to its end.
pub(crate) struct Reply {
    pub(crate) status: u16,
    bytes: Vec<u8>,
    /// The length of the head.
    head: usize,
}

impl Http {
    /// A client of the server that listens at `address`.
    pub(crate) fn new(address: SocketAddr) -> Self {
        Self { address, stream: None }
    }

    /// Forgets the connection: the server at the other end is another one now.
    pub(crate) fn reset(&mut self) {
        self.stream = None;
    }

    /// Sends a request and waits for the complete response.
    pub(crate) async fn ask(&mut self, request: Request<'_>) -> Result<Reply, Error> {
        self.ask_over(Network::Good, request).await
    }

    /// The same over a connection of this quality.
    pub(crate) async fn ask_over(&mut self, network: Network, request: Request<'_>) -> Result<Reply, Error> {
        let Request { method, path, headers, body } = request;
        let (address, length) = (self.address, body.len());
        let head = format!("{method} {path} HTTP/1.1\r\nHost: {address}\r\n{headers}Content-Length: {length}\r\n\r\n");
        let end = if let Network::Cut(after) = network { after.min(length) } else { length };
        let sent = [head.as_bytes(), body.get(..end).unwrap_or_default()].concat();
        let mut stream = match self.stream.take() {
            Some(stream) => stream,
            None => connect(address).await?,
        };
        for piece in sent.chunks(PIECE) {
            // A server that refuses need not take the rest: then its response is there already.
            if timeout(PATIENCE, stream.write_all(piece)).await?.is_err() {
                break;
            }
            match network {
                Network::Slow(pause) => sleep(pause).await,
                Network::Good | Network::Cut(_) => tokio::task::yield_now().await,
            }
        }
        if matches!(network, Network::Cut(_)) {
            return Err(ErrorKind::ConnectionAborted.into());
        }
        let reply = timeout(PATIENCE, receive(&mut stream, method == "HEAD")).await??;
        // Put back only after a complete response: the rest of another one would pass for the next.
        if reply.header("connection") != Some("close") {
            self.stream = Some(stream);
        }
        Ok(reply)
    }
}

async fn connect(address: SocketAddr) -> Result<TcpStream, Error> {
    let stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

async fn receive(stream: &mut TcpStream, is_head: bool) -> Result<Reply, Error> {
    let mut bytes = Vec::<u8>::with_capacity(8 << 10);
    loop {
        if stream.read_buf(&mut bytes).await? == 0 {
            return Err(ErrorKind::UnexpectedEof.into());
        }
        let Some(Frame { status, head, body }) = frame(&bytes, is_head)? else { continue };
        if bytes.len() >= head + body {
            bytes.truncate(head + body);
            return Ok(Reply { status, bytes, head });
        }
        bytes.reserve(head + body - bytes.len());
    }
}

/// Where a response's parts end.
struct Frame {
    status: u16,
    head: usize,
    body: usize,
}

/// `None` while the head has not arrived. A body without a stated length is refused: nothing that we ask has one. The
/// response to HEAD has none, even with a `Content-Length` (RFC 9110 section 9.3.2).
fn frame(bytes: &[u8], is_head: bool) -> Result<Option<Frame>, Error> {
    let mut headers = [httparse::EMPTY_HEADER; HEADERS];
    let mut response = httparse::Response::new(&mut headers);
    let parsed = response.parse(bytes).map_err(|error| Error::new(ErrorKind::InvalidData, error))?;
    let httparse::Status::Complete(head) = parsed else { return Ok(None) };
    let length = response.headers.iter().find(|header| header.name.eq_ignore_ascii_case("content-length"));
    let length = length.and_then(|header| str::from_utf8(header.value).ok()?.parse().ok());
    let status = response.code.unwrap_or_default();
    let body = if status == 204 || is_head { 0 } else { length.ok_or(ErrorKind::InvalidData)? };
    Ok(Some(Frame { status, head, body }))
}

impl Reply {
    /// The values of a header.
    pub(crate) fn headers(&self, name: &str) -> impl Iterator<Item = &str> {
        let head = self.bytes.get(..self.head).and_then(|head| str::from_utf8(head).ok()).unwrap_or_default();
        let fields = head.lines().skip(1).filter_map(|line| line.split_once(':'));
        fields.filter(move |(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
    }

    /// The first value of a header.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers(name).next()
    }

    /// The path of the address in `Location`, with its query.
    pub(crate) fn location_path(&self) -> Option<String> {
        self.header("location")?.splitn(4, '/').nth(3).map(|path| format!("/{path}"))
    }

    pub(crate) fn body(&self) -> &[u8] {
        self.bytes.get(self.head..).unwrap_or_default()
    }

    /// The body as text, or nothing if it is none.
    pub(crate) fn text(&self) -> &str {
        str::from_utf8(self.body()).unwrap_or_default()
    }

    /// The body as JSON, or null if it is none.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(self.body()).unwrap_or_default()
    }
}
