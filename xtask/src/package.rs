//! The npm package: the core, the facade around it, packed, and loaded once to see that it loads.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use stagepass_programs::core_build::{self, Build};
use stagepass_programs::{checkout, process, tools};

/// Builds the package and gives the tarball's path.
///
/// # Errors
/// When a step fails, and when the packed package cannot be loaded.
pub(crate) fn package(build: Build) -> Result<PathBuf> {
    let template = checkout::template();
    tools::npm_packages(&template)?;
    core_build::write(build, &template.join("core"))?;
    process::run(checkout::node(&template).arg("build.mjs"))?;
    let tarball = pack()?;
    load(&tarball)?;
    Ok(tarball)
}

/// The tarball of the stable build: `is_built` says that it is the one that [`package`] has written last.
///
/// # Errors
/// Those of [`package`], and when there is none.
pub(crate) fn stable(is_built: bool) -> Result<PathBuf> {
    if is_built {
        return tarballs()?.pop().context("pkg holds no tarball: run `cargo xtask package`");
    }
    package(Build::Stable)
}

fn tarballs() -> Result<Vec<PathBuf>> {
    let folder = checkout::package();
    let mut tarballs = Vec::new();
    for entry in fs::read_dir(&folder).with_context(|| format!("build.mjs wrote no {}", folder.display()))? {
        let path = entry.context("cannot read the package's folder")?.path();
        if path.extension().is_some_and(|extension| extension == "tgz") {
            tarballs.push(path);
        }
    }
    Ok(tarballs)
}

fn pack() -> Result<PathBuf> {
    let folder = checkout::package();
    for old in tarballs()? {
        fs::remove_file(&old).with_context(|| format!("cannot remove {}", old.display()))?;
    }
    let printed = process::output(checkout::npm(&folder).args(["pack", "--silent"]))?;
    let tarball = folder.join(printed.lines().last().unwrap_or_default().trim());
    if !tarball.is_file() {
        bail!("`npm pack` wrote no tarball: {printed}");
    }
    Ok(tarball)
}

/// Unpacks the tarball as npm would, and has Node import it by its name and ask the core something.
fn load(tarball: &Path) -> Result<()> {
    let consumer = tempfile::tempdir().context("cannot make a temporary folder")?;
    let installed = consumer.path().join("node_modules/stagepass");
    fs::create_dir_all(&installed).context("cannot make a temporary folder")?;
    process::run(Command::new("tar").arg("-xzf").arg(tarball).arg("--strip-components=1").arg("-C").arg(&installed))?;
    let script = consumer.path().join("load.mjs");
    fs::write(&script, include_str!("package/load.mjs")).context("cannot write a temporary file")?;
    for entry in ["stagepass", "stagepass/inline"] {
        for engine in ["wasm", "js"] {
            process::run(checkout::node(consumer.path()).arg(&script).args([entry, engine])).with_context(|| {
                format!("the package was built, but `{entry}` with the engine {engine} does not load")
            })?;
        }
    }
    Ok(())
}
