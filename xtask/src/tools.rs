//! What a fresh machine lacks, installed where that can be done and named where it cannot.

mod drivers;
mod postgres;

use std::env;
use std::fs;
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::SystemTime;

use anyhow::{Context as _, Result, bail};

use crate::checkout::{self, WASM};
use crate::process;

pub(crate) use drivers::driver;
pub(crate) use postgres::{Postgres, postgres};

const OLDEST_NODE: u32 = 20;

static INDEX_IS_FRESH: AtomicBool = AtomicBool::new(false);

/// The standard library of wasm32.
pub(crate) fn wasm_target() -> Result<()> {
    let library = rustc(&["--print", "target-libdir", "--target", WASM])?;
    if library.is_dir() {
        return Ok(());
    }
    process::run(Command::new("rustup").args(["target", "add", WASM]))
        .with_context(|| format!("Rust's target {WASM} is missing: install it with `rustup target add {WASM}`"))
}

/// The standard library's sources, which the release build compiles for size.
pub(crate) fn rust_src() -> Result<()> {
    let sources = rustc(&["--print", "sysroot"])?.join("lib/rustlib/src/rust/library/Cargo.lock");
    if sources.is_file() {
        return Ok(());
    }
    process::run(Command::new("rustup").args(["component", "add", "rust-src"]))
        .context("the release build needs Rust's own sources: install them with `rustup component add rust-src`")
}

/// The target triple of this machine.
pub(crate) fn host() -> Result<String> {
    Ok(process::output(Command::new("rustc").current_dir(checkout::root()).args(["--print", "host-tuple"]))?
        .trim()
        .to_owned())
}

fn rustc(arguments: &[&str]) -> Result<PathBuf> {
    // Asked in the checkout, so that a toolchain chosen for it is the one that answers.
    let printed = process::output(Command::new("rustc").current_dir(checkout::root()).args(arguments))?;
    Ok(PathBuf::from(printed.trim_end()))
}

/// The npm packages of `folder`, as its lock file has them.
///
/// # Errors
/// When Node is missing or too old, or npm fails.
pub(crate) fn npm_packages(folder: &Path) -> Result<()> {
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

/// Whether [`debian_packages`] can be asked for anything.
pub(crate) fn may_install() -> bool {
    rustix::process::geteuid().is_root() && on_path("apt-get").is_some()
}

/// Installs Debian's packages of these names.
pub(crate) fn debian_packages(names: &[&str]) -> Result<()> {
    let apt_get = |arguments: &[&str]| {
        process::run(Command::new("apt-get").args(arguments).env("DEBIAN_FRONTEND", "noninteractive"))
            .with_context(|| format!("{} could not be installed", names.join(" and ")))
    };
    // Once is enough, for whatever else will be missing.
    if !INDEX_IS_FRESH.load(Ordering::Relaxed) {
        apt_get(&["update", "--quiet"])?;
        INDEX_IS_FRESH.store(true, Ordering::Relaxed);
    }
    apt_get(&[&["install", "--yes", "--quiet", "--no-install-recommends"], names].concat())
}

/// The file that a command of this name starts.
pub(crate) fn on_path(program: &str) -> Option<PathBuf> {
    env::split_paths(&env::var_os("PATH")?).map(|folder| folder.join(program)).find(|file| file.is_file())
}

/// A port of 127.0.0.1 that nothing listens on now.
pub(crate) fn free_port() -> Result<u16> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).context("no free port on 127.0.0.1")?;
    Ok(listener.local_addr().context("no free port on 127.0.0.1")?.port())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_version_is_read() {
        assert_eq!(node_major("v20.20.2\n"), Some(20));
        assert_eq!(node_major("20.1"), None);
    }

    #[test]
    fn programs_are_found_on_the_path() {
        assert!(on_path("sh").is_some_and(|file| file.ends_with("sh")));
        assert_eq!(on_path("no-program-has-this-name"), None);
    }
}
