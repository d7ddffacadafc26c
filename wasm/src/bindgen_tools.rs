//! wasm-bindgen's programs as libraries, so that they have the lock file's version. cargo and wasm-pack call them to
//! run the tests of wasm32.

use std::env;
use std::ffi::OsString;
use std::process::{Command, ExitCode};

use anyhow::{Context as _, Result, anyhow};
use stagepass_programs::test_runner::DRIVERS;
use stagepass_programs::{process, tools};
use wasm_bindgen_cli::{wasm_bindgen, wasm_bindgen_test_runner};

/// Set in the environment of the process that has its driver.
const READY: &str = "STAGEPASS_TEST_RUNNER_READY";

/// Does the same as `wasm-bindgen`.
///
/// # Errors
/// Those of wasm-bindgen.
pub(crate) fn bind(arguments: Vec<OsString>) -> Result<ExitCode> {
    done(wasm_bindgen::run_cli_with_args(named("wasm-bindgen", arguments)))
}

/// Does the same as `wasm-bindgen-test-runner`. Tests run in Chromium if the environment names no other driver.
///
/// # Errors
/// Those of the runner, and if there is no driver.
pub(crate) fn run_tests(arguments: Vec<OsString>) -> Result<ExitCode> {
    if env::var_os(READY).is_none() {
        return with_driver();
    }
    done(wasm_bindgen_test_runner::run_cli_with_args(named("wasm-bindgen-test-runner", arguments)))
}

fn named(name: &str, arguments: Vec<OsString>) -> impl Iterator<Item = OsString> {
    std::iter::once(OsString::from(name)).chain(arguments)
}

fn done<E: std::fmt::Display>(outcome: Result<(), E>) -> Result<ExitCode> {
    outcome.map(|()| ExitCode::SUCCESS).map_err(|error| anyhow!("{error:#}"))
}

/// The runner reads its driver from its own environment, which a process can set only for another one.
fn with_driver() -> Result<ExitCode> {
    let mut command = Command::new(process::own_program()?);
    command.args(env::args_os().skip(1)).env(READY, "1");
    if DRIVERS.iter().all(|driver| env::var_os(driver).is_none()) {
        let driver = tools::on_path("chromedriver")
            .context("no chromedriver on the PATH: `cargo xtask test --only browser` installs one where it may")?;
        command.env("CHROMEDRIVER", driver);
    }
    Ok(process::exit_code(process::status(&mut command)?))
}
