//! Builds the core, with the program of the crate `stagepass-wasm`.

use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::{checkout, process};

const PACKAGE: &str = "stagepass-wasm";

/// How the core is compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Build {
    /// With the standard library that stable Rust ships.
    Stable,
    /// With a standard library compiled for size, without panic messages. For what is published.
    Release,
}

/// Builds the program and returns its path.
///
/// # Errors
/// If it does not compile.
pub fn program() -> Result<PathBuf> {
    process::run(checkout::cargo().args(["build", "--quiet", "--package", PACKAGE]))?;
    Ok(checkout::target_dir()?.join("debug").join(PACKAGE))
}

/// Builds the core and writes `core.wasm`, `core.js`, `core_bg.js` and `host.js` into `folder`.
///
/// # Errors
/// If a step of the build fails.
pub fn write(build: Build, folder: &Path) -> Result<()> {
    let mut command = std::process::Command::new(program()?);
    command.arg("core").arg(folder);
    if build == Build::Release {
        command.arg("--release");
    }
    process::run(&mut command)
}
