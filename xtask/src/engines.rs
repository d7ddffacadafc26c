//! The core as WebAssembly and as JavaScript, held against each other, and the core for hosts that are no browser: the suite `engines`, and
//! `cargo xtask proof engines`, which tries more.

use std::process::{Command, ExitCode};

use anyhow::Result;

use crate::core_build::{self, Build};
use crate::suites::{self, Run};
use crate::{checkout, tools};

/// What to try.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Proof {
    /// How many inputs
    #[arg(long, default_value_t = 100_000)]
    inputs: u32,
    /// What determines them; `new` for another one in each run
    #[arg(long, default_value = "new")]
    seed: String,
    /// With the build that is published
    #[arg(long)]
    release: bool,
}

/// As many inputs as CI has the time for, the same in every run; and the client around the core, held to what the fake one of
/// `stagepass/testing` is held to.
///
/// # Errors
/// When the core cannot be built.
pub(crate) fn suite(core_is_built: bool) -> Result<Run> {
    if !core_is_built {
        build(Build::Stable)?;
    }
    let mut client = checkout::npm(&checkout::template());
    client.args(["run", "--silent", "test:core"]);
    Ok(suites::counted(&mut tests())?.and(suites::counted(&mut client)?))
}

/// More inputs, and new ones in every run.
///
/// # Errors
/// When the core cannot be built.
pub(crate) fn proof(proof: &Proof) -> Result<ExitCode> {
    build(if proof.release { Build::Release } else { Build::Stable })?;
    let mut tests = tests();
    tests.env("STAGEPASS_ENGINE_INPUTS", proof.inputs.to_string()).env("STAGEPASS_ENGINE_SEED", &proof.seed);
    let run = suites::counted(&mut tests)?.judged();
    if let Some(problem) = &run.problem {
        println!("{problem}");
    }
    println!("{} passed, {} failed", run.tally.passed, run.tally.failed);
    Ok(if run.tally.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn build(build: Build) -> Result<()> {
    let template = checkout::template();
    tools::npm_packages(&template)?;
    core_build::write_core(build, &template.join("core"))
}

fn tests() -> Command {
    let mut tests = checkout::npm(&checkout::root().join("tests/engines"));
    tests.args(["test", "--silent"]);
    tests
}
