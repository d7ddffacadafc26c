//! The result of each test by name, from the output of libtest and of wasm-bindgen's test runner.

use std::collections::{BTreeMap, BTreeSet};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TestResult {
    Passed,
    Failed,
    /// It failed, and passed when it was run again, alone. With both outputs.
    Unstable {
        first: String,
        second: String,
    },
    /// The run ended before it.
    NotRun,
}

/// The names in a list of tests: lines `NAME: test`.
pub(super) fn parse_list(output: &str) -> Vec<String> {
    output.lines().filter_map(|line| line.strip_suffix(": test")).map(str::to_owned).collect()
}

/// Reads the output of a run. The output of another program may split the line of a test that passed. So once the run
/// has ended, only the list of failed tests at its end counts.
#[derive(Debug, Default)]
pub(super) struct ResultParser {
    passed: BTreeSet<String>,
    failed: BTreeSet<String>,
    /// The names below the last `failures:`. Below the first one are outputs.
    failures: Option<BTreeSet<String>>,
    /// What each failed test has printed.
    outputs: BTreeMap<String, String>,
    /// The test whose output is being read.
    printed_by: Option<String>,
    has_ended: bool,
}

impl ResultParser {
    /// Reads the next line.
    pub(super) fn read(&mut self, line: &str) {
        let line = line.trim_end();
        if let Some(test) = heading_of_output(line) {
            self.printed_by = Some(test.to_owned());
            return;
        }
        if line == "failures:" {
            self.printed_by = None;
        }
        if let Some(test) = &self.printed_by {
            let output = self.outputs.entry(test.clone()).or_default();
            output.push_str(line);
            output.push('\n');
        }
        if line.starts_with("test result: ") {
            self.has_ended = true;
        } else if let Some((name, result)) = line.strip_prefix("test ").and_then(|rest| rest.split_once(" ... ")) {
            let name = name.strip_suffix(" - should panic").unwrap_or(name);
            match result {
                "ok" => drop(self.passed.insert(name.to_owned())),
                "FAILED" | "FAIL" => drop(self.failed.insert(name.to_owned())),
                _ => {}
            }
        } else if line == "failures:" {
            self.failures = Some(BTreeSet::new());
        } else if let (Some(failures), Some(name)) = (&mut self.failures, line.strip_prefix("    ")) {
            failures.insert(name.to_owned());
        }
    }

    /// What a failed test has printed.
    pub(super) fn output(&self, test: &str) -> &str {
        self.outputs.get(test).map_or("", |output| output.trim_end())
    }

    /// Which of `tests` are running, if so many run at once: libtest starts them in the order of its list.
    pub(super) fn running<'a>(&self, tests: &'a [String], threads: usize) -> Vec<&'a str> {
        let has_ended = |test: &String| self.passed.contains(test) || self.failed.contains(test);
        tests.iter().filter(|test| !has_ended(test)).take(threads).map(String::as_str).collect()
    }

    /// The result of each of these tests.
    pub(super) fn results(&self, tests: Vec<String>) -> Vec<(String, TestResult)> {
        let result = |test: &String| {
            if self.failed.contains(test) || self.failures.as_ref().is_some_and(|list| list.contains(test)) {
                TestResult::Failed
            } else if self.has_ended || self.passed.contains(test) {
                TestResult::Passed
            } else {
                TestResult::NotRun
            }
        };
        tests.into_iter().map(|test| (test.clone(), result(&test))).collect()
    }
}

/// The test in `---- TEST stdout ----` of libtest, or `---- TEST output ----` of wasm-bindgen.
fn heading_of_output(line: &str) -> Option<&str> {
    let heading = line.strip_prefix("---- ")?.strip_suffix(" ----")?;
    heading.strip_suffix(" stdout").or_else(|| heading.strip_suffix(" output"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn results(tests: &[&str], output: &str) -> Vec<TestResult> {
        let mut parser = ResultParser::default();
        output.lines().for_each(|line| parser.read(line));
        let tests = tests.iter().copied().map(str::to_owned).collect();
        parser.results(tests).into_iter().map(|(_, result)| result).collect()
    }

    #[test]
    fn a_list_names_the_tests_and_nothing_else() {
        assert_eq!(
            parse_list("popup::opens: test\npopup::is_fast: benchmark\n\n1 test, 1 benchmark\n"),
            ["popup::opens"]
        );
    }

    #[test]
    fn passed_test_is_recognized_despite_split_line() {
        let output = "\
running 3 tests
test a::one ... listening on 127.0.0.1
ok
test a::two ... FAILED
test a::three ... ok

failures:

---- a::two stdout ----
    a::three

failures:
    a::two

test result: FAILED. 2 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out";
        assert_eq!(
            results(&["a::one", "a::two", "a::three"], output),
            [TestResult::Passed, TestResult::Failed, TestResult::Passed]
        );
    }

    #[test]
    fn output_of_failed_test_ends_at_next_test() {
        let output =
            "failures:\n\n---- a::one stdout ----\nit broke\n\n---- a::two output ----\ntoo\n\nfailures:\n    a::one";
        let mut parser = ResultParser::default();
        output.lines().for_each(|line| parser.read(line));
        assert_eq!([parser.output("a::one"), parser.output("a::two"), parser.output("b")], ["it broke", "too", ""]);
    }

    #[test]
    fn the_first_tests_without_result_are_running() {
        let mut parser = ResultParser::default();
        parser.read("test a ... ok");
        parser.read("test c ... FAILED");
        let tests = ["a", "b", "c", "d", "e"].map(str::to_owned);
        assert_eq!(parser.running(&tests, 2), ["b", "d"]);
    }

    #[test]
    fn failed_test_is_recognized_by_failures_list() {
        let output =
            "test a::two ... noise\nFAILED\n\nfailures:\n\n    a::two\n\ntest result: FAILED. 1 passed; 1 failed";
        assert_eq!(results(&["a::one", "a::two"], output), [TestResult::Passed, TestResult::Failed]);
    }

    #[test]
    fn in_an_interrupted_run_only_printed_results_count() {
        let output = "test a::one ... ok\ntest a::two ... FAILED";
        assert_eq!(
            results(&["a::one", "a::two", "a::three"], output),
            [TestResult::Passed, TestResult::Failed, TestResult::NotRun]
        );
    }
}
