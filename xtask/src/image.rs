//! `cargo xtask image`: the container image of the backend.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use stagepass_programs::{checkout, process, tools};

const CONTAINERFILE: &str = "tests/backend/deploy/Containerfile";
const ROOT_FOLDER: &str = "tests/backend/deploy/image-root.sh";

/// Builds the image `tag` from a program that is compiled on this machine, so no other image is needed. Fails if there
/// is neither Podman nor Buildah, or if a step fails.
pub(crate) fn image(tag: &str) -> Result<()> {
    let builder = builder()?;
    build(builder, tag, &root_folder()?)
}

/// Compiles the program. Returns the folder that the image consists of, with the bill of materials.
pub(crate) fn root_folder() -> Result<PathBuf> {
    let folder = checkout::target_dir()?.join("image");
    if folder.exists() {
        fs::remove_dir_all(&folder).with_context(|| format!("cannot delete {}", folder.display()))?;
    }
    fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    let rootfs = folder.join("rootfs");
    process::run(Command::new(checkout::root().join(ROOT_FOLDER)).arg(&rootfs))?;
    Ok(rootfs)
}

/// Builds the image `tag` from its root folder. Its files have the time of the commit.
pub(crate) fn build(builder: &str, tag: &str, rootfs: &Path) -> Result<()> {
    let root = checkout::root();
    let git = |arguments: &[&str]| process::output(Command::new("git").current_dir(&root).args(arguments));
    let revision = git(&["describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"])?;
    let time = git(&["log", "-1", "--format=%ct"])?;
    let mut build = Command::new(builder);
    // The format of OCI has no health check.
    build.current_dir(&root).args(["build", "--format", "docker", "--file", CONTAINERFILE, "--tag", tag]);
    build.args(["--timestamp", time.trim(), "--build-arg", &format!("REVISION={}", revision.trim())]);
    // Instead of the stage `build` of the Containerfile.
    let context = rootfs.parent().unwrap_or(rootfs);
    process::run(build.arg(format!("--build-context=build={}", context.display())).arg("."))
}

/// Podman or Buildah, whichever is installed.
pub(crate) fn installed_builder() -> Option<&'static str> {
    ["podman", "buildah"].into_iter().find(|name| tools::on_path(name).is_some())
}

/// Installs Buildah if there is no builder. Docker builds from the Containerfile alone.
pub(crate) fn builder() -> Result<&'static str> {
    if installed_builder().is_none() && tools::may_install() {
        tools::debian_packages(&["buildah"])?;
    }
    match installed_builder() {
        Some(builder) => Ok(builder),
        None => bail!("install Podman or Buildah, or use Docker: `docker build -f {CONTAINERFILE} .`"),
    }
}
