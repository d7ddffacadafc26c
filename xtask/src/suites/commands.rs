//! What each suite runs.

use std::path::Path;
use std::process::Command;

use anyhow::Result;
use serde_json::Value;

use super::Run;
use crate::backend::{self, Seeded};
use crate::checkout::{self, WASM};
use crate::{demo, interop as libraries, process, tally, tools};

/// Test targets that need a browser, and are suites of their own.
const IN_A_BROWSER: [&str; 2] = ["browser", "e2e"];

/// What two suites select. With other packages or features, the second would compile every dependency again.
const WORKSPACE_TESTS: [&str; 5] =
    ["test", "--workspace", "--no-fail-fast", "--features", "stagepass-native-tests/e2e"];

pub(super) fn native() -> Result<Run> {
    let mut cargo = checkout::cargo();
    cargo.args(WORKSPACE_TESTS).args(["--lib", "--bins"]);
    for target in test_targets(&checkout::metadata()?) {
        cargo.args(["--test", &target]);
    }
    counted(&mut cargo)
}

/// The names of the workspace's integration tests, but for those that need a browser.
fn test_targets(metadata: &Value) -> Vec<String> {
    let of = |value: &Value, key: &str| value.get(key).and_then(Value::as_array).cloned().unwrap_or_default();
    let targets = of(metadata, "packages").into_iter().flat_map(|package| of(&package, "targets"));
    targets
        .filter(|target| of(target, "kind").iter().any(|kind| kind == "test"))
        .filter_map(|target| target.get("name").and_then(Value::as_str).map(str::to_owned))
        .filter(|name| !IN_A_BROWSER.contains(&name.as_str()))
        .collect()
}

pub(super) fn facade() -> Result<Run> {
    tools::npm_packages(&checkout::template())?;
    counted(checkout::npm(&checkout::template()).args(["test", "--silent"]))
}

/// Each library in a program of its own, which starts ours.
pub(super) fn interop() -> Result<Run> {
    let program = backend::build()?;
    let folder = libraries::folder();
    let mut eth_account = Command::new(libraries::python()?);
    eth_account.current_dir(&folder).args(["-B", "test_eth_account.py"]);
    tools::npm_packages(&folder)?;
    let mut ethers = checkout::npm(&folder);
    ethers.args(["test", "--silent"]);
    let run = |command: &mut Command| counted(command.env("STAGEPASS_BACKEND", &program));
    Ok(run(&mut ethers)?.and(run(&mut eth_account)?))
}

/// The page that the runner serves is the app, so its address is chosen before the app is registered.
pub(super) fn browser(chromedriver: &Path) -> Result<Run> {
    tools::wasm_target()?;
    let address = format!("127.0.0.1:{}", tools::free_port()?);
    let redirect_uri = format!("http://{address}/callback");
    let seeded = Seeded::start(&[vec![redirect_uri.clone()], vec![redirect_uri]])?;
    let mut cargo = checkout::cargo();
    cargo.args(["test", "--package", "stagepass", "--target", WASM, "--test", "browser"]);
    seeded.tell(&mut cargo);
    cargo.env("CHROMEDRIVER", chromedriver).env("WASM_BINDGEN_TEST_ADDRESS", address);
    // The drivers of other engines would come first.
    cargo.env_remove("GECKODRIVER").env_remove("SAFARIDRIVER");
    cargo.env(
        "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER",
        format!("{} wasm-test-runner", process::own_program()?.display()),
    );
    counted(&mut cargo)
}

pub(super) fn e2e(chromedriver: &Path) -> Result<Run> {
    demo::build_www()?;
    let mut cargo = checkout::cargo();
    cargo.args(WORKSPACE_TESTS).args(["--test", "e2e"]);
    cargo.env("CHROMEDRIVER", chromedriver).env("STAGEPASS_WWW_DIST", checkout::www().join("dist"));
    counted(&mut cargo)
}

/// Runs `command`, showing its output and counting the tests in it.
fn counted(command: &mut Command) -> Result<Run> {
    let (status, tally) = process::read_output(command, |output| tally::show_and_count(output, std::io::stdout()))?;
    let problem = (!status.success()).then(|| format!("`{}` ended ({status})", process::shown(command)));
    Ok(Run { tally: tally?, problem })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_native_suite_leaves_browsers_alone() {
        let target = |name: &str, kind: &str| serde_json::json!({ "name": name, "kind": [kind] });
        let metadata = serde_json::json!({ "packages": [
            { "targets": [target("a", "lib"), target("browser", "test")] },
            { "targets": [target("flow", "test"), target("e2e", "test"), target("b", "bin")] },
        ] });
        assert_eq!(test_targets(&metadata), ["flow"]);
    }
}
