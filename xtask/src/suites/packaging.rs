//! The packed package in the tools of those who use it: `tests/packaging`.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result};
use stagepass_programs::{checkout, process, tools};

use crate::package;

/// Where the consumers are.
pub(crate) fn folder() -> PathBuf {
    checkout::root().join("tests/packaging")
}

/// Packs the package unless that was done before, installs it as an app would, sees that its types are found, and builds every consumer of it.
pub(crate) fn build(package_is_built: bool) -> Result<()> {
    let tarball = package::stable(package_is_built)?;
    let folder = folder();
    tools::install(&tarball, &folder)?;
    types_are_found(&tarball, &folder)?;
    process::run(checkout::node(&folder).arg("build.mjs")).context("a consumer of the package cannot be built")
}

/// Prints the bytes of what a login has loaded of each consumer, which the tests have kept.
pub(crate) fn print_bytes() -> Result<()> {
    process::run(checkout::node(&folder()).arg("measure.mjs"))
}

/// Has "are the types wrong?" look at the tarball, under every way of resolving that the package means to serve.
///
/// The package is modules alone (`esm-only`): Node has imported those since version 12, and every bundler does. TypeScript's old way, which knows no
/// `exports`, and `require` in a program without `"type": "module"`, are what it gives up. `core.wasm` is a file, which has no types.
fn types_are_found(tarball: &Path, folder: &Path) -> Result<()> {
    let mut attw = Command::new(folder.join("node_modules/.bin/attw"));
    attw.current_dir(folder).arg(tarball).args(["--profile", "esm-only", "--exclude-entrypoints", "core.wasm"]);
    process::output(&mut attw).context("who imports the package does not find its types")?;
    Ok(())
}
