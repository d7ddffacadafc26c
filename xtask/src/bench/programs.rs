//! What is measured, and what measures; both optimised.

use std::path::PathBuf;

use anyhow::Result;

use crate::{checkout, process};

/// Builds them: the servers, and their clients.
pub(super) fn build() -> Result<(PathBuf, PathBuf)> {
    let packages = ["build", "--release", "--package", "stagepass-backend", "--package", "stagepass-load", "--bins"];
    process::run(checkout::cargo().args(packages))?;
    let folder = checkout::target_dir()?.join("release");
    Ok((folder.join("stagepass-backend"), folder.join("stagepass-load")))
}
