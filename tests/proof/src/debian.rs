//! Programs of Debian's packages that are used once: the package is only unpacked, in the target folder.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use stagepass_programs::{checkout, process, tools};

/// Returns the program of a package, for example `usr/sbin/nginx` of `nginx`. If it is not installed, the package is
/// downloaded and only unpacked: an installation would start a server on this machine.
///
/// # Errors
/// If it is not installed and may not be downloaded, or the download fails.
pub(crate) fn program(package: &str, path: &str) -> Result<PathBuf> {
    let name = path.rsplit('/').next().unwrap_or(path);
    let installed = PathBuf::from("/").join(path);
    if let Some(found) = tools::on_path(name).or_else(|| Some(installed).filter(|file| file.is_file())) {
        return Ok(found);
    }
    if !tools::may_install() {
        bail!("there is no {name}: install it (Debian: {package})");
    }
    let folder = checkout::target_dir()?.join("debian").join(package);
    let program = folder.join(path);
    if program.is_file() {
        return Ok(program);
    }
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    process::run(Command::new("apt-get").args(["update", "--quiet"]))?;
    process::run(Command::new("apt-get").args(["download", "--quiet", package]).current_dir(&folder))?;
    for entry in fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))?.flatten() {
        if entry.path().extension().is_some_and(|ending| ending == "deb") {
            process::run(Command::new("dpkg-deb").arg("--extract").arg(entry.path()).arg(&folder))?;
        }
    }
    if !program.is_file() {
        bail!("the package {package} of this Debian has no {path}: install {name}");
    }
    Ok(program)
}
