//! How Stagepass is built, run and tested: `cargo xtask --help`.

mod backend;
mod codes;
mod cycles;
mod demo;
mod docs;
mod lines;
mod package;
mod programs;
mod size;
mod suites;
mod wasm_tools;

use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};
use stagepass_programs::core_build::Build;
use stagepass_programs::process;

use suites::Asked;

/// Builds, runs, tests and measures Stagepass. What measures is a program of its own. Whatever a command needs and can install, it installs.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Cli {
    #[command(subcommand)]
    command: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Start the service, the node, the access server and the demo on this machine
    Demo {
        /// The demo's port on localhost
        #[arg(long, default_value_t = 5173)]
        port: u16,
        /// The service's port on 127.0.0.1
        #[arg(long, default_value_t = 8787)]
        service_port: u16,
        /// The node's port on 127.0.0.1
        #[arg(long, default_value_t = 8788)]
        node_port: u16,
        /// The access server's port on 127.0.0.1
        #[arg(long, default_value_t = 8789)]
        access_port: u16,
    },
    /// Run every suite of tests, those that need a browser in each; the last line is `N passed, M failed`
    Test(Asked),
    /// Build the npm package, load it once, and print the tarball's path
    Package {
        /// For publishing: with the standard library compiled for size
        #[arg(long)]
        release: bool,
    },
    /// Build the demo's pages, www/dist, against the package as an app would use it
    Www,
    /// Build the documentation site, docs/.vitepress/dist
    Docs,
    /// Run a command beside servers with a demo user, two apps and two tracks, told of them by `STAGEPASS_*` variables
    Backend {
        /// A redirect URI of the first app; the first one is told
        #[arg(long, default_value = "http://localhost:5173/callback.html")]
        redirect_uri: Vec<String>,
        /// A redirect URI of the second app; the first one is told
        #[arg(long, default_value = "http://localhost:5174/callback.html")]
        redirect_uri_2: Vec<String>,
        /// The command and its arguments
        #[arg(last = true, required = true)]
        command: Vec<String>,
    },
    /// Long-running crash, race and replica tests: `cargo xtask proof --help`
    #[command(disable_help_flag = true)]
    Proof(Forwarded),
    /// Run random input through what reads input from outside: `cargo xtask fuzz --help`
    #[command(disable_help_flag = true)]
    Fuzz(Forwarded),
    /// Measure ourselves beside others: `cargo xtask bench --help`
    #[command(disable_help_flag = true)]
    Bench(Forwarded),
    /// Measure what a browser loads, against `size-budget.json`
    Size {
        /// Make the budget what is measured now, and 3 % more
        #[arg(long)]
        write: bool,
        /// Measure the stable build that `cargo xtask test` has left in pkg, and leave the release build there
        #[arg(long)]
        tested: bool,
    },
    /// Generate TypeScript's tables of errors and of the border's numbers, and docs/reference/errors.md, from src/error and src/border.rs
    Codes {
        /// Write nothing; fail if they are not up to date
        #[arg(long)]
        check: bool,
    },
    /// Fail if a source file has more than 400 lines
    Lines,
    /// Fail if files of a crate name each other in a cycle
    Cycles,
    /// Check the sources: `lines`, `cycles` and `codes --check`
    Check,
}

/// What another program of this workspace is told.
#[derive(clap::Args)]
struct Forwarded {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<String>,
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    process::supervise(|| run(cli.command))
}

fn run(task: Task) -> Result<ExitCode> {
    match task {
        Task::Demo { port, service_port: service, node_port: node, access_port: access } => {
            demo::demo(port, backend::Ports { service, node, access })?;
        }
        Task::Test(asked) => return suites::test(asked),
        Task::Package { release } => {
            println!("{}", package::package(if release { Build::Release } else { Build::Stable })?.display());
        }
        Task::Www => demo::build_www()?,
        Task::Docs => docs::docs()?,
        Task::Backend { redirect_uri, redirect_uri_2, command } => {
            return backend::backend(&[redirect_uri, redirect_uri_2], &command);
        }
        Task::Proof(Forwarded { arguments }) => return programs::proof("proof", &arguments),
        Task::Fuzz(Forwarded { arguments }) => return programs::proof("fuzz", &arguments),
        Task::Bench(Forwarded { arguments }) => return programs::proof("bench", &arguments),
        Task::Size { write, tested } => size::size(write, tested)?,
        Task::Codes { check } => codes::codes(check)?,
        Task::Lines => lines::lines()?,
        Task::Cycles => cycles::cycles()?,
        Task::Check => {
            lines::lines()?;
            cycles::cycles()?;
            codes::codes(true)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
