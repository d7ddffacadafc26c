//! `cargo xtask image`: the container image of the backend.

use std::fs;
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use stagepass_programs::{checkout, process, tools};

const CONTAINERFILE: &str = "tests/backend/deploy/Containerfile";
const ROOT_FOLDER: &str = "tests/backend/deploy/image-root.sh";

/// Builds the image `tag` from a program that is compiled on this machine, so no other image is needed. Its files have
/// the time of the commit.
pub(crate) fn image(tag: &str) -> Result<()> {
    let builder = builder()?;
    let folder = checkout::target_dir()?.join("image");
    if folder.exists() {
        fs::remove_dir_all(&folder).with_context(|| format!("cannot delete {}", folder.display()))?;
    }
    fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    let root = checkout::root();
    process::run(Command::new(root.join(ROOT_FOLDER)).arg(folder.join("rootfs")))?;
    let git = |arguments: &[&str]| process::output(Command::new("git").current_dir(&root).args(arguments));
    let revision = git(&["describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"])?;
    let time = git(&["log", "-1", "--format=%ct"])?;
    let mut build = Command::new(builder);
    // The format of OCI has no health check.
    build.current_dir(&root).args(["build", "--format", "docker", "--file", CONTAINERFILE, "--tag", tag]);
    build.args(["--timestamp", time.trim(), "--build-arg", &format!("REVISION={}", revision.trim())]);
    // Instead of the stage `build` of the Containerfile.
    process::run(build.arg(format!("--build-context=build={}", folder.display())).arg("."))
}

/// Docker builds from the Containerfile alone.
fn builder() -> Result<&'static str> {
    let found = || ["podman", "buildah"].into_iter().find(|name| tools::on_path(name).is_some());
    if found().is_none() && tools::may_install() {
        tools::debian_packages(&["buildah"])?;
    }
    match found() {
        Some(builder) => Ok(builder),
        None => bail!("install Podman or Buildah, or use Docker: `docker build -f {CONTAINERFILE} .`"),
    }
}
