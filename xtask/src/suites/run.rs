//! How a run of a suite went.

use std::process::Command;

use anyhow::Result;
use stagepass_programs::process;

use super::stories::Seen;
use super::tally::{self, Tally};

/// A suite that was started: what its output tells, and what was wrong beyond failed tests.
#[derive(Debug, Default)]
pub(crate) struct Run {
    pub(crate) tally: Tally,
    pub(crate) problem: Option<String>,
    /// What became of each of its stories, by name, where it has stories.
    pub(crate) stories: Vec<(String, Seen)>,
}

impl Run {
    /// One that could not even begin.
    pub(crate) fn broken(problem: String) -> Self {
        Self { problem: Some(problem), ..Self::default() }.judged()
    }

    /// Both as one.
    pub(crate) fn and(self, other: Self) -> Self {
        let problems: Vec<_> = [self.problem, other.problem].into_iter().flatten().collect();
        let problem = (!problems.is_empty()).then(|| problems.join("; "));
        Self { tally: self.tally.and(other.tally), problem, stories: [self.stories, other.stories].concat() }
    }

    /// Judged strictly: a suite that ends badly, skips a test or runs none has not passed, whatever its tests say.
    pub(crate) fn judged(mut self) -> Self {
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

    /// How many stories are not lived through here, with a reason.
    pub(super) fn exceptions(&self) -> usize {
        self.stories.iter().filter(|(_, seen)| matches!(seen, Seen::Excepted { .. })).count()
    }
}

/// Runs `command`, showing its output and counting the tests in it.
pub(super) fn counted(command: &mut Command) -> Result<Run> {
    read(command, |_| {})
}

/// The same, and hands each line to `also`.
pub(super) fn read(command: &mut Command, also: impl FnMut(&str)) -> Result<Run> {
    let show = |output| tally::show_and_count(output, std::io::stdout(), also);
    let (status, tally) = process::read_output(command, show)?;
    let problem = (!status.success()).then(|| format!("`{}` ended ({status})", process::shown(command)));
    Ok(Run { tally: tally?, problem, ..Run::default() })
}

/// What came of a plan.
#[derive(Debug)]
pub(crate) enum Outcome {
    Ran(Run),
    /// Why not.
    NotRun(String),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_suite_that_proves_nothing_has_failed() {
        let judged = |passed, skipped, problem: Option<&str>| {
            let tally = Tally { passed, failed: 0, skipped };
            Run { tally, problem: problem.map(str::to_owned), stories: vec![] }.judged()
        };
        for run in [judged(0, 0, None), judged(3, 1, None), judged(3, 0, Some("exit 101"))] {
            assert!(run.problem.is_some());
            assert_eq!(run.tally.failed, 1);
        }
        let good = judged(3, 0, None);
        assert_eq!((good.tally.failed, good.problem), (0, None));
    }
}
