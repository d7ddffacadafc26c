//! The workspace's own programs, built by cargo.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Result;

use crate::{checkout, process};

/// A program of the workspace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binary {
    /// The service, the stream node and the access server
    Backend,
    /// The web server of the demo, which also makes its music
    Demo,
    /// Benchmarks, proofs and fuzzing
    Proof,
    /// An S3-compatible service
    S3,
    /// A user who approves authorization requests
    User,
    /// Makes the core's WebAssembly and JavaScript
    Wasm,
}

/// How it is compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Profile {
    /// Quick to build
    Debug,
    /// Quick to run: for what is measured
    Release,
}

/// What each command of a test run selects. With other packages or features, cargo would compile half of the
/// dependencies again.
pub const SELECTION: [&str; 1] = ["--workspace"];

static TESTS_ARE_BUILT: AtomicBool = AtomicBool::new(false);

impl Binary {
    /// Its package and its name.
    fn target(self) -> [&'static str; 2] {
        match self {
            Self::Backend => ["stagepass-backend"; 2],
            Self::Demo => ["stagepass-demo"; 2],
            Self::Proof => ["stagepass-proof"; 2],
            Self::S3 => ["stagepass-test-support", "stagepass-s3"],
            Self::User => ["stagepass-test-support", "stagepass-user"],
            Self::Wasm => ["stagepass-wasm"; 2],
        }
    }
}

/// Builds programs and returns their paths.
///
/// # Errors
/// If one does not compile.
pub fn build<const COUNT: usize>(binaries: [Binary; COUNT], profile: Profile) -> Result<[PathBuf; COUNT]> {
    let folder = match profile {
        Profile::Debug => "debug",
        Profile::Release => "release",
    };
    let targets = binaries.map(Binary::target);
    if profile == Profile::Release || !TESTS_ARE_BUILT.load(Ordering::Relaxed) {
        let mut cargo = checkout::cargo();
        cargo.arg("build");
        match profile {
            Profile::Debug => cargo.args(SELECTION),
            Profile::Release => cargo.arg("--release").args(targets.iter().flat_map(|[name, _]| ["--package", name])),
        };
        process::run(cargo.args(targets.iter().flat_map(|[_, name]| ["--bin", name])))?;
    }
    let folder = checkout::target_dir()?.join(folder);
    Ok(targets.map(|[_, name]| folder.join(name)))
}

/// Call this after `cargo test` of the [`SELECTION`], which builds the debug programs too. To find that takes cargo a
/// second each time.
pub fn skip_debug_builds() {
    TESTS_ARE_BUILT.store(true, Ordering::Relaxed);
}
