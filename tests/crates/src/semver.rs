//! Whether the public API breaks what the parent commit has. Nothing is published yet, so that is the baseline.

use std::path::Path;
use std::process::{Command, ExitCode};

use anyhow::{Context as _, Result};
use stagepass_programs::{checkout, process};

use crate::rustdoc::{self, Document, Items};

/// The exit status that says: not possible here.
const UNCHECKED: u8 = 77;
const PARENT: &str = "HEAD^";
const TOOL: &str = "cargo-semver-checks@0.51.0";
/// What the API is made of: the crates that are published, and the versions of what they depend on.
const SOURCES: [&str; 5] = ["src", "gate", "rules", "Cargo.toml", "Cargo.lock"];

/// Compares each crate. Before the first release, a breaking change only needs an entry in the changelog.
pub(crate) fn check() -> Result<ExitCode> {
    if !process::status(git().args(["rev-parse", "--quiet", "--verify", PARENT]))?.success() {
        println!("This checkout has no parent commit to compare with.");
        return Ok(ExitCode::from(UNCHECKED));
    }
    if process::status(git().args(["diff", "--quiet", PARENT, "--"]).args(SOURCES))?.success() {
        println!("No published crate has changed since the parent commit.");
        return Ok(ExitCode::SUCCESS);
    }
    install()?;
    let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
    let folder = folder.path();
    let parent = folder.join("parent");
    extract(PARENT, &parent)?;
    let before = rustdoc::documents(&parent, Items::All, &folder.join("before"))?;
    let now = rustdoc::documents(&checkout::root(), Items::All, &folder.join("now"))?;
    let mut broken = Vec::new();
    for (Document { path: before, .. }, Document { name, path: now }) in before.iter().zip(&now) {
        println!("{name}:");
        let mut cargo = checkout::cargo();
        cargo.args(["semver-checks", "--baseline-rustdoc"]).arg(before).arg("--current-rustdoc").arg(now);
        if !process::status(&mut cargo)?.success() {
            broken.push(name.as_str());
        }
    }
    if broken.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    let is_logged = !process::status(git().args(["diff", "--quiet", PARENT, "--", "CHANGELOG.md"]))?.success();
    println!("The API of {} has a breaking change.", broken.join(", "));
    if is_logged {
        println!("CHANGELOG.md has changed too. That is enough before the first release.");
        return Ok(ExitCode::SUCCESS);
    }
    println!("Undo it, or describe it in CHANGELOG.md.");
    Ok(ExitCode::FAILURE)
}

/// Installs cargo-semver-checks if it is missing. It runs for seconds, and its optimization would take minutes.
fn install() -> Result<()> {
    if process::status(checkout::cargo().args(["semver-checks", "--version"]))?.success() {
        return Ok(());
    }
    let mut install = checkout::cargo();
    install.args(["install", "--quiet", "--locked", TOOL]).env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "0");
    process::run(install.env("CARGO_PROFILE_RELEASE_LTO", "off").env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16"))
}

fn git() -> Command {
    let mut git = Command::new("git");
    git.current_dir(checkout::root());
    git
}

/// Writes the files of a commit into a new folder.
fn extract(commit: &str, folder: &Path) -> Result<()> {
    std::fs::create_dir(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let archive = folder.with_extension("tar");
    process::run(git().args(["archive", "--output"]).arg(&archive).arg(commit))?;
    process::run(Command::new("tar").arg("-xf").arg(&archive).arg("-C").arg(folder))
}
