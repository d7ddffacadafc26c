//! Checks the crates that are published: `stagepass`, its `stagepass-core`, `stagepass-gate` and `stagepass-rules`.
//!
//! `cargo xtask crates` starts it. Not a part of xtask, which is compiled first: [`public_api`] is only needed here.

mod dependencies;
mod listing;
mod package;
mod published;
mod rustdoc;

use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::{Parser, Subcommand};
use stagepass_programs::process;

/// Checks of the published crates.
#[derive(Parser)]
#[command(name = "cargo xtask crates")]
struct Cli {
    #[command(subcommand)]
    check: Check,
}

#[derive(Subcommand)]
enum Check {
    /// Compare the public API with `tests/crates/api`, and check packages and dependencies
    All,
    /// Write the public API to `tests/crates/api`
    Write,
}

fn main() -> ExitCode {
    let Cli { check } = Cli::parse();
    process::supervise(|| {
        match check {
            Check::All => all()?,
            Check::Write => listing::write()?,
        }
        Ok(ExitCode::SUCCESS)
    })
}

fn all() -> Result<()> {
    let problems = [dependencies::problems()?, package::problems()?, listing::problems()?].concat();
    if !problems.is_empty() {
        bail!("{}", problems.join("\n"));
    }
    Ok(())
}
