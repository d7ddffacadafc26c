//! What became of each test by name, read from what libtest and wasm-bindgen's runner write.

use std::collections::BTreeSet;

use super::exceptions::Exception;

/// What a run saw of a story.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Seen {
    Passed,
    Failed,
    /// This browser cannot live through it.
    Excepted {
        reason: String,
        bug: String,
    },
    /// The run ended before it.
    NotRun,
}

/// The names in a list of tests: lines `NAME: test`.
pub(super) fn listed(output: &str) -> Vec<String> {
    output.lines().filter_map(|line| line.strip_suffix(": test")).map(str::to_owned).collect()
}

/// What a run's lines tell. Another program's output may tear the line of a test that passed, so what counts once the run has ended is the list of those that
/// failed, which stands at its end.
#[derive(Debug, Default)]
pub(super) struct Verdicts {
    passed: BTreeSet<String>,
    failed: BTreeSet<String>,
    /// What stands under the last `failures:`; under the first one stand outputs.
    list: Option<BTreeSet<String>>,
    has_ended: bool,
}

impl Verdicts {
    /// Reads the next line.
    pub(super) fn read(&mut self, line: &str) {
        let line = line.trim_end();
        if line.starts_with("test result: ") {
            self.has_ended = true;
        } else if let Some((name, verdict)) = line.strip_prefix("test ").and_then(|rest| rest.split_once(" ... ")) {
            let name = name.strip_suffix(" - should panic").unwrap_or(name);
            match verdict {
                "ok" => drop(self.passed.insert(name.to_owned())),
                "FAILED" | "FAIL" => drop(self.failed.insert(name.to_owned())),
                _ => {}
            }
        } else if line == "failures:" {
            self.list = Some(BTreeSet::new());
        } else if let (Some(list), Some(name)) = (&mut self.list, line.strip_prefix("    ")) {
            list.insert(name.to_owned());
        }
    }

    /// What became of each of `stories`.
    pub(super) fn of(&self, stories: Vec<String>, exceptions: &[Exception]) -> Vec<(String, Seen)> {
        let seen = |story: &String| match exceptions.iter().find(|exception| exception.story == *story) {
            Some(Exception { reason, bug, .. }) => Seen::Excepted { reason: reason.clone(), bug: bug.clone() },
            None if self.failed.contains(story) || self.list.as_ref().is_some_and(|list| list.contains(story)) => {
                Seen::Failed
            }
            None if self.has_ended || self.passed.contains(story) => Seen::Passed,
            None => Seen::NotRun,
        };
        let with_seen = |story| {
            let seen = seen(&story);
            (story, seen)
        };
        stories.into_iter().map(with_seen).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(stories: &[&str], output: &str) -> Vec<Seen> {
        let mut verdicts = Verdicts::default();
        output.lines().for_each(|line| verdicts.read(line));
        let stories = stories.iter().copied().map(str::to_owned).collect();
        verdicts.of(stories, &[]).into_iter().map(|(_, seen)| seen).collect()
    }

    #[test]
    fn a_list_names_the_tests_and_nothing_else() {
        assert_eq!(listed("popup::opens: test\npopup::is_fast: benchmark\n\n1 test, 1 benchmark\n"), ["popup::opens"]);
    }

    #[test]
    fn a_torn_line_does_not_hide_what_passed() {
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
        assert_eq!(seen(&["a::one", "a::two", "a::three"], output), [Seen::Passed, Seen::Failed, Seen::Passed]);
    }

    #[test]
    fn what_fails_is_known_by_the_list_alone() {
        let output =
            "test a::two ... noise\nFAILED\n\nfailures:\n\n    a::two\n\ntest result: FAILED. 1 passed; 1 failed";
        assert_eq!(seen(&["a::one", "a::two"], output), [Seen::Passed, Seen::Failed]);
    }

    #[test]
    fn of_a_run_that_broke_off_only_what_it_said_is_known() {
        let output = "test a::one ... ok\ntest a::two ... FAILED";
        assert_eq!(seen(&["a::one", "a::two", "a::three"], output), [Seen::Passed, Seen::Failed, Seen::NotRun]);
    }
}
