//! Hundreds of listeners at once, each with a persistent connection, request one range after another. This is
//! the load of `cargo xtask bench streams` for a node and nginx.
//!
//! # Design
//!
//! One thread has one buffer for all listeners. A body is compared with the expected bytes while it is in the
//! processor's cache, and is not stored. The client's CPU time is the same for both servers, and less than that of
//! either.

mod listener;
mod range;
mod range_figures;

pub(crate) use range_figures::RangeFigures;

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tokio::task::JoinSet;
use tokio::time::Instant;

use self::listener::{AccessPattern, Listener, RangeCounts};
pub(crate) use self::range::noise;

/// The servers, and the addresses that listeners have of each.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Setup {
    /// By name.
    pub(crate) servers: BTreeMap<String, Server>,
    /// The blocks of a file that many hear.
    pub(crate) blocks: u64,
    /// The blocks of a file that is larger than what a server keeps in memory.
    pub(crate) cold_blocks: u64,
}

/// A server, and what it serves.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Server {
    /// Where it listens.
    pub(crate) address: SocketAddr,
    /// A path with its query for each listener, dealt out over the files that many hear.
    pub(crate) listeners: Vec<String>,
    /// The same for files that are not in the system's cache.
    pub(crate) cold: Vec<String>,
}

/// How long, which listeners, and how fast: `NAME MILLISECONDS LISTENERS GAP SPAN none|warm|cold READERS GAP`. A gap is
/// the time from one request of a listener to its next, in milliseconds. If it is 0, the next request follows the
/// response at once. The span is the blocks of each range of a listener. Readers have ranges of one block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Scenario {
    server: String,
    time: Duration,
    listeners: Group,
    span: u64,
    /// Others beside them, and whether theirs are the cold files.
    beside: Group,
    is_cold: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Group {
    count: usize,
    gap: Duration,
}

/// The results of the listeners, and of the readers beside them.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Figures {
    /// The listeners'.
    pub(crate) listeners: RangeFigures,
    /// Theirs who read beside them.
    pub(crate) beside: RangeFigures,
    /// In seconds, from the first request to the last answer.
    pub(crate) elapsed: f64,
    /// The first failure, if there was one.
    pub(crate) wrong: Option<String>,
}

impl Scenario {
    /// Reads one.
    pub(crate) fn read(line: &str) -> Option<Self> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [server, time, count, gap, span, kind, readers, reader_gap] = *words.as_slice() else { return None };
        let group = |count: &str, gap: &str| {
            Some(Group { count: count.parse().ok()?, gap: Duration::from_millis(gap.parse().ok()?) })
        };
        let beside = group(if kind == "none" { "0" } else { readers }, reader_gap)?;
        let is_cold = match kind {
            "cold" => true,
            "none" | "warm" => false,
            _ => return None,
        };
        let time = Duration::from_millis(time.parse().ok()?);
        let span = span.parse().ok().filter(|span| *span > 0)?;
        Some(Self { server: server.to_owned(), time, listeners: group(count, gap)?, span, beside, is_cold })
    }
}

impl Setup {
    /// Runs the scenario. A listener's failures are counted, and the listener continues.
    ///
    /// # Errors
    /// If there is no such server, or no listener has an address of it.
    pub(crate) async fn play(&self, scenario: &Scenario) -> Result<Figures, String> {
        let server =
            self.servers.get(&scenario.server).ok_or_else(|| format!("there is no server {}", scenario.server))?;
        let noise: Arc<[u8]> = noise().into();
        let begun = Instant::now();
        let end = begun + scenario.time;
        let spawn_group = |group: Group, targets: &[String], (blocks, span): (u64, u64), strides: bool| {
            let mut asking = JoinSet::new();
            for (number, target) in targets.iter().cycle().take(group.count).enumerate() {
                let (number, of, gap) = (number as u64, group.count, group.gap);
                let pattern = AccessPattern { blocks, span, strides, number, of, gap };
                let listener = Listener::new(server.address, target.clone(), pattern, Arc::clone(&noise));
                asking.spawn(listener.listen(end));
            }
            asking
        };
        let listening = spawn_group(scenario.listeners, &server.listeners, (self.blocks, scenario.span), false);
        let beside = if scenario.is_cold {
            spawn_group(scenario.beside, &server.cold, (self.cold_blocks, 1), true)
        } else {
            spawn_group(scenario.beside, &server.listeners, (self.blocks, 1), true)
        };
        let mut figures = Figures::default();
        let (mut listeners, mut readers) = (RangeCounts::default(), RangeCounts::default());
        listeners.take_all(listening.join_all().await);
        readers.take_all(beside.join_all().await);
        figures.elapsed = begun.elapsed().as_secs_f64();
        figures.wrong = listeners.wrong.take().or_else(|| readers.wrong.take());
        (figures.listeners, figures.beside) = (listeners.figures(), readers.figures());
        Ok(figures)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scenarios_are_read() {
        let scenario = Scenario::read("node 1000 500 0 16 cold 64 50").unwrap();
        assert_eq!((scenario.server.as_str(), scenario.time, scenario.is_cold), ("node", Duration::from_secs(1), true));
        assert_eq!(scenario.listeners, Group { count: 500, gap: Duration::ZERO });
        assert_eq!(scenario.span, 16);
        assert_eq!(scenario.beside, Group { count: 64, gap: Duration::from_millis(50) });
        assert_eq!(Scenario::read("nginx 1 1 0 1 none 9 0").unwrap().beside.count, 0);
        for other in ["", "node 1 1 0 1", "node 1 1 0 1 hot 1 0", "node x 1 0 1 none 0 0", "node 1 1 0 0 none 0 0"] {
            assert_eq!(Scenario::read(other), None, "{other}");
        }
    }
}
