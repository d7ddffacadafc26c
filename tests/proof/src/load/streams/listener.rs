//! One listener: a connection, and the range that is next.

use std::cell::RefCell;
use std::io::{Error, ErrorKind};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep_until, timeout};

use super::range::{BlockRange, RangeResponse};
use super::range_figures::RangeFigures;

/// How long an answer may take. A server that needs longer has failed.
const PATIENCE: Duration = Duration::from_secs(30);
const BUFFER: usize = 256 << 10;
/// The distance from one block of a cold reader to its next. It is prime, so that all blocks are read, and large, so
/// that read-ahead does not help.
const STRIDE: u64 = 1_009;

thread_local! {
    static BUFFER_OF_ALL: RefCell<Box<[u8]>> = RefCell::new(vec![0; BUFFER].into_boxed_slice());
}

/// Which ranges, and how fast.
#[derive(Debug, Clone, Copy)]
pub(super) struct AccessPattern {
    /// The blocks of the file.
    pub(super) blocks: u64,
    /// The blocks of each range.
    pub(super) span: u64,
    /// Whether the next range is one far away, not the one that follows.
    pub(super) strides: bool,
    /// Which listener this is, and of how many.
    pub(super) number: u64,
    pub(super) of: usize,
    pub(super) gap: Duration,
}

#[derive(Debug)]
pub(super) struct Listener {
    address: SocketAddr,
    target: String,
    pattern: AccessPattern,
    noise: Arc<[u8]>,
    stream: Option<TcpStream>,
    response: RangeResponse,
}

/// The results of one or several listeners.
#[derive(Debug, Default)]
pub(super) struct RangeCounts {
    /// In microseconds.
    times: Vec<u32>,
    failures: u64,
    pub(super) wrong: Option<String>,
}

impl Listener {
    pub(super) fn new(address: SocketAddr, target: String, pattern: AccessPattern, noise: Arc<[u8]>) -> Self {
        Self { address, target, pattern, noise, stream: None, response: RangeResponse::default() }
    }

    /// Asks until `end`, and waits for the last answer.
    pub(super) async fn listen(mut self, end: Instant) -> RangeCounts {
        let mut heard = RangeCounts::default();
        let AccessPattern { blocks, span, strides, number, of, gap } = self.pattern;
        let places = (blocks / span.max(1)).max(1);
        // Far from each other, so that no two hear the same.
        let mut place = number.wrapping_mul(7_919) % places;
        // Nor do they all ask in one moment.
        let share = u32::try_from(number).unwrap_or_default();
        let mut next = Instant::now() + gap / u32::try_from(of).unwrap_or(1).max(1) * share;
        loop {
            if !gap.is_zero() {
                sleep_until(next).await;
                // A late listener does not catch up all at once.
                next = (next + gap).max(Instant::now());
            }
            let asked = Instant::now();
            if asked >= end {
                return heard;
            }
            match timeout(PATIENCE, self.ask(BlockRange { first: place * span, count: span, blocks }))
                .await
                .unwrap_or_else(|_| Err("no answer within 30 s".to_owned()))
            {
                Ok(()) => heard.times.push(u32::try_from(asked.elapsed().as_micros()).unwrap_or(u32::MAX)),
                Err(what) => {
                    heard.failures += 1;
                    heard.wrong.get_or_insert(what);
                    self.stream = None;
                }
            }
            place = (place + if strides { STRIDE } else { 1 }) % places;
        }
    }

    async fn ask(&mut self, range: BlockRange) -> Result<(), String> {
        let Self { address, target, noise, stream, response, .. } = self;
        let failed = |error: Error| error.to_string();
        let stream = match stream {
            Some(stream) => stream,
            empty => {
                let opened = TcpStream::connect(*address).await.map_err(failed)?;
                opened.set_nodelay(true).map_err(failed)?;
                empty.insert(opened)
            }
        };
        let asked = range.header();
        let request = format!("GET {target} HTTP/1.1\r\nHost: {address}\r\nRange: {asked}\r\n\r\n");
        stream.write_all(request.as_bytes()).await.map_err(failed)?;
        response.clear();
        loop {
            stream.readable().await.map_err(failed)?;
            let is_over = BUFFER_OF_ALL.with_borrow_mut(|buffer| match stream.try_read(buffer) {
                Ok(0) => Err("the answer was cut off".to_owned()),
                Ok(count) => response.take(buffer.get(..count).unwrap_or_default(), range, noise),
                Err(error) if error.kind() == ErrorKind::WouldBlock => Ok(false),
                Err(error) => Err(failed(error)),
            })?;
            if is_over {
                return Ok(());
            }
        }
    }
}

impl RangeCounts {
    pub(super) fn take_all(&mut self, others: Vec<Self>) {
        for mut other in others {
            self.times.append(&mut other.times);
            self.failures += other.failures;
            self.wrong = self.wrong.take().or(other.wrong);
        }
    }

    pub(super) fn figures(mut self) -> RangeFigures {
        self.times.sort_unstable();
        let at = |part: usize| {
            let place = (self.times.len() * part / 100).min(self.times.len().saturating_sub(1));
            self.times.get(place).map_or(0.0, |micros| f64::from(*micros) / 1e3)
        };
        let milliseconds = [at(50), at(99), at(100)];
        RangeFigures { count: self.times.len() as u64, failures: self.failures, milliseconds }
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::AsyncReadExt as _;
    use tokio::net::TcpListener;

    use super::*;
    use crate::load::streams::noise;

    /// Answers every request by the block that it asks for, but every third by nothing.
    async fn serve(listener: TcpListener, blocks: u64) {
        let mut count = 0;
        while let Ok((mut stream, _)) = listener.accept().await {
            let mut request = vec![0; 4_096];
            while let Ok(length @ 1..) = stream.read(&mut request).await {
                count += 1;
                if count % 3 == 0 {
                    break;
                }
                let text = String::from_utf8_lossy(&request[..length]).into_owned();
                let first: u64 = text.split_once("bytes=").unwrap().1.split('-').next().unwrap().parse().unwrap();
                let (last, number) = (first + 65_535, first / 65_536);
                let head = format!(
                    "HTTP/1.1 206 Partial Content\r\ncontent-length: 65536\r\ncontent-range: bytes {first}-{last}/{}\r\n\r\n",
                    blocks * 65_536
                );
                let answer = [head.as_bytes(), &number.to_be_bytes(), &noise()].concat();
                stream.write_all(&answer).await.unwrap();
            }
        }
    }

    #[tokio::test]
    async fn ranges_are_heard_and_failures_are_counted() {
        let server = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = server.local_addr().unwrap();
        tokio::spawn(serve(server, 5));
        let pattern = AccessPattern { blocks: 5, span: 1, strides: false, number: 0, of: 1, gap: Duration::ZERO };
        let listener = Listener::new(address, "/x".to_owned(), pattern, noise().into());
        let heard = listener.listen(Instant::now() + Duration::from_millis(200)).await;
        assert_eq!(heard.wrong.as_deref(), Some("the answer was cut off"));
        let figures = heard.figures();
        assert!(figures.failures >= 1 && figures.count >= figures.failures, "{figures:?}");
        let [half, most, longest] = figures.milliseconds;
        assert!(0.0 < half && half <= most && most <= longest, "{figures:?}");
    }
}
