//! How Stagepass is built, run, tested and measured: `cargo xtask --help`.

mod backend;
mod behaviours;
mod bench;
mod browser;
mod checkout;
mod codes;
mod core_build;
mod demo;
mod display;
mod engines;
mod exceptions;
mod function_order;
mod fuzz;
mod glue;
mod host_module;
mod installation;
mod interop;
mod js_engine;
mod lines;
mod nginx;
mod package;
mod packaging;
mod panic_text;
mod phones;
mod postgres;
mod process;
mod proof;
mod secrets;
mod size;
mod sound;
mod story_pages;
mod suites;
mod tally;
mod tools;
mod wasm_features;
mod wasm_tools;
mod web;

use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

use core_build::Build;
use suites::Asked;
use wasm_tools::WasmTool;

/// Builds, runs, tests and measures Stagepass. Whatever a command needs and can install, it installs.
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
    /// Prove what takes longer than a suite has the time for
    Proof {
        /// What
        #[command(subcommand)]
        what: proof::Proof,
    },
    /// Run random input through what reads input from outside, by libFuzzer: fails if a property is broken
    Fuzz {
        /// Only this target: the name of a folder in tests/fuzz/seeds
        target: Option<String>,
        /// How long each target runs; two run at once
        #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..))]
        seconds: u64,
        /// Take the same random numbers in each run with this seed; without one, others each time
        #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
        seed: Option<u32>,
    },
    /// Measure ourselves beside others, in turns: fails if a limit is exceeded or could not be looked at
    Bench {
        /// What
        subject: bench::Subject,
        /// How long those who ask too often do so, where that is measured [default: 30]; or those who listen, at each server [default: 60]
        #[arg(long)]
        seconds: Option<u64>,
    },
    /// Measure what a browser loads, against `size-budget.json`
    Size {
        /// Make the budget what is measured now, and 3 % more
        #[arg(long)]
        write: bool,
        /// Measure the stable build that `cargo xtask test` has left in pkg, and leave the release build there
        #[arg(long)]
        tested: bool,
    },
    /// Generate TypeScript's table of errors and docs/errors.md from src/error
    Codes {
        /// Write nothing; fail if they are not up to date
        #[arg(long)]
        check: bool,
    },
    /// Fail if a source file has more than 400 lines
    Lines,
    #[command(flatten)]
    WasmTool(WasmTool),
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
        Task::Backend { redirect_uri, redirect_uri_2, command } => {
            return backend::backend(&[redirect_uri, redirect_uri_2], &command);
        }
        Task::Proof { what } => return proof::proof(&what),
        Task::Fuzz { target, seconds, seed } => return fuzz::fuzz(target.as_deref(), seconds, seed),
        Task::Bench { subject, seconds } => return bench::bench(subject, seconds),
        Task::Size { write, tested } => size::size(write, tested)?,
        Task::Codes { check } => codes::codes(check)?,
        Task::Lines => lines::lines()?,
        Task::WasmTool(tool) => return wasm_tools::run(tool),
    }
    Ok(ExitCode::SUCCESS)
}
