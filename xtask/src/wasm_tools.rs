//! wasm-bindgen's own programs, as libraries, so that their version is the lock file's: what cargo and wasm-pack call to run wasm32's tests.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, ExitCode};

use anyhow::{Context as _, Result, anyhow};
use clap::Subcommand;
use tempfile::TempDir;
use wasm_bindgen_cli::{wasm_bindgen, wasm_bindgen_test_runner};

use crate::browser::Browser;
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
/// How long the runner waits, in seconds: for all tests together, and for a driver. Its own 20 and 5 are for a quick machine.
const PATIENCE: [(&str, &str); 2] = [("WASM_BINDGEN_TEST_TIMEOUT", "180"), ("WASM_BINDGEN_TEST_DRIVER_TIMEOUT", "60")];
/// Set in the environment of the process that has its driver.
const READY: &str = "XTASK_TEST_RUNNER_READY";

/// A program of wasm-bindgen's.
#[derive(Subcommand)]
pub(crate) enum WasmTool {
    /// wasm-bindgen itself
    #[command(hide = true, disable_help_flag = true)]
    WasmBindgen {
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<OsString>,
    },
    /// What cargo calls to run the tests of wasm32
    #[command(hide = true, disable_help_flag = true)]
    WasmTestRunner {
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<OsString>,
    },
}

/// Does what the program of that name does; tests run in Chromium if the environment names no other driver.
pub(crate) fn run(tool: WasmTool) -> Result<ExitCode> {
    let named = |name: &str, arguments: Vec<OsString>| std::iter::once(OsString::from(name)).chain(arguments);
    let done = match tool {
        WasmTool::WasmTestRunner { .. } if env::var_os(READY).is_none() => return with_driver(),
        WasmTool::WasmTestRunner { arguments } => {
            wasm_bindgen_test_runner::run_cli_with_args(named("wasm-bindgen-test-runner", arguments))
        }
        WasmTool::WasmBindgen { arguments } => wasm_bindgen::run_cli_with_args(named("wasm-bindgen", arguments)),
    };
    done.map(|()| ExitCode::SUCCESS).map_err(|error| anyhow!("{error:#}"))
}

/// Has the runner below `command` use this driver and no other.
pub(crate) fn choose(command: &mut Command, browser: Browser, driver: &Path) {
    for driver in DRIVERS {
        command.env_remove(driver);
    }
    command.env(runners_variable(browser), driver);
}

/// The runner starts any driver of Safari's kind by that name, and WebKitGTK's is one.
fn runners_variable(browser: Browser) -> &'static str {
    match browser {
        Browser::Chromium | Browser::Firefox => browser.driver_variable(),
        Browser::Webkit => "SAFARIDRIVER",
    }
}

/// The runner reads its driver from its own environment, which a process can only set for another one.
fn with_driver() -> Result<ExitCode> {
    let mut command = Command::new(process::own_program()?);
    command.args(env::args_os().skip(1)).env(READY, "1");
    command.envs(PATIENCE.iter().filter(|(name, _)| env::var_os(name).is_none()).copied());
    if DRIVERS.iter().all(|driver| env::var_os(driver).is_none()) {
        let driver = tools::on_path("chromedriver")
            .context("no chromedriver on the PATH: `cargo xtask test --only browser` installs one where it may")?;
        command.env("CHROMEDRIVER", driver);
    }
    Ok(process::exit_code(process::status(&mut command)?))
}

/// A folder with both programs under their own names, as wasm-pack looks for them. It would otherwise download or build them.
pub(crate) struct OnPath(TempDir);

impl OnPath {
    /// Makes it.
    pub(crate) fn new() -> Result<Self> {
        let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
        let xtask = process::own_program()?;
        for (name, task) in [("wasm-bindgen", "wasm-bindgen"), ("wasm-bindgen-test-runner", "wasm-test-runner")] {
            let file = folder.path().join(name);
            let written = fs::write(&file, script(xtask, task)?)
                .and_then(|()| fs::set_permissions(&file, fs::Permissions::from_mode(0o755)));
            written.with_context(|| format!("cannot write {}", file.display()))?;
        }
        Ok(Self(folder))
    }

    /// Has `command` find it before anything else.
    pub(crate) fn tell(&self, command: &mut Command) -> Result<()> {
        let path = env::var_os("PATH").unwrap_or_default();
        let folders = std::iter::once(self.0.path().to_owned()).chain(env::split_paths(&path));
        command.env("PATH", env::join_paths(folders).context("the temporary folder's name does not fit on a PATH")?);
        Ok(())
    }
}

fn script(xtask: &Path, task: &str) -> Result<String> {
    let program = xtask.to_str().context("xtask's path is not Unicode")?.replace('\'', r"'\''");
    Ok(format!("#!/bin/sh\nexec '{program}' {task} \"$@\"\n"))
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;

    use super::*;

    #[test]
    fn a_path_with_a_quote_stays_one_word() {
        assert_eq!(
            script(Path::new("/it's here/xtask"), "wasm-bindgen").unwrap(),
            "#!/bin/sh\nexec '/it'\\''s here/xtask' wasm-bindgen \"$@\"\n"
        );
    }

    #[test]
    fn the_runner_is_told_of_one_driver_alone() {
        let mut command = Command::new("true");
        choose(&mut command, Browser::Webkit, Path::new("/driver"));
        let told: Vec<_> = command.get_envs().filter_map(|(name, value)| Some((name, value?))).collect();
        assert_eq!(told, [(OsStr::new("SAFARIDRIVER"), OsStr::new("/driver"))]);
    }

    #[test]
    fn both_programs_are_found_first() {
        let on_path = OnPath::new().unwrap();
        let mut command = Command::new("true");
        on_path.tell(&mut command).unwrap();
        let path = command.get_envs().find(|(name, _)| *name == "PATH").and_then(|(_, value)| value).unwrap();
        let first = env::split_paths(path).next().unwrap();
        for name in ["wasm-bindgen", "wasm-bindgen-test-runner"] {
            let mode = fs::metadata(first.join(name)).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o755, "{name}");
        }
    }
}
