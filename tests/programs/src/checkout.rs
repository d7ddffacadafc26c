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

/// Cargo in the checkout's top folder. Removes variables that would *replace* the rustflags of `.cargo/config.toml`,
/// which select the compact SHA-256. Also removes what `cargo run` sets for the program that it runs: ring's build
/// script reads it, and ring and its dependents would be compiled again after each build from a shell.
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

/// The output of `cargo metadata` about the workspace's packages.
#[derive(Debug, Deserialize)]
pub struct Metadata {
    /// The target folder, which the environment or a configuration file may set.
    pub target_directory: PathBuf,
    /// The members of the workspace.
    pub packages: Vec<Package>,
}

/// A member of the workspace.
#[derive(Debug, Deserialize)]
pub struct Package {
    /// Its name.
    pub name: String,
    /// Its build targets.
    pub targets: Vec<Target>,
}

/// A library, a program or a test.
#[derive(Debug, Deserialize)]
pub struct Target {
    /// Its name.
    pub name: String,
    /// The file that its other modules are beside or below.
    #[serde(default)]
    pub src_path: PathBuf,
    kind: Vec<String>,
}

impl Target {
    /// Whether it is an integration test.
    pub fn is_test(&self) -> bool {
        self.is("test")
    }

    /// Whether it is a program.
    pub fn is_program(&self) -> bool {
        self.is("bin")
    }

    /// Whether it is a library.
    pub fn is_library(&self) -> bool {
        ["lib", "rlib", "cdylib", "proc-macro"].iter().any(|kind| self.is(kind))
    }

    fn is(&self, kind: &str) -> bool {
        self.kind.iter().any(|its| its == kind)
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
