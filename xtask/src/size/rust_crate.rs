//! `cargo xtask size --rust`: what the crate `stagepass` adds to a Leptos app.

use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result};
use stagepass_programs::checkout::{self, WASM};
use stagepass_programs::{core_build, process, tools};

/// The features of `tests/size`, with what each adds.
const BUILDS: [(&str, &str); 3] = [("", "without stagepass"), ("sign-in", "sign-in"), ("music", "sign-in and music")];

/// As `trunk` calls it, with the features that the compiler uses.
const OPTIMIZE: [&str; 8] = [
    "-Oz",
    "--enable-bulk-memory",
    "--enable-bulk-memory-opt",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
];

/// Builds the smallest Leptos app without and with the crate, for release, and prints the difference.
///
/// # Errors
/// If a build fails.
pub(crate) fn measure() -> Result<()> {
    tools::wasm_target()?;
    tools::npm_packages(&checkout::template())?;
    let sizes = BUILDS.iter().map(|(feature, _)| build(feature)).collect::<Result<Vec<_>>>()?;
    let plain = sizes.first().copied().context("nothing was built")?;
    println!("\n{:20} {:>10} {:>10}", "Leptos app", "brotli 11", "added");
    for ((_, name), size) in BUILDS.iter().zip(&sizes) {
        println!("{name:20} {size:>10} {:>10}", size.saturating_sub(plain));
    }
    Ok(())
}

/// Returns the bytes of brotli of the module and its JavaScript.
fn build(feature: &str) -> Result<u64> {
    let target_dir = checkout::target_dir()?.join("examples");
    let mut cargo = checkout::cargo();
    cargo.args(["build", "--release", "--target", WASM, "--manifest-path", "tests/size/Cargo.toml"]);
    process::run(cargo.args(["--features", feature, "--target-dir"]).arg(&target_dir))?;
    let folder = tempfile::tempdir()?;
    let [module, optimized] = ["app_bg.wasm", "app.wasm"].map(|name| folder.path().join(name));
    let mut bind = Command::new(core_build::program()?);
    bind.args(["wasm-bindgen", "--target", "web", "--no-typescript", "--out-name", "app", "--out-dir"]);
    process::run(bind.arg(folder.path()).arg(target_dir.join(WASM).join("release/stagepass-size.wasm")))?;
    process::run(checkout::template_tool("wasm-opt").args(OPTIMIZE).arg("-o").arg(&optimized).arg(&module))?;
    brotli(&[&optimized, &folder.path().join("app.js")])
}

/// Returns the bytes of these files, each compressed.
fn brotli(files: &[&Path]) -> Result<u64> {
    let script = "const { readFileSync } = require('node:fs'); const { brotliCompressSync } = require('node:zlib');
        console.log(process.argv.slice(1).map((file) => brotliCompressSync(readFileSync(file)).length).reduce((a, b) => a + b));";
    let printed = process::output(checkout::node(&checkout::root()).args(["-e", script]).args(files))?;
    printed.trim().parse().with_context(|| format!("{printed:?} is no number"))
}
