//! The outcome of a suite.

use std::io;
use std::process::Command;
use std::time::Duration;

use anyhow::Result;
use stagepass_programs::{process, seed};

use super::tally::{self, Tally};
use super::tap::TapParser;
use super::test_results::TestResult;

/// How long a suite may print nothing: longer than any test takes.
const SILENCE: Duration = Duration::from_mins(10);

/// A suite that was started: what its output says, and what went wrong beyond failed tests.
#[derive(Debug, Default)]
pub(crate) struct Run {
    pub(crate) tally: Tally,
    pub(crate) problem: Option<String>,
    /// The result of each test by name, if the suite names its tests.
    pub(crate) results: Vec<(String, TestResult)>,
    /// Whether it was ended because it printed nothing for too long.
    pub(crate) was_silent: bool,
}

impl Run {
    /// A suite that could not start.
    pub(crate) fn failed(problem: String) -> Self {
        Self { problem: Some(problem), ..Self::default() }.judge()
    }

    /// The sum of both.
    pub(crate) fn and(self, other: Self) -> Self {
        let problems: Vec<_> = [self.problem, other.problem].into_iter().flatten().collect();
        let problem = (!problems.is_empty()).then(|| problems.join("; "));
        Self {
            tally: self.tally.and(other.tally),
            problem,
            results: [self.results, other.results].concat(),
            was_silent: self.was_silent || other.was_silent,
        }
    }

    /// A suite that exits with an error, skips a test or runs none has failed, even if all of its tests passed.
    pub(crate) fn judge(mut self) -> Self {
        if self.problem.is_none() && self.tally.skipped > 0 {
            self.problem = Some(format!("it skipped {} tests", self.tally.skipped));
        }
        if self.problem.is_none() && self.tally.passed + self.tally.failed == 0 {
            self.problem = Some("it ran no test".to_owned());
        }
        if self.problem.is_some() {
            // The sums must show it.
            self.tally.failed = self.tally.failed.max(1);
        }
        self
    }
}

/// Runs `command`, shows its output, counts the tests in it, and names those of Node that failed. If it is stopped,
/// prints the last test that ended.
pub(super) fn run(command: &mut Command) -> Result<Run> {
    let mut tap = TapParser::default();
    let run = run_and_read(command, |line| tap.read(line));
    let is_stopped = run.as_ref().map_or(true, |run| run.was_silent);
    if let Some(last) = tap.last().filter(|_| is_stopped) {
        println!("it ended after the test `{last}`");
    }
    Ok(Run { results: tap.failures(), ..run? })
}

/// As [`run`], and passes each line to `read`.
pub(super) fn run_and_read(command: &mut Command, read: impl FnMut(&str)) -> Result<Run> {
    seed::set_env(command);
    let show = |output: &mut dyn io::Read| tally::show_and_count(output, screen(), read);
    let (ended, tally) = process::read_output_until_silent(command, SILENCE, show)?;
    let command = beginning(&process::shown(command));
    let problem = if ended.was_silent {
        Some(format!("`{command}` printed nothing for {} minutes and was ended", SILENCE.as_secs() / 60))
    } else {
        (!ended.status.success()).then(|| format!("`{command}` failed ({})", ended.status))
    };
    Ok(Run { tally: tally?, problem, was_silent: ended.was_silent, ..Run::default() })
}

/// Where output is shown. Tests of this module show none: a suite that counts them would count their examples too.
fn screen() -> Box<dyn io::Write> {
    if cfg!(test) { Box::new(io::sink()) } else { Box::new(io::stdout()) }
}

/// The first words of a command line: the names of all tests that a suite leaves out would fill pages.
fn beginning(command: &str) -> String {
    const WORDS: usize = 12;
    let words: Vec<_> = command.split(' ').collect();
    match words.split_at_checked(WORDS) {
        Some((first, rest)) if !rest.is_empty() => format!("{} … ({} more words)", first.join(" "), rest.len()),
        _ => command.to_owned(),
    }
}

#[derive(Debug)]
pub(crate) enum Outcome {
    Ran(Run),
    /// With the reason.
    NotRun(String),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_suite_without_passed_tests_has_failed() {
        let judge = |passed, skipped, problem: Option<&str>| {
            let tally = Tally { passed, failed: 0, skipped };
            Run { tally, problem: problem.map(str::to_owned), ..Run::default() }.judge()
        };
        for run in [judge(0, 0, None), judge(3, 1, None), judge(3, 0, Some("exit 101"))] {
            assert!(run.problem.is_some());
            assert_eq!(run.tally.failed, 1);
        }
        let good = judge(3, 0, None);
        assert_eq!((good.tally.failed, good.problem), (0, None));
    }

    #[test]
    fn of_a_long_command_the_beginning_is_shown() {
        assert_eq!(beginning("cargo test --package a"), "cargo test --package a");
        let long = format!("e2e --exact{}", " a".repeat(30));
        assert_eq!(beginning(&long), format!("e2e --exact{} … (20 more words)", " a".repeat(10)));
    }
}
