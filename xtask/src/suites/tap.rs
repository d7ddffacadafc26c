//! The tests of Node, from its reports in TAP.

use super::test_results::TestResult;

/// What the lines read so far say of tests.
#[derive(Debug, Default)]
pub(super) struct TapParser {
    last: Option<String>,
    failed: Vec<String>,
}

impl TapParser {
    /// Reads the next line.
    pub(super) fn read(&mut self, line: &str) {
        let line = line.trim();
        if let Some((name, passed)) = ended_test(line) {
            self.last = Some(name.to_owned());
            if !passed {
                self.failed.push(name.to_owned());
            }
        } else if line == "failureType: 'subtestsFailed'" {
            // The tests in it are named already.
            self.failed.pop();
        }
    }

    /// The test that ended last.
    pub(super) fn last(&self) -> Option<&str> {
        self.last.as_deref()
    }

    /// Each failed test.
    pub(super) fn failures(self) -> Vec<(String, TestResult)> {
        self.failed.into_iter().map(|test| (test, TestResult::Failed)).collect()
    }
}

/// The name in `ok 3 - NAME`, and whether the test has passed.
fn ended_test(line: &str) -> Option<(&str, bool)> {
    let (result, name) = line.split_once(" - ")?;
    let failed = result.strip_prefix("not ");
    let number = failed.unwrap_or(result).strip_prefix("ok ")?;
    number.parse::<u32>().is_ok().then_some((name, failed.is_none()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parser(output: &str) -> TapParser {
        let mut parser = TapParser::default();
        output.lines().for_each(|line| parser.read(line));
        parser
    }

    #[test]
    fn a_test_is_known_when_it_ends() {
        assert_eq!(parser("    ok 3 - a flow - and more").last(), Some("a flow - and more"));
        assert_eq!(parser("ok 1 - a\nnot ok 12 - broke\n  ---").last(), Some("broke"));
        assert_eq!(parser("ok then - no").last(), None);
    }

    #[test]
    fn failed_tests_are_named_and_their_parents_not() {
        let output = "\
    # Subtest: in
    not ok 1 - in
      ---
      failureType: 'testCodeFailure'
      ...
    1..1
not ok 1 - out
  ---
  failureType: 'subtestsFailed'
  ...
not ok 2 - other
  ---
  failureType: 'testCodeFailure'";
        let failed = |test: &str| (test.to_owned(), TestResult::Failed);
        assert_eq!(parser(output).failures(), [failed("in"), failed("other")]);
    }
}
