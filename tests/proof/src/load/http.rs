//! One HTTP/1.1 connection that stays open: a request goes out as it was written, its answer is read to the end.

use std::io::{Error, ErrorKind};
use std::net::{IpAddr, SocketAddr};
use std::str;
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;

/// How long an answer may take. A service that needs longer is stuck.
const PATIENCE: Duration = Duration::from_secs(30);
/// An answer has fewer headers than this.
const HEADERS: usize = 48;

/// A connection, and room for one answer.
#[derive(Debug)]
pub(crate) struct Connection {
    stream: TcpStream,
    buffer: Vec<u8>,
}

/// The body of a response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Expected {
    /// The `Content-Length` of the head.
    Body,
    /// None, even with a `Content-Length`: it is the response to HEAD (RFC 9110 §9.3.2).
    Nothing,
}

/// An answer, read to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Answer<'a> {
    /// The status.
    pub(crate) status: u16,
    head: &'a [u8],
    /// The body.
    pub(crate) body: &'a [u8],
}

impl Connection {
    /// Connects.
    ///
    /// # Errors
    /// If no server listens there.
    pub(crate) async fn open(address: SocketAddr) -> Result<Self, Error> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Self { stream, buffer: Vec::with_capacity(8 << 10) })
    }

    /// Connects from an address of this machine, for example any of 127.0.0.0/8.
    ///
    /// # Errors
    /// If no server listens there.
    pub(crate) async fn open_from(source: IpAddr, address: SocketAddr) -> Result<Self, Error> {
        let socket = TcpSocket::new_v4()?;
        socket.bind((source, 0).into())?;
        let stream = socket.connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Self { stream, buffer: Vec::with_capacity(8 << 10) })
    }

    /// Sends `request`, complete with its body, and waits for the complete response.
    ///
    /// # Errors
    /// If the response is incomplete. The request may then have been executed or not, and the connection cannot be used
    /// again.
    pub(crate) async fn ask(&mut self, request: &[u8]) -> Result<Answer<'_>, Error> {
        self.send(request).await?;
        self.answer(Expected::Body).await
    }

    /// Sends a request, or some of one: the rest has to follow, or the connection is of no more use.
    ///
    /// # Errors
    /// If it can't be sent. There may be an answer to what was sent before.
    pub(crate) async fn send(&mut self, part: &[u8]) -> Result<(), Error> {
        timeout(PATIENCE, self.stream.write_all(part)).await?
    }

    /// Waits for the whole answer to what was sent.
    ///
    /// # Errors
    /// As [`Connection::ask`].
    pub(crate) async fn answer(&mut self, expected: Expected) -> Result<Answer<'_>, Error> {
        let Frame { status, head, body } = timeout(PATIENCE, self.receive(expected)).await??;
        let (head, rest) = self.buffer.split_at_checked(head).ok_or(ErrorKind::InvalidData)?;
        Ok(Answer { status, head, body: rest.get(..body).ok_or(ErrorKind::InvalidData)? })
    }

    async fn receive(&mut self, expected: Expected) -> Result<Frame, Error> {
        self.buffer.clear();
        loop {
            if self.stream.read_buf(&mut self.buffer).await? == 0 {
                return Err(ErrorKind::UnexpectedEof.into());
            }
            match frame(&self.buffer, expected)? {
                Some(frame) if self.buffer.len() >= frame.head + frame.body => return Ok(frame),
                _ => {}
            }
        }
    }
}

impl<'a> Answer<'a> {
    /// The values of a header, whose name is given in lower case.
    pub(crate) fn headers<'n>(&self, name: &'n str) -> impl Iterator<Item = &'a str> + use<'a, 'n> {
        let lines = str::from_utf8(self.head).unwrap_or_default().lines().skip(1);
        lines
            .filter_map(move |line| line.split_once(':').filter(|(known, _)| known.eq_ignore_ascii_case(name)))
            .map(|(_, value)| value.trim())
    }

    /// The body as text, or nothing where it is none.
    pub(crate) fn text(&self) -> &'a str {
        str::from_utf8(self.body).unwrap_or_default()
    }
}

/// Where a response's parts end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Frame {
    status: u16,
    head: usize,
    body: usize,
}

/// `None` while the head has not arrived. A body without a stated length is refused: nothing that we ask has one.
fn frame(bytes: &[u8], expected: Expected) -> Result<Option<Frame>, Error> {
    let mut headers = [httparse::EMPTY_HEADER; HEADERS];
    let mut response = httparse::Response::new(&mut headers);
    let parsed = response.parse(bytes).map_err(|error| Error::new(ErrorKind::InvalidData, error))?;
    let httparse::Status::Complete(head) = parsed else { return Ok(None) };
    let length = response.headers.iter().find(|header| header.name.eq_ignore_ascii_case("content-length"));
    let length = length.and_then(|header| str::from_utf8(header.value).ok()?.parse().ok());
    let status = response.code.unwrap_or_default();
    let nothing = status == 204 || expected == Expected::Nothing;
    let body = if nothing { 0 } else { length.ok_or(ErrorKind::InvalidData)? };
    Ok(Some(Frame { status, head, body }))
}

#[cfg(test)]
mod tests {
    use tokio::net::TcpListener;

    use super::*;

    const ANSWER: &[u8] =
        b"HTTP/1.1 303 See Other\r\nSet-Cookie: a=1\r\ncontent-length: 5\r\nset-cookie: b=2\r\n\r\nhello";

    #[test]
    fn response_frame_needs_whole_head_and_content_length() {
        for end in 0..ANSWER.len() - 5 {
            assert_eq!(frame(&ANSWER[..end], Expected::Body).unwrap(), None);
        }
        let whole = |body| Some(Frame { status: 303, head: ANSWER.len() - 5, body });
        assert_eq!(frame(ANSWER, Expected::Body).unwrap(), whole(5));
        assert_eq!(frame(ANSWER, Expected::Nothing).unwrap(), whole(0));
        assert!(frame(b"HTTP/1.1 200 OK\r\n\r\n", Expected::Body).is_err());
        assert!(frame(b"SSH-2.0\r\n", Expected::Body).is_err());
    }

    /// A server that answers every request by these pieces and hangs up.
    async fn answered(pieces: Vec<&'static [u8]>) -> SocketAddr {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move {
            let (mut stream, _) = listener.accept().await.unwrap();
            stream.read_exact(&mut [0; 4]).await.unwrap();
            for piece in pieces {
                stream.write_all(piece).await.unwrap();
                stream.flush().await.unwrap();
                tokio::task::yield_now().await;
            }
        });
        address
    }

    #[tokio::test]
    async fn an_answer_in_pieces_is_put_together() {
        let address = answered(vec![&ANSWER[..10], &ANSWER[10..80], &ANSWER[80..]]).await;
        let mut connection = Connection::open(address).await.unwrap();
        let answer = connection.ask(b"ping").await.unwrap();
        assert_eq!((answer.status, answer.text()), (303, "hello"));
        assert_eq!(answer.headers("set-cookie").collect::<Vec<_>>(), ["a=1", "b=2"]);
    }

    #[tokio::test]
    async fn an_answer_that_is_cut_off_is_none() {
        let address = answered(vec![&ANSWER[..ANSWER.len() - 1]]).await;
        let mut connection = Connection::open(address).await.unwrap();
        assert_eq!(connection.ask(b"ping").await.unwrap_err().kind(), ErrorKind::UnexpectedEof);
    }
}
