//! What cargo calls to run wasm32's tests: wasm-bindgen's own runner, as a library, so that its version is the lock file's.

use std::env;
use std::ffi::OsString;
use std::process::{Command, ExitCode};

use anyhow::{Context as _, Result, bail};
use wasm_bindgen_cli::wasm_bindgen_test_runner;

use crate::{process, tools};

/// Every way to tell the runner of a driver; it takes the first that is set.
const DRIVERS: [&str; 8] = [
    "GECKODRIVER",
    "SAFARIDRIVER",
    "CHROMEDRIVER",
    "MSEDGEDRIVER",
    "GECKODRIVER_REMOTE",
    "SAFARIDRIVER_REMOTE",
    "CHROMEDRIVER_REMOTE",
    "MSEDGEDRIVER_REMOTE",
];
/// Set in the environment of the process that has its driver.
const READY: &str = "XTASK_TEST_RUNNER_READY";

/// Runs the tests of the module that `arguments` name, in Chromium if the environment names no other driver.
pub(crate) fn run(arguments: &[OsString]) -> Result<ExitCode> {
    if env::var_os(READY).is_none() {
        return with_driver();
    }
    let arguments = std::iter::once(OsString::from("wasm-bindgen-test-runner")).chain(arguments.iter().cloned());
    if let Err(error) = wasm_bindgen_test_runner::run_cli_with_args(arguments) {
        bail!("{error:#}");
    }
    Ok(ExitCode::SUCCESS)
}

/// The runner reads its driver from its own environment, which a process can only set for another one.
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
