//! Installs what a fresh machine lacks, or names it if it cannot be installed.

mod drivers;
mod npm;
mod postgres;

use std::env;
use std::net::{Ipv4Addr, TcpListener};
use std::path::PathBuf;
use std::process::Command;
use std::sync::{Mutex, PoisonError};

use anyhow::{Context as _, Result};

use crate::checkout::{self, WASM};
use crate::process;

pub use drivers::{driver, headless_shell};
pub use npm::{install, npm_packages};
pub use postgres::{Postgres, postgres};

/// Whether apt-get knows the newest packages. apt-get runs once at a time.
static INDEX_IS_FRESH: Mutex<bool> = Mutex::new(false);

/// The standard library of wasm32.
///
/// # Errors
/// If rustup cannot add it.
pub fn wasm_target() -> Result<()> {
    let library = rustc(&["--print", "target-libdir", "--target", WASM])?;
    if library.is_dir() {
        return Ok(());
    }
    process::run(Command::new("rustup").args(["target", "add", WASM]))
        .with_context(|| format!("Rust's target {WASM} is missing: install it with `rustup target add {WASM}`"))
}

/// The standard library's sources, which the release build compiles for size.
///
/// # Errors
/// If rustup cannot add them.
pub fn rust_src() -> Result<()> {
    let sources = rustc(&["--print", "sysroot"])?.join("lib/rustlib/src/rust/library/Cargo.lock");
    if sources.is_file() {
        return Ok(());
    }
    process::run(Command::new("rustup").args(["component", "add", "rust-src"]))
        .context("the release build needs Rust's own sources: install them with `rustup component add rust-src`")
}

/// The target triple of this machine.
///
/// # Errors
/// If there is no rustc.
pub fn host() -> Result<String> {
    Ok(process::output(Command::new("rustc").current_dir(checkout::root()).args(["--print", "host-tuple"]))?
        .trim()
        .to_owned())
}

fn rustc(arguments: &[&str]) -> Result<PathBuf> {
    // Run in the checkout, so that its own toolchain is used.
    let printed = process::output(Command::new("rustc").current_dir(checkout::root()).args(arguments))?;
    Ok(PathBuf::from(printed.trim_end()))
}

/// Whether [`debian_packages`] can be asked for anything.
pub fn may_install() -> bool {
    rustix::process::geteuid().is_root() && on_path("apt-get").is_some()
}

/// Installs Debian's packages of these names.
///
/// # Errors
/// If apt-get fails.
pub fn debian_packages(names: &[&str]) -> Result<()> {
    let apt_get = |arguments: &[&str]| {
        process::run(Command::new("apt-get").args(arguments).env("DEBIAN_FRONTEND", "noninteractive"))
            .with_context(|| format!("{} could not be installed", names.join(" and ")))
    };
    // Once is enough for all later installations.
    let mut is_fresh = INDEX_IS_FRESH.lock().unwrap_or_else(PoisonError::into_inner);
    if !*is_fresh {
        apt_get(&["update", "--quiet"])?;
        *is_fresh = true;
    }
    apt_get(&[&["install", "--yes", "--quiet", "--no-install-recommends"], names].concat())
}

/// The file that a command of this name starts.
pub fn on_path(program: &str) -> Option<PathBuf> {
    env::split_paths(&env::var_os("PATH")?).map(|folder| folder.join(program)).find(|file| file.is_file())
}

/// A port of 127.0.0.1 that nothing listens on now.
///
/// # Errors
/// If no port is free.
pub fn free_port() -> Result<u16> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).context("no free port on 127.0.0.1")?;
    Ok(listener.local_addr().context("no free port on 127.0.0.1")?.port())
}
