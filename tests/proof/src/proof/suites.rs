//! Suites of other packages, with more inputs than a change has the time for.

use std::process::ExitCode;

use anyhow::Result;
use stagepass_programs::core_build::{self, Build};
use stagepass_programs::{checkout, process, seed, tools};

use super::conditions::new_seed;

/// What to compare.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct EnginesArgs {
    /// How many inputs
    #[arg(long, default_value_t = 100_000)]
    inputs: u32,
    /// The seed of the inputs; `new` for another one in each run
    #[arg(long, default_value = "new")]
    seed: String,
    /// With the build that is published
    #[arg(long)]
    release: bool,
}

/// Which schedules.
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

/// Runs the tests of `tests/engines`.
pub(super) fn engines(args: &EnginesArgs) -> Result<ExitCode> {
    let template = checkout::template();
    tools::npm_packages(&template)?;
    core_build::write(if args.release { Build::Release } else { Build::Stable }, &template.join("core"))?;
    let mut tests = checkout::npm(&checkout::root().join("tests/engines"));
    tests.args(["test", "--silent"]);
    tests.env("STAGEPASS_ENGINE_INPUTS", args.inputs.to_string()).env("STAGEPASS_ENGINE_SEED", &args.seed);
    Ok(process::exit_code(process::status(&mut tests)?))
}

/// Runs the tests `schedules` of `tests/core`.
pub(super) fn schedules(args: &SchedulesArgs) -> Result<ExitCode> {
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
