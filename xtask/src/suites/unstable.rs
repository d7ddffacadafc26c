//! Tests in a browser that failed, and passed when they were run again.

use std::process::Command;

use anyhow::Result;
use stagepass_programs::{checkout, process};

use super::plan::Plan;
use super::run::Outcome;
use super::test_results::TestResult;

/// With more of them, a run has failed.
pub(super) const MAX: usize = 3;

/// Prints each with both outputs, and its rows for `tests/unstable.md`. Returns how many there are.
pub(super) fn report(outcomes: &[(Plan, Outcome)]) -> Result<usize> {
    let found: Vec<_> = outcomes.iter().flat_map(|(plan, outcome)| unstable(*plan, outcome)).collect();
    if found.is_empty() {
        return Ok(0);
    }
    println!("\n== unstable ==");
    for (test, first, second) in &found {
        println!(
            "\n{test} failed, and passed when it ran again. The first time:\n{first}\n\nThe second time:\n{second}"
        );
    }
    let date = process::output(Command::new("date").args(["--utc", "+%F"]))?;
    let commit =
        process::output(Command::new("git").current_dir(checkout::root()).args(["rev-parse", "--short=10", "HEAD"]))?;
    println!("\nrows for tests/unstable.md:");
    for (test, ..) in &found {
        println!("{}", row(test, date.trim(), commit.trim()));
    }
    Ok(found.len())
}

fn unstable(plan: Plan, outcome: &Outcome) -> Vec<(String, &str, &str)> {
    let Outcome::Ran(run) = outcome else { return Vec::new() };
    let plan = plan.to_string();
    let words: Vec<_> = plan.split_whitespace().collect();
    let mut found = Vec::new();
    for (test, result) in &run.results {
        if let TestResult::Unstable { first, second } = result {
            found.push((format!("{} {test}", words.join(" ")), first.as_str(), second.as_str()));
        }
    }
    found
}

/// The last column is for the commit that mends the test.
fn row(test: &str, date: &str, commit: &str) -> String {
    format!("| {test} | {date} | {commit} | |")
}

#[cfg(test)]
mod tests {
    use stagepass_programs::browser::{Browser, Engine};

    use super::*;
    use crate::suites::extent::Extent;
    use crate::suites::run::Run;
    use crate::suites::suite::Suite;

    #[test]
    fn an_unstable_test_is_reported_with_its_browser() {
        let plan = Plan { suite: Suite::E2e, browser: Some((Browser::Firefox, Engine::Wasm)), extent: Extent::Rest };
        let result = TestResult::Unstable { first: "broke".to_owned(), second: "ok".to_owned() };
        let results = vec![("popup::opens".to_owned(), result), ("popup::closes".to_owned(), TestResult::Passed)];
        let outcome = Outcome::Ran(Run { results, ..Run::default() });
        let found = unstable(plan, &outcome);
        assert_eq!(found, [("e2e firefox wasm popup::opens".to_owned(), "broke", "ok")]);
        assert_eq!(
            row(&found[0].0, "2026-11-28", "57d382ec1a"),
            "| e2e firefox wasm popup::opens | 2026-11-28 | 57d382ec1a | |"
        );
    }
}
