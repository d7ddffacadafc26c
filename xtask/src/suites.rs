//! `cargo xtask test`: runs the suites, and installs what they need if it can.

mod behaviour_table;
mod browser_setup;
mod commands;
mod exceptions;
mod machine;
mod packaging;
mod plan;
mod report;
mod run;
mod secrets;
mod statuses;
mod tally;
mod test_binaries;
mod test_results;

use std::process::ExitCode;
use std::time::Instant;

use anyhow::Result;
use stagepass_programs::process;

use machine::Machine;
use run::{Outcome, Run};

pub(crate) use plan::TestArgs;

/// Runs the suites, and prints how each went. The last line is always `N passed, M failed`.
pub(crate) fn test(args: TestArgs) -> Result<ExitCode> {
    let mut machine = Machine::new(args)?;
    let mut outcomes = Vec::new();
    for plan in args.plans()? {
        println!("\n== {plan} ==");
        #[expect(clippy::disallowed_methods, reason = "how long a suite takes is real time")]
        let start = Instant::now();
        let outcome = match machine.prepare(plan) {
            Err(reason) if !args.requires(plan) => Outcome::NotRun(format!("{reason:#}")),
            prepared => {
                let run = prepared.and_then(|()| machine.run(plan));
                Outcome::Ran(run.map_or_else(|error| Run::failed(format!("{error:#}")), Run::judge))
            }
        };
        println!("{plan}: {} s", start.elapsed().as_secs());
        outcomes.push((plan, outcome));
        process::not_stopped()?;
    }
    if args.only.is_some() {
        fail_if_none_ran(&mut outcomes);
    }
    if let Some(table) = behaviour_table::table(&outcomes) {
        println!("\n== behaviours ==\n\n{table}\nalso in {}", behaviour_table::write(&table)?.display());
    }
    let sum = report::report(&outcomes);
    Ok(if sum.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// A suite that was named and did not run must not look like a success.
fn fail_if_none_ran(outcomes: &mut [(plan::Plan, Outcome)]) {
    if outcomes.iter().any(|(_, outcome)| matches!(outcome, Outcome::Ran(_))) {
        return;
    }
    for (_, outcome) in outcomes {
        if let Outcome::NotRun(reason) = outcome {
            *outcome = Outcome::Ran(Run::failed(std::mem::take(reason)));
        }
    }
}

#[cfg(test)]
mod tests {
    use stagepass_programs::browser::{Browser, Engine};

    use super::plan::{Plan, Suite};
    use super::*;

    #[test]
    fn a_named_suite_that_cannot_run_has_failed() {
        let plan = Plan { suite: Suite::E2e, browser: Some((Browser::Webkit, Engine::Wasm)) };
        let mut outcomes = vec![(plan, Outcome::NotRun("no driver".to_owned()))];
        fail_if_none_ran(&mut outcomes);
        let Some((_, Outcome::Ran(run))) = outcomes.first() else { panic!("it must have failed") };
        assert_eq!((run.tally.failed, run.problem.as_deref()), (1, Some("no driver")));
    }
}
