//! `stagepass-backend dev`: the reference servers with a user, an app and tracks.

use std::env;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::IsTerminal as _;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::Duration;

use anyhow::{Context as _, Result};
use stagepass_programs::backend as cli;
use stagepass_programs::binaries::{self, Binary, Profile};
use stagepass_programs::core_build;
use stagepass_programs::process::{self, Service};
use tempfile::TempDir;

use crate::wasm_tools::WasmTools;

/// The password of the user that `dev` creates.
pub(crate) const PASSWORD: &str = "stagepass-demo";

/// The first start makes keys, a database and music.
const START_TIMEOUT: Duration = Duration::from_mins(2);
/// Where a test or the demo reads the variables, in the folder that git ignores.
const ENV_FILE: &str = ".stagepass/env";
/// Set by `.cargo/config.toml` for commands in this checkout.
const TEST_API_KEY: &str = "STAGEPASS_TEST_API_KEY";
const TEST_ADDRESS: &str = "WASM_BINDGEN_TEST_ADDRESS";

/// `cargo xtask dev`: builds the servers and starts them with these arguments. wasm-pack finds wasm-bindgen's programs.
///
/// Without another folder than this checkout, the app is the one of `tests/browser`: `.cargo/config.toml` has its API
/// key and its address.
pub(crate) fn dev(arguments: &[OsString]) -> Result<ExitCode> {
    let mut command = program()?;
    let has_folder = arguments.iter().any(|word| word.to_string_lossy().starts_with("--cwd"));
    if let (false, Ok(api_key), Ok(address)) = (has_folder, env::var(TEST_API_KEY), env::var(TEST_ADDRESS)) {
        command.args(["--api-key", &api_key, "--redirect-uri", &format!("http://{address}/callback")]);
    }
    // clap has removed the first `--` if there was nothing before it.
    let is_command = arguments.first().is_some_and(|word| !word.to_string_lossy().starts_with('-'));
    command.args(is_command.then_some("--")).args(arguments);
    let tools = arguments.iter().any(|word| word == "wasm-pack").then(|| WasmTools::new(&core_build::program()?));
    let tools = tools.transpose()?;
    if let Some(tools) = &tools {
        tools.add_to_path(&mut command)?;
    }
    if std::io::stdin().is_terminal() {
        process::let_interrupts_pass();
    }
    Ok(process::exit_code(process::status(&mut command)?))
}

/// The program, which ignores the settings of this process. `STAGEPASS_BACKEND` names one that is built already.
fn program() -> Result<Command> {
    let built = env::var_os("STAGEPASS_BACKEND").map(|program| Ok([program.into()]));
    let [program] = built.unwrap_or_else(|| binaries::build([Binary::Backend], Profile::Debug))?;
    Ok(cli::command(&program, &["dev"]))
}

/// Running servers. They stop when this is dropped.
pub(crate) struct Backend {
    pub(crate) service: Service,
    variables: Vec<(String, String)>,
    // Dropped last: the servers still use it.
    _folder: Option<TempDir>,
}

impl Backend {
    /// Builds and starts the servers with data in `folder`. With a `log`, everything is logged to this file.
    pub(crate) fn start(folder: &Path, arguments: &[&str], log: Option<File>) -> Result<Self> {
        let mut command = program()?;
        command.args(["--env-file", ENV_FILE]).args(arguments).arg("--cwd").arg(folder);
        if let Some(log) = log {
            command.env("STAGEPASS_LOG", "trace").stderr(log);
        }
        let (service, _) = Service::start(&mut command, "Press Ctrl-C", START_TIMEOUT)?;
        let variables = fs::read_to_string(folder.join(ENV_FILE)).context("the servers wrote no variables")?;
        let variables = variables.lines().filter_map(|line| line.split_once('='));
        let variables = variables.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        Ok(Self { service, variables, _folder: None })
    }

    /// Starts servers in a temporary folder, on free ports, for tests of an app with this redirect URI.
    pub(crate) fn temporary(redirect_uri: &str, log: File) -> Result<Self> {
        let folder = tempfile::tempdir()?;
        let backend = Self::start(folder.path(), &["--port", "0", "--redirect-uri", redirect_uri], Some(log))?;
        Ok(Self { _folder: Some(folder), ..backend })
    }

    /// Sets the variables by which `command` knows the servers.
    pub(crate) fn set_env(&self, command: &mut Command) {
        command.envs(self.variables.iter().map(|(name, value)| (name, value)));
    }

    /// The value of the variable `STAGEPASS_{name}`.
    pub(crate) fn variable(&self, name: &str) -> Result<&str> {
        let found = self.variables.iter().find(|(other, _)| other.strip_prefix("STAGEPASS_") == Some(name));
        found.map(|(_, value)| value.as_str()).with_context(|| format!("the servers wrote no STAGEPASS_{name}"))
    }
}
