//! What each suite runs.

use std::path::Path;
use std::process::Command;
use std::thread::available_parallelism;

use anyhow::{Context as _, Result};
use stagepass_programs::binaries::{self, Binary, Profile};
use stagepass_programs::browser::Browser;
use stagepass_programs::checkout::{self, Metadata, Target, WASM};
use stagepass_programs::core_build::{self, Build};
use stagepass_programs::example_apps::ExampleApp;
use stagepass_programs::postgres::Cluster;
use stagepass_programs::{interop as libraries, process, tools};

use super::browser_setup::{AppPage, BrowserSetup};
use super::exceptions::{self, Exception};
use super::plan::E2eSelection;
use super::run::{Run, run, run_and_read};
use super::secrets::TestFolder;
use super::test_binaries::{self, TestBinary};
use super::test_results::{self, ResultParser, TestResult};
use crate::backend::Backend;

/// Test targets that need a browser, and are suites of their own.
const IN_A_BROWSER: [&str; 3] = ["browser", "e2e", "packaging"];

/// Test targets that do not depend on the service's database: they start no service, or test the client or the command
/// line.
const NOT_ON_POSTGRES: [&str; 9] = ["app", "commands", "flow", "music", "program", "rules", "s3", "schedules", "seeds"];

/// A redirect URI of an app on a phone: its own scheme, to which no server responds.
const PHONE_REDIRECT_URI: &str = "com.example.stagepass://callback";

pub(super) fn native(folder: &TestFolder) -> Result<Run> {
    let mut cargo = native_tests()?;
    folder.set_env(&mut cargo);
    let run = run(&mut cargo)?;
    if run.tally.passed > 0 {
        binaries::skip_debug_builds();
    }
    Ok(run)
}

/// The tests of the backend again, but for those about SQLite itself, which have it in their names.
pub(super) fn native_on_postgres(folder: &TestFolder, cluster: &Cluster) -> Result<Run> {
    let mut all = Run::default();
    for binary in test_binaries::compile(&mut native_tests()?)? {
        if NOT_ON_POSTGRES.contains(&binary.name()) {
            continue;
        }
        println!("\n{} on PostgreSQL", binary.name());
        let mut command = binary.command();
        folder.set_env(&mut command);
        command.env("STAGEPASS_TEST_POSTGRES", cluster.url()).args(["--skip", "sqlite"]);
        all = all.and(run(&mut command)?);
    }
    Ok(all)
}

fn native_tests() -> Result<Command> {
    let mut cargo = checkout::cargo();
    cargo.args(["test", "--no-fail-fast"]).args(binaries::SELECTION).args(["--lib", "--bins"]);
    cargo.args(test_targets(checkout::metadata()?).iter().flat_map(|target| ["--test", target]));
    Ok(cargo)
}

/// The names of the workspace's integration tests, but for those that need a browser.
fn test_targets(metadata: Metadata) -> Vec<String> {
    let targets = metadata.packages.into_iter().flat_map(|package| package.targets);
    let names = targets.filter(Target::is_test).map(|target| target.name);
    names.filter(|name| !IN_A_BROWSER.contains(&name.as_str())).collect()
}

pub(super) fn facade() -> Result<Run> {
    tools::npm_packages(&checkout::template())?;
    run(checkout::npm(&checkout::template()).args(["test", "--silent"]))
}

/// Each implementation has a program of its own, which starts the backend.
pub(super) fn interop(folder: &TestFolder) -> Result<Run> {
    let [backend] = binaries::build([Binary::Backend], Profile::Debug)?;
    let programs = libraries::folder();
    let mut python = Command::new(libraries::python()?);
    python.current_dir(&programs).args(["-B", "test_eth_account.py"]);
    tools::npm_packages(&programs)?;
    let mut node = checkout::npm(&programs);
    node.args(["test", "--silent"]);
    folder.set_env(&mut node);
    Ok(run(node.env("STAGEPASS_BACKEND", &backend))?.and(run(python.env("STAGEPASS_BACKEND", &backend))?))
}

/// A few rounds of the long proofs.
pub(super) fn service() -> Result<Run> {
    let [proof, backend, s3] = binaries::build([Binary::Proof, Binary::Backend, Binary::S3], Profile::Debug)?;
    run(Command::new(proof).arg("suite").arg(backend).arg(s3))
}

/// Compares the core as WebAssembly and as JavaScript, with the same inputs in every run. Then runs the client on the
/// real core, with the tests of the fake client in `stagepass/testing`.
pub(super) fn engines(core_is_built: bool) -> Result<Run> {
    let template = checkout::template();
    if !core_is_built {
        tools::npm_packages(&template)?;
        core_build::write(Build::Stable, &template.join("core"))?;
    }
    let engines = run(checkout::npm(&checkout::root().join("tests/engines")).args(["test", "--silent"]))?;
    Ok(engines.and(run(checkout::npm(&template).args(["run", "--silent", "test:core"]))?))
}

/// Installs the package next to two versions of React Native, as an app would.
pub(super) fn phones(tarball: &Path, chromedriver: &Path, folder: &TestFolder) -> Result<Run> {
    let programs = checkout::root().join("tests/phones");
    for programs in [&programs, &programs.join("react-native-0.71")] {
        tools::install(tarball, programs)?;
    }
    let backend = Backend::temporary(PHONE_REDIRECT_URI, folder.log("phones.log")?)?;
    let mut tests = checkout::npm(&programs);
    tests.args(["test", "--silent"]).env(Browser::Chromium.driver_variable(), chromedriver);
    backend.set_env(&mut tests);
    folder.set_env(&mut tests);
    run(&mut tests)
}

pub(super) fn browser(setup: &BrowserSetup, page: &AppPage) -> Result<Run> {
    tools::wasm_target()?;
    let runner = format!("{} wasm-test-runner", core_build::program()?.display());
    run_tests(|| {
        let mut cargo = checkout::cargo();
        cargo.args(["test", "--package", "stagepass", "--target", WASM, "--test", "browser"]);
        page.backend.set_env(&mut cargo);
        setup.set_runner_env(&mut cargo);
        cargo.env("WASM_BINDGEN_TEST_ADDRESS", &page.address);
        cargo.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER", &runner).arg("--");
        cargo
    })
}

/// Modules of end-to-end tests in which browsers differ least. Without options, they run in Chromium only, because all
/// browsers together take ten minutes more.
const CHROMIUM_ONLY: &str = "\
    diagnose login::forged login::full_page login::many_logins login::on_the_way login::others_answers \
    login::superseded login::two_logins login::wrong_answers react service::consent service::developer \
    service::failed_answers service::failing_service service::oidc_provider service::registration \
    service::stand_ins session session::calls session::refresh session::service_logout \
    session::traces tracks::gates tracks::gates_together tracks::own_tracks tracks::owner tracks::unfinished";

/// The modules of `--quick`.
const SMOKE_TESTS: &str = "login::full_page login::popup session";

/// The module of the example apps' tests, which are a suite of their own.
const EXAMPLE_APPS: &str = "example_apps";

fn is_selected(test: &str, selection: E2eSelection, browser: Browser) -> bool {
    let module = test.rsplit_once("::").map(|(module, _)| module);
    let is_in = |modules: &str| modules.split(' ').any(|name| Some(name) == module);
    match selection {
        _ if is_in(EXAMPLE_APPS) => false,
        E2eSelection::All => true,
        E2eSelection::BrowserSpecific => browser == Browser::Chromium || !is_in(CHROMIUM_ONLY),
        E2eSelection::Smoke => is_in(SMOKE_TESTS),
    }
}

pub(super) fn e2e(setup: &BrowserSetup, selection: E2eSelection) -> Result<Run> {
    let command = e2e_command(setup)?;
    let all = list_tests(command())?;
    let mut exceptions = exceptions::exceptions(&all)?;
    let (selected, omitted): (Vec<_>, Vec<_>) =
        all.into_iter().partition(|test| is_selected(test, selection, setup.browser));
    if !omitted.is_empty() {
        println!("{} tests are omitted: `cargo xtask test --only e2e` and `--only apps` run all", omitted.len());
    }
    exceptions
        .retain(|exception| exception.applies_to(setup.browser, setup.engine) && selected.contains(&exception.test));
    run_selected(command(), selected, &omitted, &exceptions)
}

/// The tests of the example apps, with this app.
pub(super) fn example_app(setup: &BrowserSetup, app: ExampleApp) -> Result<Run> {
    let pages = app.build()?;
    let command = e2e_command(setup)?;
    let command = || {
        let mut command = command();
        command.env("STAGEPASS_EXAMPLE_APP", &pages);
        command
    };
    println!("\n{app}");
    let is_its = |test: &String| test.starts_with(&format!("{EXAMPLE_APPS}::"));
    let (selected, omitted): (Vec<_>, Vec<_>) = list_tests(command())?.into_iter().partition(is_its);
    let mut run = run_selected(command(), selected, &omitted, &[])?;
    for (test, _) in &mut run.results {
        *test = format!("{app}::{test}");
    }
    Ok(run)
}

/// Compiles the end-to-end tests. Returns what makes a command that runs them.
fn e2e_command<'a>(setup: &'a BrowserSetup<'a>) -> Result<impl Fn() -> Command + 'a> {
    let binary = browser_tests("e2e")?;
    // Browsers keep the processors busy, but for their waits.
    let threads = available_parallelism().map_or(1, usize::from) + 1;
    Ok(move || {
        let mut command = binary.command();
        setup.set_env(&mut command);
        command.env("RUST_TEST_THREADS", threads.to_string());
        command
    })
}

pub(super) fn packaging(setup: &BrowserSetup) -> Result<Run> {
    let binary = browser_tests("packaging")?;
    run_tests(|| {
        let mut command = binary.command();
        setup.set_env(&mut command);
        command
    })
}

/// Follows the tutorials of the documentation, with the package that was built last, and runs the command of README.md
/// that starts servers for an app.
pub(super) fn tutorials(chromedriver: &Path) -> Result<Run> {
    let [backend] = binaries::build([Binary::Backend], Profile::Debug)?;
    let mut node = checkout::node(&checkout::root().join("tests/packaging"));
    // One after the other: both use the same ports.
    node.args(["--test", "--test-concurrency=1", "tutorials.test.mjs", "dev.test.mjs"])
        .env("STAGEPASS_BACKEND", backend);
    run(node.env(Browser::Chromium.driver_variable(), chromedriver))
}

/// Compiles a test target that drives a browser.
///
/// Cargo compiles the targets of `native` and the debug programs too, without running them. With fewer targets it would
/// choose other features for macros, and compile every crate that uses these again.
fn browser_tests(target: &str) -> Result<TestBinary> {
    let binaries = test_binaries::compile(native_tests()?.args(["--test", target]))?;
    binaries::skip_debug_builds();
    binaries.into_iter().find(|binary| binary.name() == target).with_context(|| format!("cargo made no {target}"))
}

fn list_tests(mut command: Command) -> Result<Vec<String>> {
    Ok(test_results::parse_list(&process::output(command.args(["--list", "--format", "terse"]))?))
}

/// Runs all tests of a target. `command` takes the arguments of libtest.
fn run_tests(command: impl Fn() -> Command) -> Result<Run> {
    run_selected(command(), list_tests(command())?, &[], &[])
}

/// Runs the `selected` tests, but for the exceptions.
fn run_selected(
    mut command: Command,
    selected: Vec<String>,
    omitted: &[String],
    exceptions: &[Exception],
) -> Result<Run> {
    let skipped = omitted.iter().chain(exceptions.iter().map(|exception| &exception.test));
    command.arg("--exact").args(skipped.flat_map(|test| ["--skip", test]));
    let mut parser = ResultParser::default();
    let mut run = run_and_read(&mut command, |line| parser.read(line))?;
    run.results = parser.results(selected, exceptions);
    let passed = run.results.iter().filter(|(_, result)| *result == TestResult::Passed).count();
    if run.problem.is_none() && u32::try_from(passed) != Ok(run.tally.passed) {
        run.problem = Some(format!("the output names {passed} tests that passed"));
    }
    Ok(run)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_native_suite_has_no_browser_tests() {
        let target = |name: &str, kind: &str| serde_json::json!({ "name": name, "kind": [kind] });
        let metadata = serde_json::json!({ "target_directory": "/target", "packages": [
            { "targets": [target("a", "lib"), target("browser", "test")] },
            { "targets": [target("flow", "test"), target("e2e", "test"), target("b", "bin")] },
        ] });
        assert_eq!(test_targets(serde_json::from_value(metadata).unwrap()), ["flow"]);
    }
}
