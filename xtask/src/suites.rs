//! `cargo xtask test`: every suite, whatever a fresh machine lacks installed before; those that need a browser once in each.

mod behaviours;
mod commands;
mod compiled;
mod engines;
mod exceptions;
mod machine;
mod packaging;
mod phones;
mod place;
mod plan;
mod report;
mod run;
mod secrets;
mod stories;
mod story_pages;
mod tally;

use std::process::ExitCode;
use std::time::Instant;

use anyhow::Result;
use stagepass_programs::process;

use machine::Machine;
use run::{Outcome, Run};

pub(crate) use plan::Asked;

/// Runs the suites, and says how each went. The last line is always `N passed, M failed`.
pub(crate) fn test(asked: Asked) -> Result<ExitCode> {
    let mut machine = Machine::that_tells(asked.stories());
    let mut outcomes = Vec::new();
    for plan in asked.plans()? {
        println!("\n== {plan} ==");
        #[expect(clippy::disallowed_methods, reason = "how long a suite takes is a person's time")]
        let began = Instant::now();
        let outcome = match machine.lacks(plan) {
            Some(reason) if asked.insists_on(plan) => Outcome::Ran(Run::broken(reason)),
            Some(reason) => Outcome::NotRun(reason),
            None => {
                let run = machine.run(plan).unwrap_or_else(|error| Run::broken(format!("{error:#}")));
                Outcome::Ran(run.judged())
            }
        };
        println!("{plan}: {} s", began.elapsed().as_secs());
        outcomes.push((plan, outcome));
        process::not_stopped()?;
    }
    if asked.only.is_some() {
        fail_if_none_ran(&mut outcomes);
    }
    if let Some(table) = behaviours::table(&outcomes) {
        println!("\n== behaviours ==\n\n{table}\nalso in {}", behaviours::write(&table)?.display());
    }
    let sum = report::report(&outcomes);
    Ok(if sum.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Nothing must not look like success to whoever asked for it.
fn fail_if_none_ran(outcomes: &mut [(plan::Plan, Outcome)]) {
    if outcomes.iter().any(|(_, outcome)| matches!(outcome, Outcome::Ran(_))) {
        return;
    }
    for (_, outcome) in outcomes {
        if let Outcome::NotRun(reason) = outcome {
            *outcome = Outcome::Ran(Run::broken(std::mem::take(reason)));
        }
    }
}

#[cfg(test)]
mod tests {
    use stagepass_programs::browser::{Browser, Engine};

    use super::plan::{Plan, Suite};
    use super::*;

    #[test]
    fn a_suite_that_was_named_and_cannot_run_has_failed() {
        let plan = Plan { suite: Suite::E2e, place: Some((Browser::Webkit, Engine::Wasm)) };
        let mut outcomes = vec![(plan, Outcome::NotRun("no driver".to_owned()))];
        fail_if_none_ran(&mut outcomes);
        let Some((_, Outcome::Ran(run))) = outcomes.first() else { panic!("it must have failed") };
        assert_eq!((run.tally.failed, run.problem.as_deref()), (1, Some("no driver")));
    }
}
