//! The session by random schedules of tabs: the tests `schedules`, with more of them than the suite has the time for.

use std::process::ExitCode;

use anyhow::Result;
use stagepass_programs::{checkout, process, seed};

use super::conditions::new_seed;

/// What to do.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct SchedulesArgs {
    /// How many schedules
    #[arg(long, default_value_t = 200_000)]
    schedules: u64,
    /// The seed of the schedules [default: another one in each run]
    #[arg(long)]
    seed: Option<u64>,
    /// The number of one schedule of that seed: that one alone, step by step
    #[arg(long, requires = "seed")]
    only: Option<u64>,
}

/// All that was asked for.
///
/// # Errors
/// If the tests cannot be built.
pub(crate) fn proof(args: &SchedulesArgs) -> Result<ExitCode> {
    let mut cargo = checkout::cargo();
    cargo.args(["test", "--package", "stagepass-core-tests", "--test", "schedules"]);
    cargo.env("STAGEPASS_TEST_SCHEDULES", args.schedules.to_string());
    let seed = args.seed.map_or_else(new_seed, Ok)?;
    for variable in seed::VARIABLES {
        cargo.env(variable, seed.to_string());
    }
    match args.only {
        Some(number) => cargo.env("STAGEPASS_TEST_SCHEDULE", number.to_string()),
        None => cargo.env_remove("STAGEPASS_TEST_SCHEDULE"),
    };
    Ok(process::exit_code(process::status(&mut cargo)?))
}
