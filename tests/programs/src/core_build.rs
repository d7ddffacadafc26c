//! Builds the core, with the program of the crate `stagepass-wasm`.

use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::binaries::{self, Binary, Profile};
use crate::process;

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
    let [program] = binaries::build([Binary::Wasm], Profile::Debug)?;
    Ok(program)
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
