//! Abusive clients, and normal clients beside them: the load of `cargo xtask bench limits`.
//!
//! They come from addresses of 127.0.0.0/8, all of which are this machine's. To the service each is another client.

mod attacks;
mod flood;
mod large;
mod neighbour;
mod setup;
mod slow;

use std::time::Duration;

pub(crate) use attacks::Attack;
pub(crate) use flood::FloodFigures;
pub(crate) use large::LargeFigures;
pub(crate) use neighbour::{NeighbourFigures, OtherClients};
pub(crate) use setup::Setup;
pub(crate) use slow::SlowFigures;

/// What to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scenario {
    /// For this many seconds, some clients send too many requests and others do not.
    Flood {
        /// How long.
        seconds: u64,
        /// The requests per second that one address may send on average.
        rate: u32,
        /// The requests that it may send at once.
        burst: u32,
    },
    /// This many connections send nothing or nearly nothing, during this many logins.
    Slow {
        /// The connections.
        connections: usize,
        /// The logins, one after another.
        logins: usize,
    },
    /// For this many seconds, a normal client runs beside others that exhaust their limits.
    Beside {
        /// How long.
        seconds: u64,
        /// What the others do.
        others: OtherClients,
        /// From how many addresses.
        addresses: usize,
    },
    /// For this many seconds, a normal client runs beside an attack.
    Attack {
        /// How long.
        seconds: u64,
        /// Which. `None`: the client is alone, for comparison.
        attack: Option<Attack>,
    },
    /// This many of each request that is too large.
    Large {
        /// Of each.
        count: usize,
    },
}

impl Scenario {
    /// Reads `flood SECONDS RATE BURST`, `slow CONNECTIONS LOGINS`, `beside SECONDS junk|tickets|calls|listens
    /// ADDRESSES`, `attack SECONDS none|unread|codes|sessions|owner-tracks` or `large COUNT`.
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
                others: OtherClients::read(others)?,
                addresses: addresses.parse().ok()?,
            },
            ["attack", seconds, "none"] => Self::Attack { seconds: seconds.parse().ok()?, attack: None },
            ["attack", seconds, attack] => {
                Self::Attack { seconds: seconds.parse().ok()?, attack: Some(Attack::read(attack)?) }
            }
            ["large", count] => Self::Large { count: count.parse().ok()? },
            _ => return None,
        })
    }
}

impl Setup {
    /// Runs the scenario. Returns the result as JSON.
    ///
    /// # Errors
    /// If the service does not answer, or answers what it should not.
    pub(crate) async fn play(&self, scenario: Scenario) -> Result<String, String> {
        let figures = match scenario {
            Scenario::Flood { seconds, rate, burst } => {
                let time = Duration::from_secs(seconds);
                serde_json::to_string(&flood::run(self, time, (rate, burst)).await?)
            }
            Scenario::Slow { connections, logins } => {
                serde_json::to_string(&slow::run(self, connections, logins).await?)
            }
            Scenario::Beside { seconds, others, addresses } => {
                let time = Duration::from_secs(seconds);
                serde_json::to_string(&neighbour::run(self, time, others, addresses).await?)
            }
            Scenario::Attack { seconds, attack } => {
                let time = Duration::from_secs(seconds);
                serde_json::to_string(&neighbour::run_beside(self, time, attack).await?)
            }
            Scenario::Large { count } => serde_json::to_string(&large::run(self.address, count).await?),
        };
        figures.map_err(|error| error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_read() {
        assert_eq!(Scenario::read("flood 30 20 200"), Some(Scenario::Flood { seconds: 30, rate: 20, burst: 200 }));
        assert_eq!(Scenario::read("slow 1000 30"), Some(Scenario::Slow { connections: 1_000, logins: 30 }));
        let beside = Scenario::Beside { seconds: 60, others: OtherClients::Junk, addresses: 50 };
        assert_eq!(Scenario::read("beside 60 junk 50"), Some(beside));
        let attack = Some(Attack::Codes);
        assert_eq!(Scenario::read("attack 60 codes"), Some(Scenario::Attack { seconds: 60, attack }));
        assert_eq!(Scenario::read("attack 60 none"), Some(Scenario::Attack { seconds: 60, attack: None }));
        assert_eq!(Scenario::read("large 20"), Some(Scenario::Large { count: 20 }));
        for other in ["", "flood 30", "slow a b", "large 1 2", "beside 60 others 1", "attack 60 peace"] {
            assert_eq!(Scenario::read(other), None, "{other}");
        }
    }
}
