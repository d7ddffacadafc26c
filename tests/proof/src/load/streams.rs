//! Hundreds of listeners at once, each with a persistent connection, request one range after another. This is the load
//! of `cargo xtask bench streams` for a node and nginx. Every received byte is compared with the expected one.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until};

use crate::load::http::{Http, Request};

/// The bytes of a block. Block `n` of a file begins with `n`, as eight bytes in big-endian order. Noise follows.
pub(crate) const BLOCK: usize = 64 << 10;
/// The distance from one block of a reader to its next. It is prime, so that all blocks are read, and large, so that
/// read-ahead does not help.
const STRIDE: u64 = 1_009;

/// The noise in every block after its number, which cannot be compressed.
pub(crate) fn noise() -> Vec<u8> {
    (0..BLOCK - 8).map(|at| (at * at / 7).to_le_bytes().first().copied().unwrap_or_default()).collect()
}

/// Listeners of one kind at one server.
pub(crate) struct Group<'a> {
    pub(crate) address: SocketAddr,
    /// A path with its query for each listener.
    pub(crate) targets: &'a [String],
    /// The blocks of each file.
    pub(crate) blocks: u64,
    pub(crate) count: usize,
    /// The time from one request of a listener to its next. If it is zero, the next follows the response at once.
    pub(crate) gap: Duration,
    /// Whether the next range is one far away, not the one that follows.
    pub(crate) strides: bool,
}

/// The ranges of a group.
#[derive(Debug, Default)]
pub(crate) struct RangeFigures {
    /// Ranges that arrived, each byte the right one.
    pub(crate) count: u32,
    /// Those that did not.
    pub(crate) failures: u32,
    /// The first failure, if there was one.
    pub(crate) wrong: Option<String>,
    /// In milliseconds.
    pub(crate) p50: f64,
    pub(crate) p99: f64,
    pub(crate) longest: f64,
}

/// Lets all groups listen for this time. A listener's failures are counted, and the listener continues. Returns the
/// figures of each group, and the time from the first request to the last answer.
pub(crate) async fn listen<const COUNT: usize>(
    groups: [Group<'_>; COUNT],
    time: Duration,
) -> Result<([RangeFigures; COUNT], Duration), String> {
    let noise: Arc<[u8]> = noise().into();
    let begun = Instant::now();
    let listening = groups.map(|group| {
        let mut listening = JoinSet::new();
        for (number, target) in (0..).zip(group.targets.iter().cycle().take(group.count)) {
            let Group { address, blocks, count, gap, strides, .. } = group;
            let (http, target, noise) = (Http::new(address), target.clone(), Arc::clone(&noise));
            let share = gap / u32::try_from(count).unwrap_or(1).max(1) * number;
            let listener = Listener { http, target, noise, blocks, gap, step: if strides { STRIDE } else { 1 } };
            // Far from each other, so that no two hear the same, and not all ask in one moment.
            listening.spawn(listener.listen(u64::from(number) * 7_919, begun + share, begun + time));
        }
        listening
    });
    let mut figures: [RangeFigures; COUNT] = std::array::from_fn(|_| RangeFigures::default());
    for (mut listening, figures) in listening.into_iter().zip(&mut figures) {
        let mut all = RangeCounts::default();
        while let Some(counts) = listening.join_next().await {
            all.take(counts.map_err(|error| error.to_string())?);
        }
        *figures = all.figures();
    }
    Ok((figures, begun.elapsed()))
}

struct Listener {
    http: Http,
    target: String,
    noise: Arc<[u8]>,
    blocks: u64,
    gap: Duration,
    step: u64,
}

/// The results of one or several listeners.
#[derive(Default)]
struct RangeCounts {
    times: Vec<Duration>,
    failures: u32,
    wrong: Option<String>,
}

impl Listener {
    /// Asks until `end`, and waits for the last answer.
    async fn listen(mut self, first: u64, mut next: Instant, end: Instant) -> RangeCounts {
        let mut counts = RangeCounts::default();
        let mut block = first % self.blocks;
        loop {
            if !self.gap.is_zero() {
                sleep_until(next).await;
                // A late listener does not catch up all at once.
                next = (next + self.gap).max(Instant::now());
            }
            let start = Instant::now();
            if start >= end {
                return counts;
            }
            match self.ask(block).await {
                Ok(()) => counts.times.push(start.elapsed()),
                Err(what) => {
                    counts.failures += 1;
                    counts.wrong.get_or_insert(what);
                    self.http.reset();
                }
            }
            block = (block + self.step) % self.blocks;
        }
    }

    async fn ask(&mut self, block: u64) -> Result<(), String> {
        let (first, length) = (block * BLOCK as u64, BLOCK as u64);
        let (last, whole) = (first + length - 1, self.blocks * length);
        let headers = format!("Range: bytes={first}-{last}\r\n");
        let request = Request { method: "GET", path: &self.target, headers: &headers, body: b"" };
        let reply = self.http.ask(request).await.map_err(|error| error.to_string())?;
        let (promised, range) = (reply.header("content-range"), format!("bytes {first}-{last}/{whole}"));
        if reply.status != 206 || promised != Some(range.as_str()) {
            return Err(format!("{} {promised:?} in place of 206 {range}", reply.status));
        }
        let is_right = reply.body().split_at_checked(8) == Some((&block.to_be_bytes()[..], &*self.noise));
        if is_right { Ok(()) } else { Err(format!("not the bytes of block {block}")) }
    }
}

impl RangeCounts {
    fn take(&mut self, mut other: Self) {
        self.times.append(&mut other.times);
        self.failures += other.failures;
        self.wrong = self.wrong.take().or(other.wrong);
    }

    fn figures(mut self) -> RangeFigures {
        self.times.sort_unstable();
        let at = |part: usize| {
            let place = (self.times.len() * part / 100).min(self.times.len().saturating_sub(1));
            self.times.get(place).map_or(0.0, |time| time.as_secs_f64() * 1e3)
        };
        let (p50, p99, longest) = (at(50), at(99), at(100));
        let count = u32::try_from(self.times.len()).unwrap_or(u32::MAX);
        RangeFigures { count, failures: self.failures, wrong: self.wrong, p50, p99, longest }
    }
}
