//! Builds the core's WebAssembly and JavaScript, and replaces wasm-bindgen's programs: `cargo run --package
//! stagepass-wasm -- --help`.

mod core_build;
mod glue;
mod js_engine;

use std::ffi::OsString;
use std::iter;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};
use stagepass_programs::core_build::Build;
use stagepass_programs::process;
use wasm_bindgen_cli::{wasm_bindgen, wasm_bindgen_test_runner};

/// Builds the core's WebAssembly and JavaScript, and runs the tests of wasm32.
#[derive(Parser)]
struct Cli {
    #[command(subcommand)]
    command: Task,
}

/// The last two are wasm-bindgen's own programs, in the version of the lock file. cargo and wasm-pack call them.
#[derive(Subcommand)]
enum Task {
    /// Write `core.wasm`, `core.js`, `core_bg.js`, the same as `openid`, and `host.js` into a folder
    Core {
        /// The folder
        folder: PathBuf,
        /// For publishing: with the standard library compiled for size
        #[arg(long)]
        release: bool,
    },
    /// wasm-bindgen itself
    #[command(disable_help_flag = true)]
    WasmBindgen {
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<OsString>,
    },
    /// Run the tests of wasm32, for cargo and wasm-pack
    #[command(disable_help_flag = true)]
    WasmTestRunner {
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<OsString>,
    },
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    process::supervise(|| run(cli.command).map(|()| ExitCode::SUCCESS))
}

fn run(task: Task) -> Result<()> {
    let named = |name: &str, arguments| iter::once(OsString::from(name)).chain(arguments);
    match task {
        Task::Core { folder, release } => {
            core_build::write_core(if release { Build::Release } else { Build::Stable }, &folder)
        }
        Task::WasmBindgen { arguments } => wasm_bindgen::run_cli_with_args(named("wasm-bindgen", arguments)),
        Task::WasmTestRunner { arguments } => {
            wasm_bindgen_test_runner::run_cli_with_args(named("wasm-bindgen-test-runner", arguments))
        }
    }
}
