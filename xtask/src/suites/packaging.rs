//! The bundles of `tests/packaging`.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result};
use stagepass_programs::{checkout, process, tools};

fn folder() -> PathBuf {
    checkout::root().join("tests/packaging")
}

/// Installs the package as an app would, checks its types, and builds the app of every bundler.
pub(super) fn build(tarball: &Path) -> Result<()> {
    let folder = folder();
    tools::install(tarball, &folder)?;
    check_types(tarball, &folder)?;
    process::run(checkout::node(&folder).arg("build.mjs")).context("an app with the package cannot be built")
}

/// Prints how many bytes a login loads of each app. The tests have recorded which files.
pub(super) fn print_sizes() -> Result<()> {
    process::run(checkout::node(&folder()).arg("measure.mjs"))
}

/// Runs "are the types wrong?" on the tarball, for every module resolution that the package supports.
///
/// The package has ES modules only (`esm-only`). Node has imported them since version 12, and every bundler does. The
/// package supports neither `moduleResolution: node` nor `require`. `core.wasm` has no types.
fn check_types(tarball: &Path, folder: &Path) -> Result<()> {
    let mut attw = Command::new(folder.join("node_modules/.bin/attw"));
    attw.current_dir(folder).arg(tarball).args(["--profile", "esm-only", "--exclude-entrypoints", "core.wasm"]);
    process::output(&mut attw).context("the types of the package cannot be resolved")?;
    Ok(())
}
