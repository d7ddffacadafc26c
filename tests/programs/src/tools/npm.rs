//! Node's packages.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::SystemTime;

use anyhow::{Context as _, Result, bail};

use crate::{checkout, process};

const OLDEST_NODE: u32 = 20;

/// The npm packages of `folder`, as its lock file has them.
///
/// # Errors
/// If Node is missing or too old, or npm fails.
pub fn npm_packages(folder: &Path) -> Result<()> {
    node()?;
    let lock = folder.join("package-lock.json");
    let changed = modified(&lock).with_context(|| format!("{} is missing", lock.display()))?;
    if modified(&folder.join("node_modules/.package-lock.json")).is_some_and(|installed| installed >= changed) {
        return Ok(());
    }
    process::run(checkout::npm(folder).arg("ci"))
}

fn modified(file: &Path) -> Option<SystemTime> {
    fs::metadata(file).and_then(|metadata| metadata.modified()).ok()
}

fn node() -> Result<()> {
    let version = process::output(Command::new("node").arg("--version"))
        .with_context(|| format!("Node is missing: install version {OLDEST_NODE} or newer, with npm"))?;
    match node_major(&version) {
        Some(major) if major >= OLDEST_NODE => Ok(()),
        _ => bail!("Node {} is too old: install version {OLDEST_NODE} or newer", version.trim()),
    }
}

fn node_major(version: &str) -> Option<u32> {
    version.trim().strip_prefix('v')?.split('.').next()?.parse().ok()
}

/// Installs `tarball` in `folder`, besides the packages of its lock file. The lock file does not list the tarball,
/// because it differs after each build.
///
/// # Errors
/// If npm fails, or if the installed files are not the packed ones.
pub fn install(tarball: &Path, folder: &Path) -> Result<()> {
    npm_packages(folder)?;
    let mut install = checkout::npm(folder);
    process::run(install.args(["install", "--no-save", "--no-package-lock", "--prefer-offline"]).arg(tarball))?;
    let (packed, installed) = (checkout::package().join("dist"), folder.join("node_modules/stagepass/dist"));
    for entry in fs::read_dir(&packed).with_context(|| format!("build.mjs wrote no {}", packed.display()))? {
        let file = entry.context("cannot read the package's folder")?.file_name();
        let [ours, other] = [&packed, &installed].map(|folder| fs::read(folder.join(&file)).ok());
        if ours.is_none() || ours != other {
            bail!("npm installed another {} than was packed", file.display());
        }
    }
    Ok(())
}
