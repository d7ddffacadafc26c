//! Some ask twice as often as they may, others half as often: those are refused, these must not notice.

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tokio::task::JoinSet;
use tokio::time::{Instant, MissedTickBehavior, interval};

use super::setup::{Setup, percentile, source};
use crate::load::http::Connection;

/// Addresses that ask too often, and that do not.
const RUDE: usize = 20;
const POLITE: usize = 5;

/// The results.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct FloodFigures {
    /// The requests of the abusive clients.
    pub(crate) asked: u64,
    /// How many of them got 429, with a `Retry-After`.
    pub(crate) refused: u64,
    /// The most that one of them was let in for, in parts of what the rate and the burst come to in that time.
    pub(crate) most_let_in: f64,
    /// The requests of the others.
    pub(crate) polite_asked: u64,
    /// How many of them were refused.
    pub(crate) polite_refused: u64,
    /// The milliseconds that half of the others' answers took at most, and 99 of 100.
    pub(crate) polite_ms: [f64; 2],
}

/// The responses to one address.
#[derive(Default)]
struct ResponseCounts {
    let_in: u64,
    refused: u64,
    /// Of those that were let in.
    times: Vec<Duration>,
}

pub(super) async fn run(setup: &Setup, time: Duration, (rate, burst): (u32, u32)) -> Result<FloodFigures, String> {
    let access = |at: usize| setup.access.get(at % setup.access.len().max(1)).ok_or("there are no tokens");
    let mut rude = JoinSet::new();
    for at in 0..RUDE {
        let client = FloodClient::new(setup.address, source(0, at), access(at)?);
        rude.spawn(client.ask(time, rate * 2, burst));
    }
    let mut polite = JoinSet::new();
    for at in 0..POLITE {
        let client = FloodClient::new(setup.address, source(1, at), access(at)?);
        polite.spawn(client.ask(time, rate.div_ceil(2), 0));
    }
    let mut flood = FloodFigures::default();
    let may = f64::from(burst) + f64::from(rate) * time.as_secs_f64();
    while let Some(asked) = rude.join_next().await {
        let ResponseCounts { let_in, refused, .. } = asked.map_err(|error| error.to_string())??;
        flood.asked += let_in + refused;
        flood.refused += refused;
        #[expect(clippy::cast_precision_loss, reason = "they are thousands")]
        let part = let_in as f64 / may;
        flood.most_let_in = flood.most_let_in.max(part);
    }
    let mut times = Vec::new();
    while let Some(asked) = polite.join_next().await {
        let answers = asked.map_err(|error| error.to_string())??;
        flood.polite_asked += answers.let_in + answers.refused;
        flood.polite_refused += answers.refused;
        times.extend(answers.times);
    }
    times.sort_unstable();
    flood.polite_ms = [percentile(&times, 50), percentile(&times, 99)];
    Ok(flood)
}

/// A client at one address, with one connection.
struct FloodClient {
    address: SocketAddr,
    source: IpAddr,
    request: String,
}

impl FloodClient {
    fn new(address: SocketAddr, source: IpAddr, access: &str) -> Self {
        let request = format!("GET /v1/me HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {access}\r\n\r\n");
        Self { address, source, request }
    }

    /// Sends `at_once` requests at once, then this many per second until the time is over.
    async fn ask(self, time: Duration, per_second: u32, at_once: u32) -> Result<ResponseCounts, String> {
        let lost = |error: std::io::Error| format!("{}: no answer: {error}", self.source);
        let mut connection = Connection::open_from(self.source, self.address).await.map_err(lost)?;
        let mut answers = ResponseCounts::default();
        let began = Instant::now();
        let mut pace = interval(Duration::from_secs(1) / per_second.max(1));
        pace.set_missed_tick_behavior(MissedTickBehavior::Burst);
        for number in 0_u32.. {
            if number >= at_once {
                pace.tick().await;
            }
            if began.elapsed() >= time {
                break;
            }
            let asked = Instant::now();
            let answer = connection.ask(self.request.as_bytes()).await.map_err(lost)?;
            match answer.status {
                200 => {
                    answers.let_in += 1;
                    answers.times.push(asked.elapsed());
                }
                429 if answer.headers("retry-after").any(|seconds| seconds.parse::<u64>().is_ok_and(|n| n > 0)) => {
                    answers.refused += 1;
                }
                status => return Err(format!("{} was answered {status}: {}", self.source, answer.text())),
            }
        }
        Ok(answers)
    }
}
