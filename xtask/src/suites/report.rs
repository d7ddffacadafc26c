//! The last lines of `cargo xtask test`.

use std::borrow::Cow;
use std::process::ExitCode;

use anyhow::Result;
use clap::ValueEnum as _;
use stagepass_programs::browser::Browser;

use super::node_suites::NODE_SUITES;
use super::plan::Plan;
use super::run::{Outcome, Run};
use super::sources;
use super::suite::Suite;
use super::tally::Tally;
use super::test_results::TestResult;
use super::unstable;

/// Prints the result of each suite and of each browser, what did not run, and how to repeat what failed. Prints the sum
/// last.
pub(super) fn report(outcomes: &[(Plan, Outcome)], omitted: &[(Suite, &str)]) -> Result<ExitCode> {
    let unstable = unstable::report(outcomes)?;
    print_suites(outcomes, omitted);
    for command in repeated(outcomes) {
        println!("run it again: {command}");
    }
    let mut sum = sum(outcomes.iter());
    if unstable > 0 {
        println!("unstable: {unstable}, see above. A run may have {}", unstable::MAX);
    }
    if unstable > unstable::MAX {
        sum.failed += 1;
    }
    println!("{} passed, {} failed", sum.passed, sum.failed);
    Ok(if sum.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn print_suites(outcomes: &[(Plan, Outcome)], omitted: &[(Suite, &str)]) {
    println!("\n== summary ==");
    for (plan, outcome) in outcomes {
        let text = match outcome {
            Outcome::NotRun(reason) => format!("NOT RUN: {reason}"),
            Outcome::Ran(run) => counts(run),
        };
        println!("suite {:25} {text}", plan.to_string());
    }
    for &browser in Browser::value_variants() {
        if let Some(text) = in_browser(outcomes, browser) {
            println!("browser {browser:8} {text}");
        }
    }
    for (suite, reason) in omitted {
        println!("suite {:25} not run: {reason}", suite.name());
    }
}

/// The command for each failed test.
fn repeated(outcomes: &[(Plan, Outcome)]) -> Vec<String> {
    let mut commands = Vec::new();
    for (plan, outcome) in outcomes {
        let Outcome::Ran(run) = outcome else { continue };
        let browser = plan.browser.filter(|(browser, _)| *browser != Browser::Chromium);
        let browser = browser.map(|(browser, _)| format!(" --browser {}", browser.name())).unwrap_or_default();
        let failed = run.results.iter().filter(|(_, result)| *result == TestResult::Failed);
        let command = |test: &str| {
            if is_found(plan.suite, test) {
                format!("cargo xtask test {}{browser}", word(test))
            } else {
                format!("cargo xtask test --only {}{browser}", plan.suite.name())
            }
        };
        commands.extend(failed.map(|(test, _)| command(test)));
    }
    commands.dedup();
    commands
}

/// Whether the sources have this name: not if it is put together when the tests run, as for each engine or provider.
/// All apps have the same tests, and their results begin with the app.
fn is_found(suite: Suite, test: &str) -> bool {
    let is_literal = |folder: &str| sources::node_tests(folder, test).is_ok_and(|found| !found.is_empty());
    let is_rust = !test.contains(' ') && suite != Suite::Apps;
    is_rust || NODE_SUITES.iter().any(|(its, folder)| *its == suite && is_literal(folder))
}

/// As one word of a shell's command.
fn word(test: &str) -> Cow<'_, str> {
    if test.chars().all(|letter| letter.is_alphanumeric() || "_:.-/".contains(letter)) {
        Cow::Borrowed(test)
    } else {
        Cow::Owned(format!("'{}'", test.replace('\'', r"'\''")))
    }
}

fn counts(run: &Run) -> String {
    let problem = run.problem.as_ref().map(|problem| format!("; {problem}")).unwrap_or_default();
    format!("{} passed, {} failed{problem}", run.tally.passed, run.tally.failed)
}

/// `None` if no suite was to run in it.
fn in_browser(outcomes: &[(Plan, Outcome)], browser: Browser) -> Option<String> {
    let its_outcomes = || outcomes.iter().filter(|(plan, _)| plan.browser.is_some_and(|(its, _)| its == browser));
    let (_, first) = its_outcomes().next()?;
    // A suite may miss something else than the browser.
    let has_run = its_outcomes().any(|(_, outcome)| matches!(outcome, Outcome::Ran(_)));
    if let Outcome::NotRun(reason) = first
        && !has_run
    {
        return Some(format!("not run: {reason}"));
    }
    let sum = sum(its_outcomes());
    Some(format!("{} passed, {} failed", sum.passed, sum.failed))
}

fn sum<'a>(outcomes: impl Iterator<Item = &'a (Plan, Outcome)>) -> Tally {
    let ran = outcomes.filter_map(|(_, outcome)| match outcome {
        Outcome::Ran(run) => Some(run.tally),
        Outcome::NotRun(_) => None,
    });
    ran.fold(Tally::default(), Tally::and)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suites::extent::Extent;
    use stagepass_programs::browser::Engine;

    fn ran(passed: u32, problem: Option<&str>) -> Outcome {
        let tally = Tally { passed, failed: 0, skipped: 0 };
        Outcome::Ran(Run { tally, problem: problem.map(str::to_owned), ..Run::default() }.judge())
    }

    fn e2e(browser: Browser) -> Plan {
        Plan { suite: Suite::E2e, browser: Some((browser, Engine::Wasm)), extent: Extent::Whole }
    }

    #[test]
    fn suites_are_summed_together_and_by_browser() {
        let native = Plan { suite: Suite::Native, browser: None, extent: Extent::Whole };
        let outcomes = [
            (native, ran(3, None)),
            (e2e(Browser::Chromium), ran(2, Some("exit 1"))),
            (e2e(Browser::Firefox), Outcome::NotRun("no Firefox".to_owned())),
        ];
        let sum = sum(outcomes.iter());
        assert_eq!((sum.passed, sum.failed), (5, 1));
        assert_eq!(in_browser(&outcomes, Browser::Chromium).as_deref(), Some("2 passed, 1 failed"));
        assert_eq!(in_browser(&outcomes, Browser::Firefox).as_deref(), Some("not run: no Firefox"));
        assert_eq!(in_browser(&outcomes, Browser::Webkit), None);
        let providers = Plan { suite: Suite::Providers, ..e2e(Browser::Firefox) };
        let no_python = Outcome::NotRun("no Python".to_owned());
        let outcomes = [(providers, no_python), (e2e(Browser::Firefox), ran(2, None))];
        assert_eq!(in_browser(&outcomes, Browser::Firefox).as_deref(), Some("2 passed, 0 failed"));
    }

    #[test]
    fn a_failed_test_has_its_command() {
        let results =
            vec![("popup::opens".to_owned(), TestResult::Failed), ("popup::closes".to_owned(), TestResult::Passed)];
        let facade = Plan { suite: Suite::Facade, browser: None, extent: Extent::Whole };
        let titled = ["the facade's own faults are the core's", "wasm: made up"];
        let titled = titled.map(|title| (title.to_owned(), TestResult::Failed)).to_vec();
        assert_eq!(
            repeated(&[(facade, Outcome::Ran(Run { results: titled, ..Run::default() }))]),
            [r"cargo xtask test 'the facade'\''s own faults are the core'\''s'", "cargo xtask test --only facade"]
        );
        let both = [("yew::one", TestResult::Failed), ("yew::two", TestResult::Failed)];
        let both = both.map(|(test, result)| (test.to_owned(), result)).to_vec();
        let apps = Plan { suite: Suite::Apps, ..e2e(Browser::Firefox) };
        let of_apps = Outcome::Ran(Run { results: both, ..Run::default() });
        assert_eq!(repeated(&[(apps, of_apps)]), ["cargo xtask test --only apps --browser firefox"]);
        let run = || Outcome::Ran(Run { results: results.clone(), ..Run::default() });
        assert_eq!(
            repeated(&[(e2e(Browser::Chromium), run()), (e2e(Browser::Webkit), run())]),
            ["cargo xtask test popup::opens", "cargo xtask test popup::opens --browser webkit"]
        );
    }
}
