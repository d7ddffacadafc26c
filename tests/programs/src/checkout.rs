//! Where things are in this checkout, and how cargo, node and npm are called in it.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Result;
use serde::Deserialize;

use crate::process;

/// The target triple of the core.
pub const WASM: &str = "wasm32-unknown-unknown";

/// The checkout's top folder.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here).to_path_buf()
}

/// The facade's sources, and what the published package is made from.
pub fn template() -> PathBuf {
    root().join("pkg-template")
}

/// The publishable package.
pub fn package() -> PathBuf {
    root().join("pkg")
}

/// The demo.
pub fn www() -> PathBuf {
    root().join("www")
}

/// Cargo in the checkout's top folder. The variables that would *replace* the rustflags of `.cargo/config.toml`, and so drop the compact SHA-256, are removed; and
/// what `cargo run` has said of the program that it runs: ring's build script looks at it, and all above ring would be compiled again whenever a shell's cargo has been at work.
pub fn cargo() -> Command {
    let mut command = Command::new("cargo");
    command.current_dir(root());
    for name in [
        "RUSTFLAGS",
        "CARGO_ENCODED_RUSTFLAGS",
        "CARGO_BUILD_RUSTFLAGS",
        "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS",
    ] {
        command.env_remove(name);
    }
    let is_of_xtask = |name: &str| ["CARGO_MANIFEST_", "CARGO_PKG_"].iter().any(|start| name.starts_with(start));
    for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_str().is_some_and(is_of_xtask)) {
        command.env_remove(name);
    }
    command
}

/// What `cargo metadata` says of the workspace's own packages.
#[derive(Debug, Deserialize)]
pub struct Metadata {
    /// The folder of what cargo builds, wherever the environment or a configuration file puts it.
    pub target_directory: PathBuf,
    /// The members of the workspace.
    pub packages: Vec<Package>,
}

/// A member of the workspace.
#[derive(Debug, Deserialize)]
pub struct Package {
    /// What cargo can build of it.
    pub targets: Vec<Target>,
}

/// A library, a program or a test.
#[derive(Debug, Deserialize)]
pub struct Target {
    /// Its name.
    pub name: String,
    kind: Vec<String>,
}

impl Target {
    /// Whether it is an integration test.
    pub fn is_test(&self) -> bool {
        self.kind.iter().any(|kind| kind == "test")
    }
}

/// Runs `cargo metadata`.
///
/// # Errors
/// If cargo fails.
pub fn metadata() -> Result<Metadata> {
    process::json(cargo().args(["metadata", "--no-deps", "--format-version", "1"]))
}

/// Cargo's target folder.
///
/// # Errors
/// If cargo fails.
pub fn target_dir() -> Result<PathBuf> {
    Ok(metadata()?.target_directory)
}

/// npm in `folder`, without its talk about funding and audits.
pub fn npm(folder: &Path) -> Command {
    let mut command = Command::new("npm");
    command.current_dir(folder).env("npm_config_audit", "false").env("npm_config_fund", "false");
    command.env("npm_config_update_notifier", "false");
    command
}

/// Node in `folder`.
pub fn node(folder: &Path) -> Command {
    let mut command = Command::new("node");
    command.current_dir(folder);
    command
}

/// A tool that npm installed for the package template.
pub fn template_tool(name: &str) -> Command {
    let mut command = Command::new(template().join("node_modules/.bin").join(name));
    command.current_dir(template());
    command
}
