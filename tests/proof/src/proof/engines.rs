//! Compares the core as WebAssembly and as JavaScript: the tests of `tests/engines`, with more inputs than the suite
//! has.

use std::process::ExitCode;

use anyhow::Result;
use stagepass_programs::core_build::{self, Build};
use stagepass_programs::{checkout, process, tools};

/// What to try.
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

/// More inputs, and new ones in every run.
///
/// # Errors
/// If the core cannot be built.
pub(super) fn proof(args: &EnginesArgs) -> Result<ExitCode> {
    let template = checkout::template();
    tools::npm_packages(&template)?;
    core_build::write(if args.release { Build::Release } else { Build::Stable }, &template.join("core"))?;
    let mut tests = checkout::npm(&checkout::root().join("tests/engines"));
    tests.args(["test", "--silent"]);
    tests.env("STAGEPASS_ENGINE_INPUTS", args.inputs.to_string()).env("STAGEPASS_ENGINE_SEED", &args.seed);
    Ok(process::exit_code(process::status(&mut tests)?))
}
