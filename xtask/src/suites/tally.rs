//! Counts the tests in the output of a suite.

use std::io::{BufRead as _, BufReader, Read, Write};

use anyhow::{Context as _, Result};

/// How many tests passed, failed and were skipped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) passed: u32,
    pub(crate) failed: u32,
    pub(crate) skipped: u32,
}

impl Tally {
    /// Adds the counts of a line without colours: `test result: ok. 3 passed; …` of libtest, `# pass 3` or `ℹ pass 3`
    /// of Node's reporters, and `Ran 3 tests in 0.1s` and `FAILED (failures=1)` of Python's unittest.
    fn read(&mut self, line: &str) {
        let line = line.trim();
        if let Some((_, counts)) = line.strip_prefix("test result: ").and_then(|result| result.split_once(". ")) {
            for (count, what) in counts.split("; ").filter_map(|count| count.split_once(' ')) {
                self.add(what, count);
            }
        } else if let Some((what, count)) =
            line.strip_prefix("# ").or_else(|| line.strip_prefix("ℹ ")).and_then(|summary| summary.split_once(' '))
        {
            self.add(what, count);
        } else if let Some(count) = line.strip_prefix("Ran ").and_then(tests_of_unittest) {
            self.passed += count;
        } else if let Some((_, counts)) =
            line.split_once(" (").filter(|(verdict, _)| matches!(*verdict, "OK" | "FAILED"))
        {
            for (what, count) in counts.trim_end_matches(')').split(", ").filter_map(|count| count.split_once('=')) {
                self.move_from_passed(what, count);
            }
        }
    }

    /// unittest prints how many tests ran, and then how many of them did not pass.
    fn move_from_passed(&mut self, what: &str, count: &str) {
        let Ok(count) = count.parse::<u32>() else { return };
        match what {
            "failures" | "errors" | "unexpected successes" => self.failed += count,
            "skipped" | "expected failures" => self.skipped += count,
            _ => return,
        }
        // An error may come before the first test.
        self.passed = self.passed.saturating_sub(count);
    }

    /// The sum of both.
    pub(crate) fn and(self, other: Self) -> Self {
        Self {
            passed: self.passed + other.passed,
            failed: self.failed + other.failed,
            skipped: self.skipped + other.skipped,
        }
    }

    fn add(&mut self, what: &str, count: &str) {
        let Ok(count) = count.parse::<u32>() else { return };
        match what {
            "passed" | "pass" => self.passed += count,
            "failed" | "fail" | "cancelled" => self.failed += count,
            "ignored" | "skipped" | "todo" => self.skipped += count,
            _ => {}
        }
    }
}

/// The 3 of `3 tests in 0.1s`.
fn tests_of_unittest(rest: &str) -> Option<u32> {
    let (count, rest) = rest.split_once(" test")?;
    rest.trim_start_matches('s').starts_with(" in ").then(|| count.parse().ok())?
}

/// The line without its ANSI colour sequences (`ESC [ … m`).
fn without_colours(line: &str) -> String {
    let mut parts = line.split("\u{1b}[");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.split_once('m').map_or(part, |(_, rest)| rest))
}

/// Reads `output` to its end. Writes each line to `screen`, and passes it without colours to `also`.
pub(crate) fn show_and_count(output: impl Read, mut screen: impl Write, mut also: impl FnMut(&str)) -> Result<Tally> {
    let mut tally = Tally::default();
    let mut lines = BufReader::new(output);
    let mut line = Vec::new();
    while lines.read_until(b'\n', &mut line).context("cannot read a suite's output")? > 0 {
        screen.write_all(&line).and_then(|()| screen.flush()).context("cannot write the suite's output")?;
        let text = without_colours(&String::from_utf8_lossy(&line));
        tally.read(&text);
        also(&text);
        line.clear();
    }
    Ok(tally)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(output: &str) -> Tally {
        // Not to stdout: a suite that counts these tests would count the examples too.
        let mut screen = Vec::new();
        let mut lines = 0;
        let tally = show_and_count(output.as_bytes(), &mut screen, |_| lines += 1).unwrap();
        assert_eq!(screen, output.as_bytes());
        assert_eq!(lines, output.lines().count());
        tally
    }

    #[test]
    fn results_of_libtest_are_summed() {
        let output = "\
running 3 tests
test result: \u{1b}[32mok\u{1b}[0m. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.01s
test result: FAILED. 4 passed; 2 failed; 0 ignored; 0 measured; 9 filtered out; finished in 0.01s";
        assert_eq!(tally(output), Tally { passed: 7, failed: 2, skipped: 1 });
    }

    #[test]
    fn summaries_of_both_node_reporters_are_read() {
        let tap = "1..2\n# tests 5\n# suites 0\n# pass 2\n# fail 1\n# cancelled 1\n# skipped 1\n# todo 0\n";
        assert_eq!(tally(tap), Tally { passed: 2, failed: 2, skipped: 1 });
        assert_eq!(tally("\u{1b}[34mℹ pass 4\u{1b}[39m\nℹ fail 0"), Tally { passed: 4, failed: 0, skipped: 0 });
    }

    #[test]
    fn unittest_counts_its_failures_within_its_sum() {
        assert_eq!(tally("Ran 1 test in 0.001s\n\nOK\n"), Tally { passed: 1, failed: 0, skipped: 0 });
        let mixed = "Ran 7 tests in 32.570s\n\nFAILED (failures=1, errors=2, skipped=1)\n";
        assert_eq!(tally(mixed), Tally { passed: 3, failed: 3, skipped: 1 });
        assert_eq!(tally("Ran 0 tests in 0.000s\nFAILED (errors=1)"), Tally { passed: 0, failed: 1, skipped: 0 });
        assert_eq!(tally("Ran 2 tests in 0.1s\nOK (expected failures=1)"), Tally { passed: 1, failed: 0, skipped: 1 });
    }

    #[test]
    fn other_lines_count_nothing() {
        assert_eq!(
            tally(
                "Ran away\nRan 3 testers in town\nFAILED (because)\nIT FAILED (failures=1)\n# Subtest: 3 passed\npassed 4\ntest a ... ok\n# pass the word"
            ),
            Tally::default()
        );
    }
}
