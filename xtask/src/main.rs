//! How Stagepass is built, run and tested: `cargo xtask --help`.

mod backend;
mod check;
mod codes;
mod conformance;
mod demo;
mod docs;
mod image;
mod package;
mod release;
mod size;
mod suites;
mod wasm_tools;

use std::ffi::OsString;
use std::process::{Command, ExitCode};

use anyhow::Result;
use clap::{Parser, Subcommand};
use stagepass_programs::core_build::Build;
use stagepass_programs::{binaries, checkout, process};

use suites::TestArgs;

/// Build, run, test and measure Stagepass. Each command installs what it needs, if it can
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Cli {
    #[command(subcommand)]
    command: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Start the demo app with its service, stream node and access server on this machine
    Demo {
        /// The port of the demo app on localhost
        #[arg(long, default_value_t = 5173)]
        port: u16,
        /// The port of the service on 127.0.0.1. The stream node and the access server have the two ports after it
        #[arg(long, default_value_t = 8787, value_parser = clap::value_parser!(u16).range(..=65_533))]
        backend_port: u16,
    },
    /// Run the tests: what the product promises, each once. The last line is `N passed, M failed`
    Test(TestArgs),
    /// Print the steps of `.ci/run` that the change since `CI_BASE` touches
    Changed,
    /// Build the npm package, import it once, and print the path of its tarball
    Package {
        /// Build what is published: the standard library is compiled for size too
        #[arg(long)]
        release: bool,
    },
    /// Build the container image of the backend with Podman or Buildah
    Image {
        /// The name of the image
        #[arg(long, default_value = concat!("stagepass-backend:", env!("CARGO_PKG_VERSION")))]
        tag: String,
    },
    /// Build and check the files of a release in target/dist, with checksums. Publishes nothing
    Release {
        /// Do not require the tag of the version, a clean checkout, the repository's address, and Podman or Buildah
        #[arg(long)]
        dry_run: bool,
    },
    /// Build the documentation site, docs/.vitepress/dist
    Docs(docs::DocsArgs),
    /// Start the three servers for an app that you develop, in the current folder or `--cwd DIR`: `cargo xtask dev
    /// --help`
    #[command(disable_help_flag = true)]
    Dev(ForwardedArgs),
    /// Run long crash and upgrade tests: `cargo xtask proof --help`
    #[command(disable_help_flag = true)]
    Proof(ForwardedArgs),
    /// Run random input through every parser of untrusted input: `cargo xtask fuzz --help`
    #[command(disable_help_flag = true)]
    Fuzz(ForwardedArgs),
    /// Run benchmarks, beside other implementations: `cargo xtask bench --help`
    #[command(disable_help_flag = true)]
    Bench(ForwardedArgs),
    /// Check the crates that are published: `cargo xtask crates --help`
    #[command(disable_help_flag = true)]
    Crates(ForwardedArgs),
    /// Measure how many bytes a browser loads, and compare them with `size-budget.json`
    Size {
        /// Set the budget to what is measured now, plus 10 %
        #[arg(long)]
        write: bool,
        /// Do not build the stable package: measure the one that `cargo xtask test` built. The release build replaces
        /// it
        #[arg(long)]
        tested: bool,
    },
    /// Generate the TypeScript tables of error codes and constants, and docs/reference/errors.md, from
    /// src/core/error and src/core/border.rs
    Codes,
    /// Check the sources: length of files, import cycles, plain words, names, generated files
    Check,
}

/// Arguments for another program of this workspace.
#[derive(clap::Args)]
struct ForwardedArgs {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<OsString>,
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    process::supervise(|| run(cli.command))
}

fn run(task: Task) -> Result<ExitCode> {
    match task {
        Task::Demo { port, backend_port } => demo::demo(port, backend_port)?,
        Task::Test(args) => return suites::test(&args),
        Task::Changed => suites::changes::print()?,
        Task::Package { release } => {
            println!("{}", package::package(if release { Build::Release } else { Build::Stable })?.display());
        }
        Task::Image { tag } => image::image(&tag)?,
        Task::Release { dry_run } => release::release(dry_run)?,
        Task::Docs(args) => docs::docs(args)?,
        Task::Dev(args) => return backend::dev(&args.arguments),
        Task::Proof(args) => return forward("stagepass-proof", Some("proof"), &args),
        Task::Fuzz(args) => return forward("stagepass-proof", Some("fuzz"), &args),
        Task::Bench(args) => return bench(&args),
        Task::Crates(args) => return forward("stagepass-crates", None, &args),
        Task::Size { write, tested } => size::size(write, tested)?,
        Task::Codes => codes::write()?,
        Task::Check => check::check()?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Runs another program of this workspace, and exits as it does.
fn forward(program: &str, subcommand: Option<&str>, args: &ForwardedArgs) -> Result<ExitCode> {
    let mut build = checkout::cargo();
    process::run(build.args(["build", "--quiet"]).args(binaries::SELECTION).args(["--bin", program]))?;
    let mut command = Command::new(checkout::target_dir()?.join("debug").join(program));
    command.current_dir(checkout::root()).args(subcommand).args(&args.arguments);
    Ok(process::exit_code(process::status(&mut command)?))
}

/// Runs a benchmark, which needs an optimised program.
fn bench(args: &ForwardedArgs) -> Result<ExitCode> {
    let mut cargo = checkout::cargo();
    cargo.args(["run", "--quiet", "--release", "--package", "stagepass-proof", "--", "bench"]).args(&args.arguments);
    Ok(process::exit_code(process::status(&mut cargo)?))
}
