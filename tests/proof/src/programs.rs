//! The programs that are measured and killed.

use std::path::PathBuf;

use anyhow::Result;
use stagepass_programs::{checkout, process};

const BACKEND: &str = "stagepass-backend";
/// An S3-compatible service, a program of the tests.
const S3: &str = "stagepass-s3";

/// Builds the servers' program, optimised.
pub(crate) fn optimised_backend() -> Result<PathBuf> {
    process::run(checkout::cargo().args(["build", "--release", "--package", BACKEND, "--bin", BACKEND]))?;
    Ok(checkout::target_dir()?.join("release").join(BACKEND))
}

/// Builds the servers' program.
pub(crate) fn backend() -> Result<PathBuf> {
    process::run(checkout::cargo().args(["build", "--package", BACKEND, "--bin", BACKEND]))?;
    Ok(checkout::target_dir()?.join("debug").join(BACKEND))
}

/// Builds the servers' program, and that of an S3-compatible service.
pub(crate) fn backend_and_s3() -> Result<[PathBuf; 2]> {
    let s3 = ["--package", "stagepass-test-support", "--bin", S3];
    process::run(checkout::cargo().args(["build", "--package", BACKEND, "--bin", BACKEND]).args(s3))?;
    let folder = checkout::target_dir()?.join("debug");
    Ok([folder.join(BACKEND), folder.join(S3)])
}
