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
use tempfile::TempDir;
use wasm_bindgen_cli_support::Bindgen;

use crate::rim::Rim;
use crate::{glue, host_module, js_engine};

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

/// Builds the core and the glue for all rims. Writes `core.wasm`, `core.js` and `core_bg.js`, the same as `openid`, and
/// `host.js` into `folder`, unless they are there and would be the same: the steps after the compiler take most of the
/// time.
pub(crate) fn write_core(build: Build, folder: &Path) -> Result<()> {
    tools::wasm_target()?;
    if build == Build::Release {
        tools::rust_src()?;
    }
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let [host, web, openid] = [Rim::Host, Rim::Web, Rim::WebOpenId].map(|rim| compile(build, rim));
    let [host, web, openid] = [host?, web?, openid?];
    let (inputs, stamp) = (Inputs::of([&host, &web, &openid])?, folder.join("stamp"));
    if fs::read_to_string(&stamp).is_ok_and(|written| written == inputs.stamp(folder)) {
        return Ok(());
    }
    let host = make(&host)?;
    let host = host_module::join(&host.translated, &host.glue(Rim::Host)?)?;
    fs::write(folder.join("host.js"), host).context("cannot write the module for hosts")?;
    for (module, rim, name) in [(web, Rim::Web, "core"), (openid, Rim::WebOpenId, "openid")] {
        let made = make(&module)?;
        let file = |end: &str| folder.join(format!("{name}{end}"));
        fs::write(file("_bg.js"), made.glue(rim)?).context("cannot write the glue")?;
        fs::write(file(".js"), &made.translated).context("cannot write the module as JavaScript")?;
        fs::copy(made.scratch.path().join(SHORT), file(".wasm")).context("cannot write the module")?;
    }
    fs::write(stamp, inputs.stamp(folder)).context("cannot write the stamp")
}

/// A hash of all that the files are made of: the modules, this program, and the versions of its tools.
struct Inputs(DefaultHasher);

impl Inputs {
    fn of(modules: [&[u8]; 3]) -> Result<Self> {
        let mut hasher = DefaultHasher::new();
        modules.hash(&mut hasher);
        for file in [env::current_exe()?, checkout::template().join("package-lock.json")] {
            fs::read(&file).with_context(|| format!("cannot read {}", file.display()))?.hash(&mut hasher);
        }
        Ok(Self(hasher))
    }

    /// Returns what stands for the inputs and the files that were made of them: other files are made again.
    fn stamp(&self, folder: &Path) -> String {
        let mut hasher = self.0.clone();
        for file in FILES {
            fs::read(folder.join(file)).ok().hash(&mut hasher);
        }
        format!("{:x}", hasher.finish())
    }
}

/// The core.
struct Made {
    /// wasm-bindgen's glue.
    long_glue: String,
    names: glue::Names,
    /// The module as JavaScript.
    translated: String,
    /// Has the module itself, under the name [`SHORT`].
    scratch: TempDir,
}

impl Made {
    /// Returns the glue for a rim.
    fn glue(&self, rim: Rim) -> Result<String> {
        glue::rewrite(&glue::patch(&self.long_glue, rim)?, &self.names)
    }
}

const SHORT: &str = "core.wasm";

/// What is written.
const FILES: [&str; 7] = [SHORT, "core.js", "core_bg.js", "openid.wasm", "openid.js", "openid_bg.js", "host.js"];

fn make(module: &[u8]) -> Result<Made> {
    let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
    let scratch = folder.path();
    let compiled = scratch.join("compiled.wasm");
    fs::write(&compiled, module).context("cannot write a temporary file")?;
    let (bound, long_glue) = bind(&compiled, scratch)?;
    let [optimized, short] = ["optimized.wasm", SHORT].map(|name| scratch.join(name));
    process::run(wasm_opt(&bound, &optimized).args(OPTIMIZE))?;
    let names = glue::Names::parse(&process::output(wasm_opt(&optimized, &short).args(SHORTEN))?)?;
    let translated = js_engine::translate(&short, &FEATURES, scratch)?;
    Ok(Made { long_glue, names, translated, scratch: folder })
}

/// Runs cargo and returns the module. The next build for the other rim replaces the file.
fn compile(build: Build, rim: Rim) -> Result<Vec<u8>> {
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
    cargo.args(["--no-default-features", "--features", rim.features()]);
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
    let mut output = bindgen.input_path(&plain).out_name("core").bundler(true)?.typescript(false).generate_output()?;
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
    fn changed_file_has_another_stamp() {
        let folder = tempfile::tempdir().unwrap();
        let inputs = Inputs::of([b"host", b"web", b"openid"]).unwrap();
        let missing = inputs.stamp(folder.path());
        fs::write(folder.path().join(SHORT), "a").unwrap();
        let written = inputs.stamp(folder.path());
        assert_ne!(written, missing);
        assert_eq!(Inputs::of([b"host", b"web", b"openid"]).unwrap().stamp(folder.path()), written);
        assert_ne!(Inputs::of([b"host", b"web", b"new"]).unwrap().stamp(folder.path()), written);
        fs::write(folder.path().join(SHORT), "b").unwrap();
        assert_ne!(inputs.stamp(folder.path()), written);
    }

    #[test]
    fn only_the_release_build_uses_unstable_flags() {
        assert!(!flags(Build::Stable).contains("-Z"));
        assert!(flags(Build::Release).contains(r#""-Cpanic=immediate-abort""#));
    }
}
