//! How many proofs held.

use std::process::ExitCode;

/// How many passed and failed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) passed: u32,
    pub(crate) failed: u32,
}

impl Tally {
    /// The sum of both.
    pub(crate) fn and(self, other: Self) -> Self {
        Self { passed: self.passed + other.passed, failed: self.failed + other.failed }
    }

    /// Prints `N passed, M failed` and returns the exit code. A run that proved nothing has failed.
    pub(crate) fn report(self) -> ExitCode {
        let Self { passed, failed } = self.judged();
        println!("{passed} passed, {failed} failed");
        exit_code(failed)
    }

    /// The same in the form that `cargo xtask test` counts: the summary of TAP.
    pub(crate) fn report_as_tap(self) -> ExitCode {
        let Self { passed, failed } = self.judged();
        println!("# pass {passed}\n# fail {failed}");
        exit_code(failed)
    }

    fn judged(self) -> Self {
        let proved_nothing = self.passed + self.failed == 0;
        Self { failed: self.failed + u32::from(proved_nothing), ..self }
    }
}

fn exit_code(failed: u32) -> ExitCode {
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_that_proved_nothing_has_failed() {
        assert_eq!(Tally::default().judged(), Tally { passed: 0, failed: 1 });
        let good = Tally { passed: 3, failed: 0 };
        assert_eq!(good.judged(), good);
    }
}
