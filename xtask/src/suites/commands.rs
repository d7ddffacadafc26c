//! What each suite of tests in Rust runs.

use std::process::Command;
use std::thread::available_parallelism;

use anyhow::{Context as _, Result};
use stagepass_programs::binaries::{self, Binary, Profile};
use stagepass_programs::checkout::{self, Metadata, Target, WASM};
use stagepass_programs::core_build;
use stagepass_programs::example_apps::ExampleApp;
use stagepass_programs::postgres::Cluster;
use stagepass_programs::tools;

use super::browser_setup::{AppPage, BrowserSetup};
use super::extent::Extent;
use super::libtest::{self, Tests, run_tests};
use super::postgres_tests::PostgresTests;
use super::run::{Run, run};
use super::secrets::TestFolder;
use super::sources::RustTests;
use super::stories::{EXAMPLE_APPS, Stories};
use super::test_binaries::{self, TestBinary};

/// Test targets that need a browser, and are suites of their own.
const IN_A_BROWSER: [&str; 3] = ["browser", "e2e", "packaging"];

/// Which tests of a suite run.
#[derive(Clone, Copy, Debug)]
pub(super) enum Selected<'a> {
    Extent(Extent),
    /// Those with this in their names.
    Named(&'a str),
}

/// The native tests, on SQLite.
pub(super) fn native(folder: &TestFolder) -> Result<Run> {
    let binaries = test_binaries::compile(&mut native_tests()?)?;
    binaries::skip_debug_builds();
    let mut all = Run::default();
    for binary in binaries {
        println!("\n{}{}", binary.name(), if binary.is_integration() { "" } else { ", unit tests" });
        let command = || native_command(&binary, folder);
        all = all.and(run_tests(command, Tests::all(command(), native_threads())?)?);
    }
    Ok(all)
}

/// The native tests of these programs with this in their names, on SQLite.
pub(super) fn native_named(folder: &TestFolder, programs: &[RustTests], name: &str) -> Result<Run> {
    let mut all = Run::default();
    for tests in programs {
        for binary in test_binaries::compile(&mut tests.cargo())? {
            println!("\n{}", binary.name());
            let command = || native_command(&binary, folder);
            let tests = Tests::all(command(), native_threads())?.filter(|test| test.contains(name));
            all = all.and(run_tests(command, tests)?);
        }
    }
    Ok(all)
}

/// The tests of the backend again, but for those about SQLite itself, which have it in their names.
pub(super) fn native_on_postgres(folder: &TestFolder, cluster: &Cluster, extent: Extent) -> Result<Run> {
    let selected = PostgresTests::read()?;
    let mut all = Run::default();
    for binary in test_binaries::compile(&mut native_tests()?)?.into_iter().filter(TestBinary::is_integration) {
        let command = || {
            let mut command = native_command(&binary, folder);
            command.env("STAGEPASS_TEST_POSTGRES", cluster.url());
            command
        };
        let tests = Tests::all(command(), native_threads())?;
        let tests = tests.filter(|test| selected.select(binary.name(), test, extent));
        if !tests.selected.is_empty() {
            println!("\n{} on PostgreSQL", binary.name());
            all = all.and(run_tests(command, tests)?);
        }
    }
    Ok(all)
}

fn native_command(binary: &TestBinary, folder: &TestFolder) -> Command {
    let mut command = binary.command();
    folder.set_env(&mut command);
    command
}

/// Twice as many as there are processors: half of the tests wait for something.
fn native_threads() -> usize {
    2 * available_parallelism().map_or(1, usize::from)
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

/// A few rounds of the long proofs.
pub(super) fn service() -> Result<Run> {
    let [proof, backend, s3] = binaries::build([Binary::Proof, Binary::Backend, Binary::S3], Profile::Debug)?;
    run(Command::new(proof).arg("suite").arg(backend).arg(s3))
}

pub(super) fn browser(setup: &BrowserSetup, page: &AppPage, selected: Selected<'_>) -> Result<Run> {
    tools::wasm_target()?;
    let runner = format!("{} wasm-test-runner", core_build::program()?.display());
    let command = || {
        let mut cargo = browser_cargo();
        page.set_env(&mut cargo);
        setup.set_runner_env(&mut cargo);
        cargo.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER", &runner).arg("--");
        cargo
    };
    let all = Tests { retries: true, ..Tests::all(command(), 1)? };
    match selected {
        Selected::Extent(_) => run_tests(command, all),
        // The runner takes one name, and finds all tests that have it in theirs.
        Selected::Named(name) => {
            let tests = Tests { is_part: false, ..all.filter(|test| test.contains(name)) };
            let command = || {
                let mut command = command();
                command.arg(name);
                command
            };
            run_tests(command, Tests { retries: false, ..tests })
        }
    }
}

fn browser_cargo() -> Command {
    let mut cargo = checkout::cargo();
    cargo.args(["test", "--package", "stagepass", "--features", "dpop,openid", "--target", WASM, "--test", "browser"]);
    cargo
}

/// Compiles the tests of the suites `browser` and `e2e`.
pub(super) fn compile_for_browsers() -> Result<()> {
    tools::wasm_target()?;
    browser_tests("e2e", Selected::Extent(Extent::Whole))?;
    test_binaries::compile(&mut browser_cargo()).map(drop)
}

pub(super) fn e2e(setup: &BrowserSetup, selected: Selected<'_>) -> Result<Run> {
    let command = e2e_command(setup, selected)?;
    let all = libtest::list(command())?;
    let stories = Stories::read(&all)?;
    let all = Tests { selected: all, is_part: false, threads: browsers(), retries: true };
    let tests = all.filter(|test| match selected {
        Selected::Extent(extent) => stories.select(test, extent, setup.browser),
        Selected::Named(name) => test.contains(name) && !test.starts_with(EXAMPLE_APPS),
    });
    run_tests(command, tests)
}

/// The tests of the example apps, with this app.
pub(super) fn example_app(setup: &BrowserSetup, app: ExampleApp) -> Result<Run> {
    let pages = app.build()?;
    let command = e2e_command(setup, Selected::Extent(Extent::Whole))?;
    let command = || {
        let mut command = command();
        command.env("STAGEPASS_EXAMPLE_APP", &pages);
        command
    };
    println!("\n{app}");
    let tests = Tests { retries: true, ..Tests::all(command(), browsers())? };
    let mut run = run_tests(command, tests.filter(|test| test.starts_with(&format!("{EXAMPLE_APPS}::"))))?;
    for (test, _) in &mut run.results {
        *test = format!("{app}::{test}");
    }
    Ok(run)
}

/// Compiles the end-to-end tests. Returns what makes a command that runs them.
fn e2e_command<'a>(setup: &'a BrowserSetup<'a>, selected: Selected<'_>) -> Result<impl Fn() -> Command + use<'a>> {
    let binary = browser_tests("e2e", selected)?;
    Ok(move || {
        let mut command = binary.command();
        setup.set_env(&mut command);
        command
    })
}

/// How many browsers run at once. They keep the processors busy, but for their waits.
fn browsers() -> usize {
    available_parallelism().map_or(1, usize::from) + 1
}

pub(super) fn packaging(setup: &BrowserSetup, selected: Selected<'_>) -> Result<Run> {
    let binary = browser_tests("packaging", selected)?;
    let command = || {
        let mut command = binary.command();
        setup.set_env(&mut command);
        command
    };
    let tests = Tests { retries: true, ..Tests::all(command(), available_parallelism().map_or(1, usize::from))? };
    let tests = tests.filter(|test| match selected {
        Selected::Extent(Extent::Smoke | Extent::Essential) => test == ESSENTIAL_BUNDLE,
        Selected::Extent(Extent::Rest | Extent::Whole) => true,
        Selected::Named(name) => test.contains(name),
    });
    run_tests(command, tests)
}

/// The test of the bundler that `cargo xtask test` uses.
const ESSENTIAL_BUNDLE: &str = "bundled::vite_build_signs_in";

/// Compiles a test target that drives a browser.
///
/// With a whole suite, cargo compiles the targets of `native` and the debug programs too, without running them: with
/// fewer targets it would choose other features for macros, and compile every crate that uses these again.
fn browser_tests(target: &str, selected: Selected<'_>) -> Result<TestBinary> {
    let mut cargo = match selected {
        Selected::Extent(_) => native_tests()?,
        Selected::Named(_) => {
            let mut cargo = checkout::cargo();
            cargo.arg("test").args(binaries::SELECTION);
            cargo
        }
    };
    let binaries = test_binaries::compile(cargo.args(["--test", target]))?;
    if matches!(selected, Selected::Extent(_)) {
        binaries::skip_debug_builds();
    }
    binaries.into_iter().find(|binary| binary.name() == target).with_context(|| format!("cargo made no {target}"))
}
