//! What each suite runs.

use std::process::Command;
use std::thread::available_parallelism;

use anyhow::{Context as _, Result};
use serde_json::Value;
use stagepass_programs::browser::Browser;
use stagepass_programs::checkout::{self, WASM};
use stagepass_programs::postgres::Cluster;
use stagepass_programs::{core_build, interop as libraries, process, tools};

use super::compiled::{self, CompiledTest};
use super::exceptions::{self, Exception};
use super::place::{Page, Place};
use super::plan::Stories;
use super::run::{Run, counted, read};
use super::secrets::Evidence;
use super::stories::{self, Seen, Verdicts};
use crate::programs::{self, Program};

/// Test targets that need a browser, and are suites of their own.
const IN_A_BROWSER: [&str; 3] = ["browser", "e2e", "packaging"];

/// What every suite selects that does not run in a browser's own engine. With other packages or features, the next would compile every dependency again.
const WORKSPACE_TESTS: [&str; 5] =
    ["test", "--workspace", "--no-fail-fast", "--features", "stagepass-native-tests/e2e"];

/// Test targets that start no service, or none whose database matters.
const WITHOUT_A_SERVICE: [&str; 5] = ["commands", "gate", "program", "s3", "schedules"];

pub(super) fn native(evidence: &Evidence) -> Result<Run> {
    let mut cargo = native_tests()?;
    evidence.tell(&mut cargo);
    let run = counted(&mut cargo)?;
    if run.tally.passed > 0 {
        programs::have_been_built();
    }
    Ok(run)
}

/// The tests with a service, once more; those about SQLite itself say so by their names.
pub(super) fn native_on_postgres(evidence: &Evidence, cluster: &Cluster) -> Result<Run> {
    let mut all = Run::default();
    for program in compiled(&mut native_tests()?)? {
        if WITHOUT_A_SERVICE.contains(&program.target.as_str()) {
            continue;
        }
        println!("\n{} on PostgreSQL", program.target);
        let mut command = program.command();
        evidence.tell(&mut command);
        command.env("STAGEPASS_TEST_POSTGRES", cluster.url()).args(["--skip", "sqlite"]);
        all = all.and(counted(&mut command)?);
    }
    Ok(all)
}

fn native_tests() -> Result<Command> {
    let mut cargo = checkout::cargo();
    cargo.args(WORKSPACE_TESTS).args(["--lib", "--bins"]);
    for target in test_targets(&checkout::metadata()?) {
        cargo.args(["--test", &target]);
    }
    Ok(cargo)
}

/// What drives a browser from outside: a test target besides those of `native`.
///
/// Cargo is asked for all of them, and not to run any: with fewer targets it would choose other features for what macros are made with, and compile all above
/// them a second time.
fn driving_a_browser(target: &str) -> Result<CompiledTest> {
    let programs = compiled(native_tests()?.args(["--test", target]))?;
    programs.into_iter().find(|program| program.target == target).with_context(|| format!("cargo made no {target}"))
}

/// The integration tests that `cargo` would run.
fn compiled(cargo: &mut Command) -> Result<Vec<CompiledTest>> {
    Ok(compiled::listed(&process::output(cargo.args(["--no-run", "--message-format", "json"]))?))
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
pub(super) fn interop(evidence: &Evidence) -> Result<Run> {
    let [program] = programs::build([Program::Backend])?;
    let folder = libraries::folder();
    let mut eth_account = Command::new(libraries::python()?);
    eth_account.current_dir(&folder).args(["-B", "test_eth_account.py"]);
    tools::npm_packages(&folder)?;
    let mut of_npm = checkout::npm(&folder);
    of_npm.args(["test", "--silent"]);
    evidence.tell(&mut of_npm);
    let run = |command: &mut Command| counted(command.env("STAGEPASS_BACKEND", &program));
    Ok(run(&mut of_npm)?.and(run(&mut eth_account)?))
}

/// The few rounds of the proofs that every change has the time for.
pub(super) fn service() -> Result<Run> {
    let [proof, backend, s3] = programs::build([Program::Proof, Program::Backend, Program::S3])?;
    counted(Command::new(proof).arg("suite").arg(backend).arg(s3))
}

pub(super) fn browser(place: &Place, page: &Page) -> Result<Run> {
    tools::wasm_target()?;
    let runner = format!("{} wasm-test-runner", core_build::program()?.display());
    let cargo = || {
        let mut cargo = checkout::cargo();
        cargo.args(["test", "--package", "stagepass", "--target", WASM, "--test", "browser"]);
        page.seeded.tell(&mut cargo);
        place.tell_runner(&mut cargo);
        cargo.env("WASM_BINDGEN_TEST_ADDRESS", &page.address);
        cargo.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER", &runner).arg("--");
        cargo
    };
    lived_through(cargo, |_| Ok(vec![]), |_| false)
}

/// Stories, by their modules, in which browsers differ least. A run that asks for nothing in particular has them told in Chromium alone: in all of them they
/// take ten minutes more.
const TOLD_IN_ONE: [&str; 25] = [
    "diagnose",
    "login::forged",
    "login::full_page",
    "login::many_logins",
    "login::on_the_way",
    "login::others_answers",
    "login::superseded",
    "login::two_logins",
    "login::wrong_answers",
    "react",
    "service::consent",
    "service::developer",
    "service::failed_answers",
    "service::failing_service",
    "service::registration",
    "session",
    "session::calls",
    "session::kept",
    "session::refresh",
    "session::traces",
    "tracks::gates",
    "tracks::gates_together",
    "tracks::own_tracks",
    "tracks::owner",
    "tracks::unfinished",
];

/// The dozen of `--quick`, by their modules.
const DOZEN: [&str; 3] = ["login::full_page", "login::popup", "session"];

fn is_of(modules: &[&str], story: &str) -> bool {
    story.rsplit_once("::").is_some_and(|(module, _)| modules.contains(&module))
}

pub(super) fn e2e(place: &Place, told: Stories) -> Result<Run> {
    let program = driving_a_browser("e2e")?;
    let tests = || {
        let mut tests = program.command();
        // Browsers keep the processors busy, but for their waits.
        tests.env("RUST_TEST_THREADS", (available_parallelism().map_or(1, usize::from) + 1).to_string());
        place.tell(&mut tests);
        tests
    };
    let exceptions =
        |stories: &[String]| Ok(exceptions::of(exceptions::exceptions(stories)?, place.browser, place.engine));
    let is_left_out = |story: &str| match told {
        Stories::All => false,
        Stories::WhereBrowsersDiffer => place.browser != Browser::Chromium && is_of(&TOLD_IN_ONE, story),
        Stories::Dozen => !is_of(&DOZEN, story),
    };
    lived_through(tests, exceptions, is_left_out)
}

pub(super) fn packaging(place: &Place) -> Result<Run> {
    let program = driving_a_browser("packaging")?;
    let tests = || {
        let mut tests = program.command();
        place.tell(&mut tests);
        tests
    };
    lived_through(tests, |_| Ok(vec![]), |_| false)
}

/// Runs the tests of one target but for the exceptions and those that are left out, and tells what became of each. `tests` makes commands that take libtest's
/// arguments.
fn lived_through(
    tests: impl Fn() -> Command,
    exceptions: impl FnOnce(&[String]) -> Result<Vec<Exception>>,
    is_left_out: impl Fn(&str) -> bool,
) -> Result<Run> {
    let stories = stories::listed(&process::output(tests().args(["--list", "--format", "terse"]))?);
    let mut exceptions = exceptions(&stories)?;
    let (left_out, stories): (Vec<_>, Vec<_>) = stories.into_iter().partition(|story| is_left_out(story));
    exceptions.retain(|exception| !left_out.contains(&exception.story));
    let mut command = tests();
    command.arg("--exact");
    if !left_out.is_empty() {
        println!("{} stories are left to `cargo xtask test --only e2e`", left_out.len());
        command.args(left_out.iter().flat_map(|story| ["--skip", story]));
    }
    command.args(exceptions.iter().flat_map(|exception| ["--skip", &exception.story]));
    let mut verdicts = Verdicts::default();
    let mut run = read(&mut command, |line| verdicts.read(line))?;
    run.stories = verdicts.of(stories, &exceptions);
    let passed = run.stories.iter().filter(|(_, seen)| *seen == Seen::Passed).count();
    if run.problem.is_none() && u32::try_from(passed) != Ok(run.tally.passed) {
        run.problem = Some(format!("{passed} stories are said to have passed"));
    }
    Ok(run)
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
