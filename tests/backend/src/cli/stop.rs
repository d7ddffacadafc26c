//! How a server is told to stop, and what it does until then.

use std::time::Duration;

use clap::Args;

use super::readiness;

#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct StopArgs {
    /// How many seconds the server drains before it stops after SIGTERM or SIGINT. While it drains, it answers
    /// requests, `/readyz` answers 503, and each response closes its connection, so that proxies send requests
    /// elsewhere. A second signal stops it at once.
    #[arg(long, env = "STAGEPASS_DRAIN", default_value = "1", value_name = "SECONDS", value_parser = seconds)]
    drain: Duration,
}

/// The signals that this process stops for, and how long it drains.
#[derive(Debug)]
pub(crate) struct Stop {
    signals: Signals,
    drain: Duration,
}

impl StopArgs {
    /// Returns the one with the longer drain, for servers that stop together.
    pub(crate) fn longest(self, other: Self) -> Self {
        Self { drain: self.drain.max(other.drain) }
    }

    /// To be called before the server starts: a signal that comes early must not find the default, which kills.
    pub(crate) fn listen(&self) -> std::io::Result<Stop> {
        Ok(Stop { signals: Signals::new()?, drain: self.drain })
    }
}

impl Stop {
    /// Returns when it is time to shut down. Calls `drain` first if the server has to drain.
    pub(crate) async fn wait(mut self, drain: impl FnOnce()) {
        self.signals.next().await;
        tracing::info!(drain = ?self.drain, "stopping");
        readiness::report(readiness::State::Stopping);
        if self.drain.is_zero() {
            return;
        }
        drain();
        tokio::select! {
            () = tokio::time::sleep(self.drain) => {}
            () = self.signals.next() => tracing::info!("asked again: stopping now"),
        }
    }
}

fn seconds(text: &str) -> Result<Duration, &'static str> {
    let seconds = text.parse().ok().filter(|seconds| (0.0..=3600.0).contains(seconds));
    seconds.map(Duration::from_secs_f64).ok_or("a number of seconds, from 0 to 3600")
}

#[derive(Debug)]
pub(crate) struct Signals {
    terminate: tokio::signal::unix::Signal,
    interrupt: tokio::signal::unix::Signal,
}

impl Signals {
    pub(crate) fn new() -> std::io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self { terminate: signal(SignalKind::terminate())?, interrupt: signal(SignalKind::interrupt())? })
    }

    pub(crate) async fn next(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }

    /// As `next`, without SIGINT.
    pub(crate) async fn terminate(&mut self) {
        self.terminate.recv().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn longest_drain_is_of_either_server() {
        let [short, long] = [1, 10].map(|seconds| StopArgs { drain: Duration::from_secs(seconds) });
        assert_eq!(short.longest(long).drain, long.drain);
        assert_eq!(long.longest(short).drain, long.drain);
    }

    #[test]
    fn how_long_a_drain_may_be() {
        for (text, millis) in [("0", Some(0)), ("0.25", Some(250)), ("3600", Some(3_600_000)), ("3601", None)] {
            assert_eq!(seconds(text).ok(), millis.map(Duration::from_millis), "{text}");
        }
        for text in ["", "-1", "NaN", "inf", "1s"] {
            assert!(seconds(text).is_err(), "{text}");
        }
    }
}
