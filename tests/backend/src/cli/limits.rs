//! What clients may take of a server, and what the system gives it.

use clap::Args;
use clap::builder::FalseyValueParser;

use stagepass_kit::rate::Rate;
use stagepass_server::serve::{ConnectionLimits, Limits};

/// File descriptors that are left for what is no connection: the database's, audio, the listener.
const KEPT_BACK: usize = 256;

/// Each limit is one per server: several behind one proxy count for themselves.
#[derive(Debug, Args)]
pub(super) struct LimitArgs {
    /// The rate limit of one client address (for IPv6, one /64 network), in requests a second [default: 20; a node:
    /// 100].
    #[arg(long, env = "STAGEPASS_RATE_PER_ADDRESS", value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    rate_per_address: Option<u32>,
    /// How many requests it may send in a burst [default: 200; a node: 1000].
    #[arg(long, env = "STAGEPASS_BURST_PER_ADDRESS", value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    burst_per_address: Option<u32>,
    /// The most open connections. Beyond it, connections that wait for their client are closed [default: 10000].
    #[arg(long, env = "STAGEPASS_CONNECTIONS", value_name = "N")]
    connections: Option<usize>,
    /// The most open connections of one client address. Trusted proxies have no such limit [default: 256].
    #[arg(long, env = "STAGEPASS_CONNECTIONS_PER_ADDRESS", value_name = "N")]
    connections_per_address: Option<usize>,
    /// For development: disables the limits on rates and connections.
    #[arg(long, env = "STAGEPASS_DEV", value_parser = FalseyValueParser::new())]
    dev: bool,
}

/// What one app may take of a service.
#[derive(Debug, Args)]
pub(super) struct AppLimitArgs {
    /// The rate limit of one registered app with all its users, in requests a second. Calls with access tokens, the
    /// token endpoint, calls with the bearer token and tickets are counted separately. `app limit` sets it for one app.
    #[arg(long, env = "STAGEPASS_RATE_PER_APP", value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u32).range(1..))]
    rate_per_app: u32,
    /// How many requests the app may send in a burst.
    #[arg(long, env = "STAGEPASS_BURST_PER_APP", value_name = "N", default_value_t = 3000, value_parser = clap::value_parser!(u32).range(1..))]
    burst_per_app: u32,
    /// The rate limit of one user of one registered app, in requests a second. Requests beyond it do not count for the
    /// app.
    #[arg(long, env = "STAGEPASS_RATE_PER_USER", value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    rate_per_user: u32,
    /// How many requests the user may send in a burst.
    #[arg(long, env = "STAGEPASS_BURST_PER_USER", value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    burst_per_user: u32,
}

impl LimitArgs {
    /// Whether there are to be none.
    pub(super) fn dev(&self) -> bool {
        self.dev
    }

    /// What was chosen, and of the rest what is `usual`; no more connections than the system gives file descriptors, of
    /// which it is asked for as many as it has.
    pub(super) fn limits(&self, usual: Limits) -> Limits {
        let descriptors = descriptors();
        if self.dev {
            return Limits::NONE;
        }
        let per_address = usual.per_address.map(|usual| Rate {
            per_second: self.rate_per_address.unwrap_or(usual.per_second),
            burst: self.burst_per_address.unwrap_or(usual.burst),
        });
        let connections = usual.connections.map(|usual| ConnectionLimits {
            in_all: self.connections.unwrap_or(usual.in_all).min(descriptors.saturating_sub(KEPT_BACK).max(1)),
            per_address: self.connections_per_address.unwrap_or(usual.per_address),
        });
        if let (Some(wanted), Some(given)) = (self.connections, connections)
            && given.in_all < wanted
        {
            tracing::warn!(
                wanted,
                given = given.in_all,
                "the system gives fewer file descriptors than connections are wanted"
            );
        }
        Limits { per_address, connections, ..usual }
    }
}

impl AppLimitArgs {
    /// Of an app.
    pub(super) fn per_app(&self) -> Rate {
        Rate { per_second: self.rate_per_app, burst: self.burst_per_app }
    }

    /// Of a user of one.
    pub(super) fn per_user(&self) -> Rate {
        Rate { per_second: self.rate_per_user, burst: self.burst_per_user }
    }
}

/// How many files this process may have open: raised to what the system lets it have, since a shell's 1,024 are for
/// programs that wait with `select`, which this one does not.
fn descriptors() -> usize {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let given = getrlimit(Resource::Nofile);
    let raised = setrlimit(Resource::Nofile, Rlimit { current: given.maximum, maximum: given.maximum });
    let has = if raised.is_ok() { given.maximum } else { given.current };
    has.map_or(usize::MAX, |has| usize::try_from(has).unwrap_or(usize::MAX))
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        limits: LimitArgs,
        #[command(flatten)]
        app: AppLimitArgs,
    }

    fn limits(words: &[&str]) -> Limits {
        Line::try_parse_from([&["x"], words].concat()).unwrap().limits.limits(Limits::NODE)
    }

    #[test]
    fn unset_limits_keep_defaults() {
        let usual = limits(&[]);
        assert_eq!((usual.per_address, usual.patience), (Limits::NODE.per_address, Limits::NODE.patience));
        assert_eq!(usual.connections.unwrap().per_address, 256);
        let chosen = limits(&["--rate-per-address", "7", "--connections-per-address", "3", "--connections", "5"]);
        assert_eq!(chosen.per_address, Some(Rate { per_second: 7, burst: 1_000 }));
        assert_eq!(chosen.connections, Some(ConnectionLimits { in_all: 5, per_address: 3 }));
        assert_eq!(limits(&["--dev", "--rate-per-address", "7"]), Limits::NONE);
        let app = Line::try_parse_from(["x", "--burst-per-app", "4"]).unwrap().app;
        assert_eq!(app.per_app(), Rate { per_second: 300, burst: 4 });
        assert_eq!(app.per_user(), Rate { per_second: 10, burst: 100 });
    }

    #[test]
    fn a_rate_of_nothing_is_refused() {
        for flag in
            ["address", "app", "user"].iter().flat_map(|of| [format!("--rate-per-{of}"), format!("--burst-per-{of}")])
        {
            assert!(Line::try_parse_from(["x", &flag, "0"]).is_err(), "{flag}");
        }
    }

    #[test]
    fn there_are_never_more_connections_than_descriptors() {
        let in_all = limits(&["--connections", "999999999"]).connections.unwrap().in_all;
        assert!(in_all <= descriptors(), "{in_all}");
    }
}
