//! Which suites there are, and which of them are run, in which browsers.

use std::env;
use std::fmt;

use anyhow::{Result, bail};
use clap::ValueEnum;
use stagepass_programs::browser::{Browser, Engine};

/// A suite of tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Suite {
    /// The core's machines, the service, the flow between them, and xtask; natively. And then `postgres`
    Native,
    /// Those tests of `native` that start a service, on PostgreSQL
    Postgres,
    /// The TypeScript facade
    Facade,
    /// Other people's libraries: what they sign our gate takes, what it signs they read; stock OAuth clients sign in at the service
    Interop,
    /// The core in a real browser, against a real service
    Browser,
    /// The demo's sign-in by a driven browser, against a real service
    E2e,
    /// The packed package in other people's bundlers: an app built by each, and a sign-in in it
    Packaging,
    /// The packed package on phones: a person's way through an app in Metro's bundles, in Hermes and under jest's presets
    Phones,
    /// The core as WebAssembly and as JavaScript: the same inputs must have the same effects. And the facade around it
    Engines,
    /// The service killed under load, and held to what it answered before
    Service,
    /// The logs of the other suites, searched for secrets
    #[value(skip)]
    Secrets,
}

impl Suite {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Native => "native",
            Self::Postgres => "native, PostgreSQL",
            Self::Facade => "facade",
            Self::Interop => "interop",
            Self::Browser => "browser",
            Self::E2e => "e2e",
            Self::Packaging => "packaging",
            Self::Phones => "phones",
            Self::Engines => "engines",
            Self::Service => "service",
            Self::Secrets => "secrets in logs",
        }
    }

    /// Whether it starts services, whose logs are kept.
    pub(super) fn has_logs(self) -> bool {
        !matches!(self, Self::Facade | Self::Engines | Self::Service | Self::Secrets)
    }

    /// Whether it runs for whoever asks for `only` that.
    pub(super) fn is_asked_for(self, only: Option<Self>) -> bool {
        // The same tests, on the other database.
        only.is_none_or(|only| self == only || (self, only) == (Self::Postgres, Self::Native))
    }

    /// The engines of the core that it runs with in each browser; none for a suite that needs no browser.
    pub(super) fn engines(self) -> &'static [Engine] {
        match self {
            Self::Native
            | Self::Postgres
            | Self::Facade
            | Self::Interop
            | Self::Phones
            | Self::Engines
            | Self::Service
            | Self::Secrets => &[],
            // Each story of the packaging suite uses both.
            Self::Browser | Self::Packaging => &[Engine::Wasm],
            Self::E2e => &[Engine::Wasm, Engine::Js],
        }
    }
}

/// Which stories a browser is told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Stories {
    /// A dozen: that a login works, and what comes of it.
    Dozen,
    /// All in Chromium; in the others those in which browsers differ.
    #[default]
    WhereBrowsersDiffer,
    All,
}

/// What to run: all that fits.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(crate) struct Asked {
    /// Only this suite
    #[arg(long)]
    pub(super) only: Option<Suite>,
    /// Only in this browser, and only what needs one
    #[arg(long)]
    browser: Option<Browser>,
    /// Only with this engine of the core, and only what has a choice
    #[arg(long)]
    engine: Option<Engine>,
    /// What a change needs while it is being made: the native tests on SQLite, the facade, a dozen stories in Chromium
    #[arg(long, conflicts_with_all = ["only", "browser", "engine"])]
    quick: bool,
}

/// What `--quick` runs.
const QUICK: [Plan; 4] = [
    Plan { suite: Suite::Native, place: None },
    Plan { suite: Suite::Facade, place: None },
    Plan { suite: Suite::E2e, place: Some((Browser::Chromium, Engine::Wasm)) },
    Plan { suite: Suite::Secrets, place: None },
];

/// A suite, run once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Plan {
    pub(crate) suite: Suite,
    /// Where, if it needs a browser.
    pub(crate) place: Option<(Browser, Engine)>,
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            None => f.write_str(self.suite.name()),
            Some((browser, engine)) => write!(f, "{:9} {browser:8} {engine}", self.suite.name()),
        }
    }
}

impl Asked {
    /// # Errors
    /// When there is nothing that fits.
    pub(super) fn plans(self) -> Result<Vec<Plan>> {
        if self.quick {
            return Ok(QUICK.to_vec());
        }
        let mut plans = Vec::new();
        for &suite in Suite::value_variants().iter().filter(|suite| suite.is_asked_for(self.only)) {
            if suite.engines().is_empty() && self.browser.is_none() && self.engine.is_none() {
                plans.push(Plan { suite, place: None });
            }
            for &browser in Browser::value_variants().iter().filter(|one| self.browser.is_none_or(|only| **one == only))
            {
                let engines = suite.engines().iter().filter(|one| self.engine.is_none_or(|only| **one == only));
                let plan = |&engine| Plan { suite, place: Some((browser, engine)) };
                plans.extend(engines.map(plan).filter(|plan| !self.is_left_out(*plan)));
            }
        }
        if plans.is_empty() {
            bail!("no suite runs so: see `cargo xtask test --help`");
        }
        if plans.iter().any(|plan| plan.suite.has_logs()) {
            plans.push(Plan { suite: Suite::Secrets, place: None });
        }
        Ok(plans)
    }

    /// Whether it takes longer than it is worth to who asks for nothing in particular. That the core does the same as JavaScript is what the suite of the engines is
    /// about; and some stories run it in each browser, whatever the engine of the others. How a bundler does depends on no browser.
    fn is_left_out(self, plan: Plan) -> bool {
        let Some((browser, engine)) = plan.place else { return false };
        !self.names_something()
            && (engine == Engine::Js || (plan.suite == Suite::Packaging && browser != Browser::Chromium))
    }

    pub(super) fn stories(self) -> Stories {
        match self {
            Self { quick: true, .. } => Stories::Dozen,
            asked if asked.names_something() => Stories::All,
            _ => Stories::WhereBrowsersDiffer,
        }
    }

    fn names_something(self) -> bool {
        self.only.is_some() || self.browser.is_some() || self.engine.is_some()
    }

    /// Whether a run that cannot be is a failure. Where nobody asked for a browser by its name, it may be missing.
    pub(super) fn insists_on(self, plan: Plan) -> bool {
        env::var("CI").is_ok_and(|ci| ci == "true")
            || if plan.place.is_some() { self.browser.is_some() } else { self.only == Some(plan.suite) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(only: Option<Suite>, browser: Option<Browser>, engine: Option<Engine>) -> Vec<String> {
        Asked { only, browser, engine, quick: false }.plans().unwrap_or_default().iter().map(Plan::to_string).collect()
    }

    #[test]
    fn what_needs_a_browser_runs_in_each_and_with_each_engine() {
        let all = shown(None, None, None);
        assert_eq!(all[..2], ["native", "native, PostgreSQL"]);
        assert_eq!(all.last().unwrap(), "secrets in logs");
        assert_eq!(all.iter().filter(|plan| plan.starts_with("browser")).count(), 3);
        assert_eq!(all.iter().filter(|plan| plan.starts_with("e2e")).count(), 3);
        assert_eq!(shown(Some(Suite::E2e), None, None).len(), 6 + 1);
        assert_eq!(all.iter().filter(|plan| plan.starts_with("packaging")).count(), 1);
        assert_eq!(shown(Some(Suite::Packaging), None, None).len(), 3 + 1);
    }

    #[test]
    fn whoever_names_a_browser_or_an_engine_runs_nothing_else() {
        assert_eq!(
            shown(None, Some(Browser::Firefox), None),
            [
                "browser   firefox  wasm",
                "e2e       firefox  wasm",
                "e2e       firefox  js",
                "packaging firefox  wasm",
                "secrets in logs"
            ]
        );
        assert_eq!(
            shown(Some(Suite::E2e), Some(Browser::Webkit), Some(Engine::Js)),
            ["e2e       webkit   js", "secrets in logs"]
        );
        assert_eq!(shown(Some(Suite::Native), None, None), ["native", "native, PostgreSQL", "secrets in logs"]);
        assert_eq!(shown(Some(Suite::Postgres), None, None), ["native, PostgreSQL", "secrets in logs"]);
        assert_eq!(shown(Some(Suite::Facade), None, None), ["facade"]);
        assert_eq!(shown(Some(Suite::Interop), None, None), ["interop", "secrets in logs"]);
        assert_eq!(shown(Some(Suite::Phones), None, None), ["phones", "secrets in logs"]);
        assert!(shown(Some(Suite::Browser), None, Some(Engine::Js)).is_empty());
        assert!(shown(Some(Suite::Native), Some(Browser::Firefox), None).is_empty());
    }

    #[test]
    fn a_browser_may_be_missing_until_somebody_names_it() {
        let plan = Plan { suite: Suite::E2e, place: Some((Browser::Webkit, Engine::Wasm)) };
        let asked = Asked { only: Some(Suite::E2e), browser: Some(Browser::Webkit), ..Asked::default() };
        assert!(asked.insists_on(plan));
    }
}
