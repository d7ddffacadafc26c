//! `cargo xtask test`: runs the suites, and installs what they need if it can.

mod ahead;
mod args;
mod browser_setup;
mod by_name;
pub(crate) mod changes;
mod commands;
mod extent;
mod libtest;
mod machine;
mod node_suites;
mod packaging;
mod plan;
mod postgres_tests;
mod report;
mod run;
mod secrets;
mod sources;
mod statuses;
mod stories;
mod suite;
mod tally;
mod tap;
mod test_binaries;
mod test_results;
mod unstable;

use std::process::ExitCode;
use std::time::Instant;

use anyhow::Result;
use stagepass_programs::{process, seed};

use machine::Machine;
use plan::Plans;
use run::{Outcome, Run};

pub(crate) use args::TestArgs;

/// Runs the suites, and prints how each went. The last line is always `N passed, M failed`.
pub(crate) fn test(args: &TestArgs) -> Result<ExitCode> {
    let mut machine = Machine::new()?;
    if let Some(name) = &args.name {
        let outcomes = by_name::run(name, args, &mut machine)?;
        return report::report(&outcomes, &[]);
    }
    let plans = Plans::new(args)?;
    if args.all {
        seed::draw();
    }
    machine.prepare_ahead(&plans.run);
    let mut outcomes = Vec::new();
    for plan in plans.run {
        println!("\n== {plan} ==");
        #[expect(clippy::disallowed_methods, reason = "how long a suite takes is real time")]
        let start = Instant::now();
        let outcome = match machine.prepare(plan) {
            Err(reason) if !plan.is_required(args) => Outcome::NotRun(format!("{reason:#}")),
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
    report::report(&outcomes, &plans.omitted)
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

    use super::extent::Extent;
    use super::plan::Plan;
    use super::suite::Suite;
    use super::*;

    #[test]
    fn a_named_suite_that_cannot_run_has_failed() {
        let plan = Plan { suite: Suite::E2e, browser: Some((Browser::Webkit, Engine::Wasm)), extent: Extent::Whole };
        let mut outcomes = vec![(plan, Outcome::NotRun("no driver".to_owned()))];
        fail_if_none_ran(&mut outcomes);
        let Some((_, Outcome::Ran(run))) = outcomes.first() else { panic!("it must have failed") };
        assert_eq!((run.tally.failed, run.problem.as_deref()), (1, Some("no driver")));
    }
}
