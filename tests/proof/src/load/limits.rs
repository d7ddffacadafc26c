//! Clients that behave as none should, and others beside them: what `cargo xtask bench limits` asks a service with.
//!
//! They come from addresses of 127.0.0.0/8, all of which are this machine's; the service takes each for somebody else.

mod beside;
mod flood;
mod large;
mod scene;
mod slow;

use std::time::Duration;

pub(crate) use beside::{Beside, Others};
pub(crate) use flood::Flood;
pub(crate) use large::Large;
pub(crate) use scene::Scene;
pub(crate) use slow::Slow;

/// What to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Order {
    /// For so many seconds, some ask too often and others do not.
    Flood {
        /// How long.
        seconds: u64,
        /// What one address may ask a second, in the long run.
        rate: u32,
        /// What it may ask at once.
        burst: u32,
    },
    /// So many connections say nothing or nearly nothing, while there are so many logins.
    Slow {
        /// The connections.
        connections: usize,
        /// The logins, one after another.
        logins: usize,
    },
    /// For so many seconds, a listener behaves beside others who use up what they may.
    Beside {
        /// How long.
        seconds: u64,
        /// What the others do.
        others: Others,
        /// From how many addresses.
        addresses: usize,
    },
    /// So many of each request that is too large.
    Large {
        /// Of each.
        count: usize,
    },
}

impl Order {
    /// Reads `flood SECONDS RATE BURST`, `slow CONNECTIONS LOGINS`, `beside SECONDS junk|tickets|calls|listens ADDRESSES` or `large COUNT`.
    pub(crate) fn read(line: &str) -> Option<Self> {
        let words: Vec<&str> = line.split_whitespace().collect();
        Some(match *words.as_slice() {
            ["flood", seconds, rate, burst] => {
                Self::Flood { seconds: seconds.parse().ok()?, rate: rate.parse().ok()?, burst: burst.parse().ok()? }
            }
            ["slow", connections, logins] => {
                Self::Slow { connections: connections.parse().ok()?, logins: logins.parse().ok()? }
            }
            ["beside", seconds, others, addresses] => Self::Beside {
                seconds: seconds.parse().ok()?,
                others: Others::read(others)?,
                addresses: addresses.parse().ok()?,
            },
            ["large", count] => Self::Large { count: count.parse().ok()? },
            _ => return None,
        })
    }
}

impl Scene {
    /// Does what it is told; what came of it, as JSON.
    ///
    /// # Errors
    /// When the service does not answer, or answers what it should not.
    pub(crate) async fn play(&self, order: Order) -> Result<String, String> {
        let figures = match order {
            Order::Flood { seconds, rate, burst } => {
                let time = Duration::from_secs(seconds);
                serde_json::to_string(&flood::put(self, time, (rate, burst)).await?)
            }
            Order::Slow { connections, logins } => serde_json::to_string(&slow::put(self, connections, logins).await?),
            Order::Beside { seconds, others, addresses } => {
                let time = Duration::from_secs(seconds);
                serde_json::to_string(&beside::put(self, time, others, addresses).await?)
            }
            Order::Large { count } => serde_json::to_string(&large::put(self.address, count).await?),
        };
        figures.map_err(|error| error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_read() {
        assert_eq!(Order::read("flood 30 20 200"), Some(Order::Flood { seconds: 30, rate: 20, burst: 200 }));
        assert_eq!(Order::read("slow 1000 30"), Some(Order::Slow { connections: 1_000, logins: 30 }));
        let beside = Order::Beside { seconds: 60, others: Others::Junk, addresses: 50 };
        assert_eq!(Order::read("beside 60 junk 50"), Some(beside));
        assert_eq!(Order::read("large 20"), Some(Order::Large { count: 20 }));
        for other in ["", "flood 30", "slow a b", "large 1 2", "beside 60 others 1"] {
            assert_eq!(Order::read(other), None, "{other}");
        }
    }
}
