//! `cargo xtask package`: builds the npm package, packs it, and imports it once.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result};
use stagepass_programs::core_build::{self, Build};
use stagepass_programs::{checkout, process, tools};

/// Returns the path of the tarball. Fails if a step fails, or if the package cannot be imported.
pub(crate) fn package(build: Build) -> Result<PathBuf> {
    let template = checkout::template();
    tools::npm_packages(&template)?;
    core_build::write(build, &template.join("core"))?;
    process::run(checkout::node(&template).arg("build.mjs"))?;
    for old in tarballs()? {
        fs::remove_file(&old).with_context(|| format!("cannot remove {}", old.display()))?;
    }
    process::output(checkout::npm(&checkout::package()).args(["pack", "--silent"]))?;
    let tarball = built()?;
    import(&tarball)?;
    Ok(tarball)
}

/// The tarball that was packed last.
pub(crate) fn built() -> Result<PathBuf> {
    tarballs()?.pop().context("pkg has no tarball: run `cargo xtask package`")
}

fn tarballs() -> Result<Vec<PathBuf>> {
    let folder = checkout::package();
    let files = fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let paths = files.map(|file| Ok(file?.path())).collect::<Result<Vec<_>>>()?;
    Ok(paths.into_iter().filter(|path| path.extension().is_some_and(|extension| extension == "tgz")).collect())
}

/// Unpacks the tarball as npm would, and has Node import it by its name and use the core.
fn import(tarball: &Path) -> Result<()> {
    let app = tempfile::tempdir()?;
    let installed = app.path().join("node_modules/stagepass");
    fs::create_dir_all(&installed).context("cannot make a temporary folder")?;
    process::run(Command::new("tar").arg("-xzf").arg(tarball).arg("--strip-components=1").arg("-C").arg(&installed))?;
    let script = app.path().join("integrity.mjs");
    fs::write(&script, include_str!("package/integrity.mjs")).context("cannot write a temporary file")?;
    process::run(checkout::node(app.path()).arg(&script)).context("integrity.json has another hash than a file")?;
    // Node looks for the package next to the script.
    let script = app.path().join("load.mjs");
    fs::write(&script, include_str!("package/load.mjs")).context("cannot write a temporary file")?;
    for entry in ["stagepass", "stagepass/inline"] {
        for engine in ["wasm", "js"] {
            process::run(checkout::node(app.path()).arg(&script).args([entry, engine]))
                .with_context(|| format!("the package was built, but `{entry}` with engine {engine} cannot be used"))?;
        }
    }
    Ok(())
}
