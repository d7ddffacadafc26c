//! A connection, byte by byte.

use std::net::SocketAddr;
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// Nothing here takes as long, unless it never happens.
const PATIENCE: Duration = Duration::from_secs(20);

pub(crate) struct Wire {
    pub(crate) stream: TcpStream,
}

/// An answer's status and body.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: String,
}

impl Wire {
    /// Connects to the server that says to listen at `origin`.
    pub(crate) async fn to(origin: &str) -> Self {
        let address: SocketAddr = origin.strip_prefix("http://").unwrap().parse().unwrap();
        Self { stream: TcpStream::connect(address).await.unwrap() }
    }

    pub(crate) async fn send(&mut self, bytes: impl AsRef<[u8]>) {
        self.stream.write_all(bytes.as_ref()).await.unwrap();
    }

    /// The next answer, whose length must be told.
    pub(crate) async fn answer(&mut self) -> Answer {
        timeout(PATIENCE, self.read_answer()).await.expect("an answer in time").expect("a whole answer")
    }

    /// Sends a request and gives its answer.
    pub(crate) async fn exchange(&mut self, request: impl AsRef<[u8]>) -> Answer {
        self.send(request).await;
        self.answer().await
    }

    /// Returns once the other side has closed, or reset, the connection; what came before that.
    pub(crate) async fn end(&mut self) -> Vec<u8> {
        let mut rest = Vec::new();
        let _ = timeout(PATIENCE, self.stream.read_to_end(&mut rest)).await.expect("an end in time");
        rest
    }

    /// What comes first; nothing, if the connection ends.
    pub(crate) async fn end_or_some(&mut self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let _ = timeout(PATIENCE, self.stream.read_buf(&mut bytes)).await.expect("something in time");
        bytes
    }

    async fn read_answer(&mut self) -> Option<Answer> {
        let mut bytes = Vec::new();
        loop {
            if let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
                let head = String::from_utf8(bytes[..end].to_vec()).ok()?.to_ascii_lowercase();
                let status = head.split(' ').nth(1)?.parse().ok()?;
                let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
                let length: usize = length.unwrap_or("0").parse().ok()?;
                if let Some(body) = bytes.get(end + 4..end + 4 + length) {
                    return Some(Answer { status, body: String::from_utf8_lossy(body).into_owned() });
                }
            }
            if self.stream.read_buf(&mut bytes).await.ok()? == 0 {
                return None;
            }
        }
    }
}

/// A GET of `path`.
pub(crate) fn get(path: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nHost: service\r\n\r\n")
}

/// The head of a POST of so many bytes of JSON.
pub(crate) fn post(path: &str, length: usize) -> String {
    format!(
        "POST {path} HTTP/1.1\r\nHost: service\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
    )
}
