//! `cargo xtask test`: every suite, whatever a fresh machine lacks installed before.

mod commands;

use std::env;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::ValueEnum;

use crate::tally::Tally;
use crate::{interop, process, tools};

/// A suite of tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Suite {
    /// The core's machines, the service, the flow between them, and xtask; natively
    Native,
    /// The TypeScript facade
    Facade,
    /// Other people's libraries against our gate: what they sign is taken, what we sign they read
    Interop,
    /// The core in a real browser, against a real service
    Browser,
    /// The demo's sign-in by a driven browser, against a real service
    E2e,
}

impl Suite {
    fn name(self) -> &'static str {
        match self {
            Self::Native => "native",
            Self::Facade => "facade",
            Self::Interop => "interop",
            Self::Browser => "browser",
            Self::E2e => "e2e",
        }
    }

    fn needs_browser(self) -> bool {
        matches!(self, Self::Browser | Self::E2e)
    }

    /// What this machine lacks for it, in words.
    fn lacks(self, chromedriver: Option<&Result<PathBuf>>) -> Option<String> {
        match (self, chromedriver) {
            (Self::Browser | Self::E2e, Some(Err(reason))) => Some(format!("{reason:#}")),
            (Self::Interop, _) => interop::python().err().map(|reason| format!("{reason:#}")),
            _ => None,
        }
    }

    fn run(self, chromedriver: Option<&Path>) -> Result<Run> {
        match (self, chromedriver) {
            (Self::Native, _) => commands::native(),
            (Self::Facade, _) => commands::facade(),
            (Self::Interop, _) => commands::interop(),
            (Self::Browser, Some(driver)) => commands::browser(driver),
            (Self::E2e, Some(driver)) => commands::e2e(driver),
            (Self::Browser | Self::E2e, None) => bail!("there is no browser to run it in"),
        }
    }
}

/// A suite that was started: what its output tells, and what was wrong beyond failed tests.
struct Run {
    tally: Tally,
    problem: Option<String>,
}

impl Run {
    /// Both as one.
    fn and(self, other: Self) -> Self {
        let problems: Vec<_> = [self.problem, other.problem].into_iter().flatten().collect();
        let problem = (!problems.is_empty()).then(|| problems.join("; "));
        Self { tally: self.tally.and(other.tally), problem }
    }

    /// Judged strictly: a suite that ends badly, skips a test or runs none has not passed, whatever its tests say.
    fn judged(mut self) -> Self {
        if self.problem.is_none() && self.tally.skipped > 0 {
            self.problem = Some(format!("it skipped {} tests", self.tally.skipped));
        }
        if self.problem.is_none() && self.tally.passed + self.tally.failed == 0 {
            self.problem = Some("it ran no test".to_owned());
        }
        if self.problem.is_some() && self.tally.failed == 0 {
            // The sums must show it.
            self.tally.failed = 1;
        }
        self
    }
}

enum Outcome {
    Ran(Run),
    NotRun(String),
}

/// Runs the suites, or only one, and says how each went. The last line is always `N passed, M failed`.
pub(crate) fn test(only: Option<Suite>) -> Result<ExitCode> {
    let suites = only.map_or_else(|| Suite::value_variants().to_vec(), |suite| vec![suite]);
    // Asked for by name, or by CI, a suite that cannot run is a failure.
    let strict = only.is_some() || env::var("CI").is_ok_and(|ci| ci == "true");
    let needs_browser = suites.iter().any(|suite| suite.needs_browser());
    let chromedriver = needs_browser.then(tools::chromedriver);
    let mut outcomes = Vec::new();
    for suite in suites {
        println!("\n== {} ==", suite.name());
        let outcome = match suite.lacks(chromedriver.as_ref()) {
            Some(reason) if !strict => Outcome::NotRun(reason),
            Some(reason) => Outcome::Ran(broken(reason)),
            None => {
                let driver = chromedriver.as_ref().and_then(|driver| driver.as_deref().ok());
                Outcome::Ran(suite.run(driver).unwrap_or_else(|error| broken(format!("{error:#}"))).judged())
            }
        };
        outcomes.push((suite, outcome));
        process::not_stopped()?;
    }
    let engine = match &chromedriver {
        None => "not run (no suite asked for it)".to_owned(),
        Some(Ok(driver)) => format!("ran, by {}", driver.display()),
        Some(Err(reason)) => format!("not run ({reason:#})"),
    };
    let sum = report(&outcomes, &engine);
    Ok(if sum.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn broken(problem: String) -> Run {
    Run { tally: Tally::default(), problem: Some(problem) }.judged()
}

fn report(outcomes: &[(Suite, Outcome)], chromium: &str) -> Tally {
    let mut sum = Tally::default();
    println!("\n== summary ==");
    for (suite, outcome) in outcomes {
        let text = match outcome {
            Outcome::NotRun(reason) => format!("NOT RUN: {reason}"),
            Outcome::Ran(Run { tally, problem }) => {
                sum = sum.and(*tally);
                let problem = problem.as_ref().map(|problem| format!("; {problem}")).unwrap_or_default();
                format!("{} passed, {} failed{problem}", tally.passed, tally.failed)
            }
        };
        println!("suite {:8} {text}", suite.name());
    }
    println!("engine chromium: {chromium}");
    for engine in ["firefox", "webkit"] {
        println!("engine {engine}: not run (no suite drives it yet)");
    }
    println!("{} passed, {} failed", sum.passed, sum.failed);
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(passed: u32, skipped: u32, problem: Option<&str>) -> Run {
        Run { tally: Tally { passed, failed: 0, skipped }, problem: problem.map(str::to_owned) }.judged()
    }

    #[test]
    fn a_suite_that_proves_nothing_has_failed() {
        for run in [judged(0, 0, None), judged(3, 1, None), judged(3, 0, Some("exit 101"))] {
            assert!(run.problem.is_some());
            assert_eq!(run.tally.failed, 1);
        }
        let good = judged(3, 0, None);
        assert_eq!((good.tally.failed, good.problem), (0, None));
    }

    #[test]
    fn the_sum_is_of_all_suites_that_ran() {
        let outcomes = [
            (Suite::Native, Outcome::Ran(judged(3, 0, None))),
            (Suite::Facade, Outcome::Ran(judged(2, 0, Some("exit 1")))),
            (Suite::E2e, Outcome::NotRun("no browser".to_owned())),
        ];
        let sum = report(&outcomes, "not run");
        assert_eq!((sum.passed, sum.failed), (5, 1));
    }
}
