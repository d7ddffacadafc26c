//! The outcome of a suite.

use std::process::Command;

use anyhow::Result;
use stagepass_programs::{process, seed};

use super::tally::{self, Tally};
use super::test_results::TestResult;

/// A suite that was started: what its output says, and what went wrong beyond failed tests.
#[derive(Debug, Default)]
pub(crate) struct Run {
    pub(crate) tally: Tally,
    pub(crate) problem: Option<String>,
    /// The result of each test by name, for suites in a browser.
    pub(crate) results: Vec<(String, TestResult)>,
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
        Self { tally: self.tally.and(other.tally), problem, results: [self.results, other.results].concat() }
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

    /// How many tests are not run, by a bug of the browser.
    pub(super) fn exceptions(&self) -> usize {
        self.results.iter().filter(|(_, result)| matches!(result, TestResult::Excepted { .. })).count()
    }
}

/// Runs `command`, shows its output, and counts the tests in it.
pub(super) fn run(command: &mut Command) -> Result<Run> {
    run_and_read(command, |_| {})
}

/// As [`run`], and passes each line to `read`.
pub(super) fn run_and_read(command: &mut Command, read: impl FnMut(&str)) -> Result<Run> {
    seed::set_env(command);
    let show = |output| tally::show_and_count(output, std::io::stdout(), read);
    let (status, tally) = process::read_output(command, show)?;
    let problem = (!status.success()).then(|| format!("`{}` failed ({status})", beginning(&process::shown(command))));
    Ok(Run { tally: tally?, problem, ..Run::default() })
}

/// The first words of a command line: the names of all tests that a suite leaves out would fill pages.
fn beginning(command: &str) -> String {
    const WORDS: usize = 40;
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
            Run { tally, problem: problem.map(str::to_owned), results: vec![] }.judge()
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
        let long = format!("e2e{}", " --skip a".repeat(30));
        assert_eq!(beginning(&long), format!("e2e{} --skip … (21 more words)", " --skip a".repeat(19)));
    }
}
