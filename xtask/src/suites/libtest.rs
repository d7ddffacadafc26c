//! Runs test programs with libtest's command line.

use std::process::Command;

use anyhow::Result;
use stagepass_programs::process;

use super::run::{Run, run_and_read};
use super::test_results::{self, ResultParser, TestResult};
use super::unstable;

/// Tests of one program.
pub(super) struct Tests {
    /// Those that run, in the program's order.
    pub(super) selected: Vec<String>,
    /// Whether the program has others.
    pub(super) is_part: bool,
    /// How many run at once.
    pub(super) threads: usize,
    /// Whether tests that fail are run again, unless there are more than a run may have. Only tests in a browser are.
    pub(super) retries: bool,
}

impl Tests {
    /// All tests of a program.
    pub(super) fn all(command: Command, threads: usize) -> Result<Self> {
        Ok(Self { selected: list(command)?, is_part: false, threads, retries: false })
    }

    /// Those of them that `is_selected`.
    pub(super) fn filter(mut self, is_selected: impl Fn(&str) -> bool) -> Self {
        let all = self.selected.len();
        self.selected.retain(|test| is_selected(test));
        self.is_part |= self.selected.len() < all;
        self
    }
}

/// The names of all tests of a program.
pub(super) fn list(mut command: Command) -> Result<Vec<String>> {
    Ok(test_results::parse_list(&process::output(command.args(["--list", "--format", "terse"]))?))
}

/// Runs these tests of a program, which `command` starts. If none is selected, runs nothing.
pub(super) fn run_tests(command: impl Fn() -> Command, tests: Tests) -> Result<Run> {
    if tests.selected.is_empty() {
        return Ok(Run::default());
    }
    let mut first = command();
    if tests.is_part {
        first.arg("--exact").args(&tests.selected);
    }
    let (mut run, parser) = run_once(&mut first, &tests)?;
    run.results = parser.results(tests.selected);
    let passed = run.results.iter().filter(|(_, result)| *result == TestResult::Passed).count();
    if run.problem.is_none() && u32::try_from(passed) != Ok(run.tally.passed) {
        run.problem = Some(format!("the output names {passed} tests that passed"));
    }
    if tests.retries && failed(&run) <= unstable::MAX {
        retry_failed(&command, &parser, &mut run)?;
    }
    Ok(run)
}

/// If the program is stopped, prints which tests were running.
fn run_once(command: &mut Command, tests: &Tests) -> Result<(Run, ResultParser)> {
    command.env("RUST_TEST_THREADS", tests.threads.to_string());
    let mut parser = ResultParser::default();
    let run = run_and_read(command, |line| parser.read(line));
    let is_stopped = run.is_err() || parser.results(tests.selected.clone()).iter().any(is_not_run);
    let running = parser.running(&tests.selected, tests.threads);
    if is_stopped && !running.is_empty() {
        println!("it ended while these tests were running: {}", running.join(", "));
    }
    Ok((run?, parser))
}

fn failed(run: &Run) -> usize {
    run.results.iter().filter(|(_, result)| *result == TestResult::Failed).count()
}

fn is_not_run((_, result): &(String, TestResult)) -> bool {
    *result == TestResult::NotRun
}

/// Runs each failed test once more, alone. If it passes now, it counts as passed, and as unstable.
fn retry_failed(command: impl Fn() -> Command, parser: &ResultParser, run: &mut Run) -> Result<()> {
    let mut has_failed = run.results.iter().any(is_not_run);
    for (test, result) in run.results.iter_mut().filter(|(_, result)| *result == TestResult::Failed) {
        println!("\n{test} has failed and runs again, alone:");
        let mut again = command();
        again.args(["--exact", test.as_str()]);
        let mut second = String::new();
        let outcome = run_and_read(&mut again, |line| second.push_str(line))?;
        if outcome.problem.is_none() && outcome.tally.passed == 1 {
            *result = TestResult::Unstable { first: parser.output(test).to_owned(), second };
            run.tally.failed = run.tally.failed.saturating_sub(1);
            run.tally.passed += 1;
        } else {
            has_failed = true;
        }
    }
    if !has_failed {
        // The program failed because of these tests.
        run.problem = None;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A test program with the tests `a` and `b`. The script says what `b` does.
    fn program(b: &str) -> impl Fn() -> Command {
        let script = format!(
            r#"case "$*" in
              *--list*) printf 'a: test\nb: test\n'; exit;;
              '--exact b') ;;
              *) echo 'test a ... ok';;
            esac
            {b}"#
        );
        move || {
            let mut command = Command::new("sh");
            command.args(["-c", &script, "program"]);
            command
        }
    }

    const FAILS: &str =
        "echo 'test b ... FAILED'; printf 'failures:\n---- b stdout ----\nit broke\n\nfailures:\n    b\n\n';
        echo 'test result: FAILED. 1 passed; 1 failed; 0 ignored'; exit 101";
    const PASSES_ALONE: &str =
        "[ \"$*\" != '--exact b' ] || { echo 'test b ... ok'; echo 'test result: ok. 1 passed; 0 failed'; exit; }";

    fn run(b: &str, retries: bool) -> Run {
        let program = program(b);
        let tests = Tests { retries, ..Tests::all(program(), 2).unwrap() };
        run_tests(program, tests).unwrap()
    }

    #[test]
    fn failed_test_that_passes_alone_is_unstable() {
        let b = format!("{PASSES_ALONE}; {FAILS}");
        let unstable = run(&b, true);
        assert_eq!((unstable.tally.passed, unstable.tally.failed, unstable.problem), (2, 0, None));
        let [(_, TestResult::Passed), (_, TestResult::Unstable { first, second })] = &unstable.results[..] else {
            panic!("{:?}", unstable.results)
        };
        assert_eq!(first, "it broke");
        assert!(second.contains("test b ... ok"));
        assert_eq!(run(&b, false).tally.failed, 1, "without retries it has failed");
    }

    #[test]
    fn a_test_that_fails_twice_has_failed() {
        let run = run(FAILS, true);
        assert_eq!(run.tally.failed, 1);
        assert!(run.problem.is_some());
        assert_eq!(run.results[1].1, TestResult::Failed);
    }

    #[test]
    fn a_program_that_ends_early_has_failed() {
        let run = run("exit 134", true);
        assert!(run.problem.is_some());
        assert_eq!(run.results[1].1, TestResult::NotRun);
    }

    #[test]
    fn a_filtered_test_is_part_of_the_program() {
        let tests = Tests::all(program("")(), 2).unwrap().filter(|test| test == "b");
        assert!(tests.is_part);
        assert_eq!(tests.selected, ["b"]);
    }
}
