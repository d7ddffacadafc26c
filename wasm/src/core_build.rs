//! Builds what the facade loads from the core's sources: `core.wasm`, the same as JavaScript, and the glue that both
//! share. The same again for clients of any provider, as `openid.wasm`. Also builds `host.js`, the core as JavaScript
//! for hosts that are no browser.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use stagepass_programs::checkout::{self, WASM};
use stagepass_programs::core_build::Build;
use stagepass_programs::{process, tools};
use wasm_bindgen_cli_support::{Bindgen, EncodeInto};

use crate::{glue, js_engine};

/// Flags of both builds. wasm2js can translate neither reference types nor saturating conversions. Without reference
/// types, wasm-bindgen keeps JavaScript's objects in a plain array, which is smaller too. The core needs less than a
/// stack of 64 KiB; the linker's default is 1 MiB. It hashes some hundred bytes, so `sha2` need not unroll its loops.
const FLAGS: [&str; 4] = [
    "-Ctarget-feature=-reference-types,-multivalue,-nontrapping-fptoint",
    "-Clink-arg=-zstack-size=65536",
    "--cfg",
    "sha2_backend_soft=\"compact\"",
];
/// Level 3 of the compiler's own optimizations is as sound as the default level 2, and only takes longer.
const RELEASE_FLAGS: [&str; 3] = ["-Cpanic=immediate-abort", "-Zunstable-options", "-Zmir-opt-level=3"];

/// The features that browsers have had since 2021. Never `--all-features`: no current engine loads such a module.
const FEATURES: [&str; 4] =
    ["--enable-bulk-memory", "--enable-bulk-memory-opt", "--enable-sign-ext", "--enable-mutable-globals"];
/// `--traps-never-happen` and `--low-memory-unused` would save 0.2 KB more. But they declare failed checks unreachable,
/// in code that handles tokens.
const OPTIMIZE: [&str; 7] = [
    "-Oz",
    "--flatten",
    "--rereloop",
    "-Oz",
    "--converge",
    "--one-caller-inline-max-function-size=16",
    "--reorder-functions",
];
/// A run of its own at the end, because each run prints a map.
const SHORTEN: [&str; 2] = ["--minify-imports-and-exports-and-modules", "--strip-producers"];

/// The cores by the names of their files, each with the cargo features of its exports: for the browser, for clients of
/// any provider in a browser, and for a host, whose calls bring an object that performs the effects.
const CORES: [(&str, &str); 3] = [("core", "js"), ("openid", "js,openid"), (HOST, "host")];
const HOST: &str = "host";

/// Builds all cores. Writes `core.wasm`, `core.js` and `core_bg.js`, the same as `openid`, and `host.js` into `folder`.
pub(crate) fn write_core(build: Build, folder: &Path) -> Result<()> {
    tools::wasm_target()?;
    if build == Build::Release {
        tools::rust_src()?;
    }
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    for (name, features) in CORES {
        make(name, &compile(build, features)?, folder)?;
    }
    Ok(())
}

/// Makes the files of a core of its module, unless they were made of the same: it takes longer than the compiler.
fn make(name: &str, module: &[u8], folder: &Path) -> Result<()> {
    let (stamp, inputs) = (folder.join(format!("{name}.stamp")), hash_inputs(module)?);
    if fs::read_to_string(&stamp).is_ok_and(|written| written == inputs) {
        return Ok(());
    }
    // Files that were made only in part must not look complete.
    fs::write(&stamp, "").context("cannot write the stamp")?;
    let scratch = tempfile::tempdir().context("cannot make a temporary folder")?;
    let [compiled, optimized, short] =
        ["compiled.wasm", "optimized.wasm", "short.wasm"].map(|name| scratch.path().join(name));
    fs::write(&compiled, module).context("cannot write a temporary file")?;
    let (bound, glue) = bind(&compiled, scratch.path())?;
    process::run(wasm_opt(&bound, &optimized).args(OPTIMIZE))?;
    let names = process::output(wasm_opt(&optimized, &short).args(SHORTEN))?;
    let glue = glue::rewrite(&glue, &names)?;
    let translated = js_engine::translate(&short, &FEATURES, scratch.path())?;
    let file = |end: &str| folder.join([name, end].concat());
    if name == HOST {
        fs::write(file(".js"), js_engine::host_module(&translated, &glue)?)
            .context("cannot write the module for hosts")?;
    } else {
        fs::write(file("_bg.js"), glue).context("cannot write the glue")?;
        fs::write(file(".js"), translated).context("cannot write the module as JavaScript")?;
        fs::copy(short, file(".wasm")).context("cannot write the module")?;
    }
    fs::write(stamp, inputs).context("cannot write the stamp")
}

/// Returns a hash of what a core's files are made of: its module, this program, and the versions of its tools.
fn hash_inputs(module: &[u8]) -> Result<String> {
    let mut hasher = DefaultHasher::new();
    module.hash(&mut hasher);
    for file in [env::current_exe()?, checkout::template().join("package-lock.json")] {
        fs::read(&file).with_context(|| format!("cannot read {}", file.display()))?.hash(&mut hasher);
    }
    Ok(format!("{:x}", hasher.finish()))
}

/// Runs cargo and returns the module. The next build with other features replaces the file.
fn compile(build: Build, features: &str) -> Result<Vec<u8>> {
    let mut target_dir = checkout::target_dir()?;
    if build == Build::Release {
        // Apart from the other build, which would otherwise be thrown away each time.
        target_dir.push("release-wasm");
    }
    let flags = flags(build);
    let mut cargo = checkout::cargo();
    cargo.args(["rustc", "--package", "stagepass", "--lib", "--target", WASM, "--profile", "wasm", "--config", &flags]);
    // Not in the manifest: a library that is also an `rlib` gets no link-time optimization.
    cargo.args(["--crate-type", "cdylib"]);
    // Without the API for Rust apps.
    cargo.args(["--no-default-features", "--features", features]);
    cargo.arg("--target-dir").arg(&target_dir);
    if build == Build::Release {
        cargo.env("RUSTC_BOOTSTRAP", "1");
        cargo.args(["-Zbuild-std=std,panic_abort", "-Zbuild-std-features=optimize_for_size"]);
    }
    process::run(&mut cargo)?;
    let module = target_dir.join(WASM).join("wasm/stagepass.wasm");
    fs::read(&module).with_context(|| format!("cannot read {}", module.display()))
}

/// An argument of `--config`, for wasm32 alone; RUSTFLAGS would be for the build's own programs as well.
fn flags(build: Build) -> String {
    let release = if build == Build::Release { RELEASE_FLAGS.as_slice() } else { &[] };
    let flags: Vec<_> = FLAGS.iter().chain(release).map(|flag| format!("{flag:?}")).collect();
    format!("target.{WASM}.rustflags=[{}]", flags.join(","))
}

/// Runs wasm-bindgen over `module`. Returns the path of its module, and the glue.
///
/// First removes the list of features: the standard library of stable Rust declares reference types, which the module
/// does not use, and wasm-bindgen would look for their table.
fn bind(module: &Path, folder: &Path) -> Result<(PathBuf, String)> {
    let plain = folder.join("plain.wasm");
    process::run(wasm_opt(module, &plain).args(["--strip-target-features", "--debuginfo"]))?;
    let mut bindgen = Bindgen::new();
    bindgen.input_path(&plain).out_name("core").bundler(true)?.encode_into(EncodeInto::Always);
    let mut output = bindgen.generate_output()?;
    if output.wasm().exports.iter().any(|export| export.name == "__wbindgen_start") {
        bail!("the module wants a function called at its start, which the loader does not do");
    }
    output.emit(folder)?;
    let glue = fs::read_to_string(folder.join("core_bg.js")).context("wasm-bindgen wrote no glue")?;
    Ok((folder.join("core_bg.wasm"), glue))
}

fn wasm_opt(from: &Path, to: &Path) -> Command {
    let mut command = checkout::template_tool("wasm-opt");
    command.arg(from).args(FEATURES).args([OsStr::new("-o"), to.as_os_str()]);
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changed_module_has_another_hash() {
        let [one, same, other] = [b"one", b"one", b"two"].map(|module| hash_inputs(module).unwrap());
        assert_eq!(one, same);
        assert_ne!(one, other);
    }

    #[test]
    fn only_the_release_build_uses_unstable_flags() {
        assert!(!flags(Build::Stable).contains("-Z"));
        assert!(flags(Build::Release).contains(r#""-Cpanic=immediate-abort""#));
    }
}
