//! The last lines of `cargo xtask test`.

use clap::ValueEnum as _;
use stagepass_programs::browser::Browser;

use super::plan::Plan;
use super::run::{Outcome, Run};
use super::tally::Tally;

/// Prints the result of each suite and of each browser. Prints the sum last, and returns it.
pub(super) fn report(outcomes: &[(Plan, Outcome)]) -> Tally {
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
    let sum = sum(outcomes.iter());
    println!("{} passed, {} failed", sum.passed, sum.failed);
    sum
}

fn counts(run: &Run) -> String {
    let exceptions = match run.exceptions() {
        0 => String::new(),
        1 => ", 1 exception".to_owned(),
        several => format!(", {several} exceptions"),
    };
    let problem = run.problem.as_ref().map(|problem| format!("; {problem}")).unwrap_or_default();
    format!("{} passed, {} failed{exceptions}{problem}", run.tally.passed, run.tally.failed)
}

/// `None` if no suite was to run in it.
fn in_browser(outcomes: &[(Plan, Outcome)], browser: Browser) -> Option<String> {
    let its_outcomes = || outcomes.iter().filter(|(plan, _)| plan.browser.is_some_and(|(its, _)| its == browser));
    let (_, first) = its_outcomes().next()?;
    if let Outcome::NotRun(reason) = first {
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
    use crate::suites::plan::Suite;
    use stagepass_programs::browser::Engine;

    fn ran(passed: u32, problem: Option<&str>) -> Outcome {
        let tally = Tally { passed, failed: 0, skipped: 0 };
        Outcome::Ran(Run { tally, problem: problem.map(str::to_owned), results: vec![] }.judge())
    }

    fn e2e(browser: Browser) -> Plan {
        Plan { suite: Suite::E2e, browser: Some((browser, Engine::Wasm)) }
    }

    #[test]
    fn suites_are_summed_together_and_by_browser() {
        let native = Plan { suite: Suite::Native, browser: None };
        let outcomes = [
            (native, ran(3, None)),
            (e2e(Browser::Chromium), ran(2, Some("exit 1"))),
            (e2e(Browser::Firefox), Outcome::NotRun("no Firefox".to_owned())),
        ];
        let sum = report(&outcomes);
        assert_eq!((sum.passed, sum.failed), (5, 1));
        assert_eq!(in_browser(&outcomes, Browser::Chromium).as_deref(), Some("2 passed, 1 failed"));
        assert_eq!(in_browser(&outcomes, Browser::Firefox).as_deref(), Some("not run: no Firefox"));
        assert_eq!(in_browser(&outcomes, Browser::Webkit), None);
    }
}
