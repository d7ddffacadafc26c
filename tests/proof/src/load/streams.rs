//! Hundreds of listeners at once, each over a connection that stays open, asking for one range of 64 KiB after another: what
//! `cargo xtask bench streams` asks a node and nginx with.
//!
//! # Design
//!
//! One thread, and one buffer for all of them: a body is held against what it has to be while it is in the processor's cache, and is never kept. What the
//! client takes of the machine is the same for both servers, and less than what either takes.

mod listener;
mod range;
mod share;

pub(crate) use share::Share;

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tokio::task::JoinSet;
use tokio::time::Instant;

use self::listener::{ListenCount, Listener, Way};
pub(crate) use self::range::noise;

/// The servers, and the addresses that listeners have of each.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Scene {
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
    /// The same for files that nobody has read for a while.
    pub(crate) cold: Vec<String>,
}

/// How long, who, and how fast: `NAME MILLISECONDS LISTENERS GAP none|warm|cold READERS GAP`, where a gap is the milliseconds from one request of a listener's to its
/// next, or 0 where the next follows the answer at once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Order {
    server: String,
    time: Duration,
    listeners: Crowd,
    /// Others beside them, and whether theirs are the cold files.
    beside: Crowd,
    is_cold: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Crowd {
    count: usize,
    gap: Duration,
}

/// What came of it: of the listeners, and of those beside them.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Figures {
    /// The listeners'.
    pub(crate) listeners: Share,
    /// Theirs who read beside them.
    pub(crate) beside: Share,
    /// In seconds, from the first request to the last answer.
    pub(crate) elapsed: f64,
    /// What went wrong first, if anything did.
    pub(crate) wrong: Option<String>,
}

impl Order {
    /// Reads one.
    pub(crate) fn read(line: &str) -> Option<Self> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [server, time, count, gap, kind, readers, reader_gap] = *words.as_slice() else { return None };
        let crowd = |count: &str, gap: &str| {
            Some(Crowd { count: count.parse().ok()?, gap: Duration::from_millis(gap.parse().ok()?) })
        };
        let beside = crowd(if kind == "none" { "0" } else { readers }, reader_gap)?;
        let is_cold = match kind {
            "cold" => true,
            "none" | "warm" => false,
            _ => return None,
        };
        let time = Duration::from_millis(time.parse().ok()?);
        Some(Self { server: server.to_owned(), time, listeners: crowd(count, gap)?, beside, is_cold })
    }
}

impl Scene {
    /// Does what it is told. What goes wrong for a listener is counted, and that one goes on.
    ///
    /// # Errors
    /// When there is no such server, or nobody has an address of it.
    pub(crate) async fn play(&self, order: &Order) -> Result<Figures, String> {
        let server = self.servers.get(&order.server).ok_or_else(|| format!("there is no server {}", order.server))?;
        let noise: Arc<[u8]> = noise().into();
        let begun = Instant::now();
        let end = begun + order.time;
        let send_out = |crowd: Crowd, targets: &[String], blocks: u64, strides: bool| {
            let mut asking = JoinSet::new();
            for (number, target) in targets.iter().cycle().take(crowd.count).enumerate() {
                let way = Way { blocks, strides, number: number as u64, gap: crowd.gap, of: crowd.count };
                let listener = Listener::new(server.address, target.clone(), way, Arc::clone(&noise));
                asking.spawn(listener.listen(end));
            }
            asking
        };
        let listening = send_out(order.listeners, &server.listeners, self.blocks, false);
        let beside = if order.is_cold {
            send_out(order.beside, &server.cold, self.cold_blocks, true)
        } else {
            send_out(order.beside, &server.listeners, self.blocks, true)
        };
        let mut figures = Figures::default();
        let (mut listeners, mut readers) = (ListenCount::default(), ListenCount::default());
        listeners.take_all(listening.join_all().await);
        readers.take_all(beside.join_all().await);
        figures.elapsed = begun.elapsed().as_secs_f64();
        figures.wrong = listeners.wrong.take().or_else(|| readers.wrong.take());
        (figures.listeners, figures.beside) = (listeners.share(), readers.share());
        Ok(figures)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_read() {
        let order = Order::read("node 1000 500 0 cold 64 50").unwrap();
        assert_eq!((order.server.as_str(), order.time, order.is_cold), ("node", Duration::from_secs(1), true));
        assert_eq!(order.listeners, Crowd { count: 500, gap: Duration::ZERO });
        assert_eq!(order.beside, Crowd { count: 64, gap: Duration::from_millis(50) });
        assert_eq!(Order::read("nginx 1 1 0 none 9 0").unwrap().beside.count, 0);
        for other in ["", "node 1 1 0", "node 1 1 0 hot 1 0", "node x 1 0 none 0 0"] {
            assert_eq!(Order::read(other), None, "{other}");
        }
    }
}
