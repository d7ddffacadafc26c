//! `cargo xtask test`: every suite, whatever a fresh machine lacks installed before; those that need a browser once in each.

mod behaviours;
mod commands;
mod compiled;
mod engines;
mod exceptions;
mod machine;
mod packaging;
mod phones;
mod report;
mod run;
mod secrets;
mod stories;
mod story_pages;
mod tally;

use std::env;
use std::fmt;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Result, bail};
use clap::ValueEnum;
use stagepass_programs::browser::{Browser, Engine};
use stagepass_programs::process;

use machine::Machine;

pub(crate) use commands::counted;
pub(crate) use run::{Outcome, Run};
pub(crate) use stories::Seen;

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
    fn has_logs(self) -> bool {
        !matches!(self, Self::Facade | Self::Engines | Self::Service | Self::Secrets)
    }

    /// Whether it runs for whoever asks for `only` that.
    fn is_asked_for(self, only: Option<Self>) -> bool {
        // The same tests, on the other database.
        only.is_none_or(|only| self == only || (self, only) == (Self::Postgres, Self::Native))
    }

    /// The engines of the core that it runs with in each browser; none for a suite that needs no browser.
    fn engines(self) -> &'static [Engine] {
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

/// What to run: all that fits.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(crate) struct Asked {
    /// Only this suite
    #[arg(long)]
    only: Option<Suite>,
    /// Only in this browser, and only what needs one
    #[arg(long)]
    browser: Option<Browser>,
    /// Only with this engine of the core, and only what has a choice
    #[arg(long)]
    engine: Option<Engine>,
}

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
    fn plans(self) -> Result<Vec<Plan>> {
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

    fn names_something(self) -> bool {
        self.only.is_some() || self.browser.is_some() || self.engine.is_some()
    }

    /// Whether a run that cannot be is a failure. Where nobody asked for a browser by its name, it may be missing.
    fn insists_on(self, plan: Plan) -> bool {
        env::var("CI").is_ok_and(|ci| ci == "true")
            || if plan.place.is_some() { self.browser.is_some() } else { self.only == Some(plan.suite) }
    }
}

/// Runs the suites, and says how each went. The last line is always `N passed, M failed`.
pub(crate) fn test(asked: Asked) -> Result<ExitCode> {
    let mut machine = Machine::default();
    machine.tells_all = asked.names_something();
    let mut outcomes = Vec::new();
    for plan in asked.plans()? {
        println!("\n== {plan} ==");
        #[expect(clippy::disallowed_methods, reason = "how long a suite takes is a person's time")]
        let began = Instant::now();
        let outcome = match machine.lacks(plan) {
            Some(reason) if asked.insists_on(plan) => Outcome::Ran(Run::broken(reason)),
            Some(reason) => Outcome::NotRun(reason),
            None => {
                let run = machine.run(plan).unwrap_or_else(|error| Run::broken(format!("{error:#}")));
                Outcome::Ran(run.judged())
            }
        };
        println!("{plan}: {} s", began.elapsed().as_secs());
        outcomes.push((plan, outcome));
        process::not_stopped()?;
    }
    if asked.only.is_some() {
        fail_if_none_ran(&mut outcomes);
    }
    if let Some(table) = behaviours::table(&outcomes) {
        println!("\n== behaviours ==\n\n{table}\nalso in {}", behaviours::write(&table)?.display());
    }
    let sum = report::report(&outcomes);
    Ok(if sum.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Nothing must not look like success to whoever asked for it.
fn fail_if_none_ran(outcomes: &mut [(Plan, Outcome)]) {
    if outcomes.iter().any(|(_, outcome)| matches!(outcome, Outcome::Ran(_))) {
        return;
    }
    for (_, outcome) in outcomes {
        if let Outcome::NotRun(reason) = outcome {
            *outcome = Outcome::Ran(Run::broken(std::mem::take(reason)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(only: Option<Suite>, browser: Option<Browser>, engine: Option<Engine>) -> Vec<String> {
        Asked { only, browser, engine }.plans().unwrap_or_default().iter().map(Plan::to_string).collect()
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
        let asked = Asked { only: Some(Suite::E2e), browser: Some(Browser::Webkit), engine: None };
        assert!(asked.insists_on(plan));
        let mut outcomes = vec![(plan, Outcome::NotRun("no driver".to_owned()))];
        fail_if_none_ran(&mut outcomes);
        let Some((_, Outcome::Ran(run))) = outcomes.first() else { panic!("it must have failed") };
        assert_eq!((run.tally.failed, run.problem.as_deref()), (1, Some("no driver")));
    }
}
