//! Builds the core's WebAssembly and JavaScript, and replaces wasm-bindgen's programs: `cargo run --package
//! stagepass-wasm -- --help`.

mod bindgen_tools;
mod core_build;
mod glue;
mod host_module;
mod js_engine;
mod rim;

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};
use stagepass_programs::core_build::Build;
use stagepass_programs::process;

/// Builds the core's WebAssembly and JavaScript, and runs the tests of wasm32.
#[derive(Parser)]
struct Cli {
    #[command(subcommand)]
    command: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Write `core.wasm`, `core.js`, `core_bg.js` and `host.js` into a folder
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
    process::supervise(|| run(cli.command))
}

fn run(task: Task) -> Result<ExitCode> {
    match task {
        Task::Core { folder, release } => {
            core_build::write_core(if release { Build::Release } else { Build::Stable }, &folder)?;
            Ok(ExitCode::SUCCESS)
        }
        Task::WasmBindgen { arguments } => bindgen_tools::bind(arguments),
        Task::WasmTestRunner { arguments } => bindgen_tools::run_tests(arguments),
    }
}
