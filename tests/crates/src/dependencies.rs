//! What the npm package's core must not depend on: what only the API for Rust apps needs.

use anyhow::Result;
use stagepass_programs::checkout::{self, WASM};
use stagepass_programs::process;

/// Builds on wasm32, and what none of them may contain.
const BUILDS: [(&[&str], &[&str]); 2] =
    [(&["--no-default-features"], &ONLY_FOR_RUST), (&["--features", "native"], &["reqwest", "tokio"])];

/// They would make the npm package larger.
const ONLY_FOR_RUST: [&str; 7] =
    ["gloo-storage", "http", "reqwest", "serde", "serde-wasm-bindgen", "tokio", "wasm-bindgen-futures"];

/// Returns a problem for each dependency that a build on wasm32 must not have.
pub(crate) fn problems() -> Result<Vec<String>> {
    let mut problems = Vec::new();
    for (features, forbidden) in BUILDS {
        let mut cargo = checkout::cargo();
        cargo.args(["tree", "--package", "stagepass", "--target", WASM, "--edges", "normal", "--prefix", "none"]);
        let tree = process::output(cargo.args(["--format", "{p}"]).args(features))?;
        let used = tree.lines().filter_map(|line| line.split(' ').next());
        let mut wrong: Vec<_> = used.filter(|name| forbidden.contains(name)).collect();
        wrong.dedup();
        let features = features.join(" ");
        problems.extend(wrong.iter().map(|name| format!("stagepass {features} on {WASM} depends on {name}")));
    }
    Ok(problems)
}
