//! The bundles of `tests/consumers/packaging`.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result};
use stagepass_programs::{checkout, process, tools};

fn folder() -> PathBuf {
    checkout::root().join("tests/consumers/packaging")
}

/// Installs the package as an app would, and builds the app of one bundler. As a whole, checks the package's types, and
/// builds the apps of all bundlers.
pub(super) fn build(tarball: &Path, is_whole: bool) -> Result<()> {
    let folder = folder();
    tools::install(tarball, &folder)?;
    if is_whole {
        check_types(tarball, &folder)?;
    }
    let mut build = checkout::node(&folder);
    build.arg("build.mjs").args((!is_whole).then_some("vite"));
    process::run(&mut build).context("an app with the package cannot be built")
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
    attw.current_dir(folder).arg(tarball).args([
        "--profile",
        "esm-only",
        "--exclude-entrypoints",
        "core.wasm",
        "openid.wasm",
    ]);
    process::output(&mut attw).context("the types of the package cannot be resolved")?;
    Ok(())
}
