//! The workspace's programs that xtask starts, built first.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Result;
use stagepass_programs::{checkout, process};

/// One of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Program {
    /// The three servers
    Backend,
    /// The server of the demo's pages; and music
    Demo,
    /// Benchmarks and proofs
    Proof,
    /// An S3-compatible service
    S3,
}

/// Whether this process has built all of them.
static ARE_BUILT: AtomicBool = AtomicBool::new(false);

impl Program {
    fn package(self) -> &'static str {
        match self {
            Self::S3 => "stagepass-test-support",
            _ => self.name(),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Backend => "stagepass-backend",
            Self::Demo => "stagepass-demo",
            Self::Proof => "stagepass-proof",
            Self::S3 => "stagepass-s3",
        }
    }
}

/// Builds these, unless this process has, and returns their paths.
///
/// # Errors
/// When one does not compile.
pub(crate) fn build<const COUNT: usize>(programs: [Program; COUNT]) -> Result<[PathBuf; COUNT]> {
    if !ARE_BUILT.load(Ordering::Relaxed) {
        let mut cargo = checkout::cargo();
        cargo.arg("build");
        cargo.args(programs.iter().flat_map(|program| ["--package", program.package(), "--bin", program.name()]));
        process::run(&mut cargo)?;
    }
    let folder = checkout::target_dir()?.join("debug");
    Ok(programs.map(|program| folder.join(program.name())))
}

/// The workspace's tests have been built, and with them the programs that they start. By themselves the servers would be built with fewer features, and half
/// of what they are made of once more.
pub(crate) fn have_been_built() {
    ARE_BUILT.store(true, Ordering::Relaxed);
}

/// Runs the program of benchmarks and proofs with these arguments, and ends as it ended. What is measured is measured by an optimised program.
///
/// # Errors
/// When it does not compile.
pub(crate) fn proof(subcommand: &str, arguments: &[String]) -> Result<ExitCode> {
    let mut cargo = checkout::cargo();
    cargo.args(["run", "--quiet"]);
    if subcommand == "bench" {
        cargo.arg("--release");
    }
    cargo.args(["--package", Program::Proof.package(), "--", subcommand]).args(arguments);
    Ok(process::exit_code(process::status(&mut cargo)?))
}
